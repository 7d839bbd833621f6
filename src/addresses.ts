import { BlockList, isIP } from "node:net";

/**
 * How far an IP address reaches.
 *
 * - `public`: the internet.
 * - `private`: this machine or its own networks; `allowPrivateCallbacks` opens them.
 * - `never`: link-local (where clouds keep their metadata services), multicast, reserved and the like. Nothing opens them.
 */
export type Reach = "public" | "private" | "never";

/** The special ranges, the narrower ones first, with what they are for. */
const specialRanges: readonly (readonly [range: string, reach: Exclude<Reach, "public">, use: string])[] = [
  ["100.100.100.200/32", "never", "a cloud's metadata service"],
  ["168.63.129.16/32", "never", "a cloud's metadata service"],
  ["fd00:ec2::/32", "never", "a cloud's metadata service"],
  ["10.0.0.0/8", "private", "private"],
  ["100.64.0.0/10", "private", "shared by the customers of a carrier (CGNAT)"],
  ["127.0.0.0/8", "private", "this machine itself (loopback)"],
  ["172.16.0.0/12", "private", "private"],
  ["192.168.0.0/16", "private", "private"],
  ["::1/128", "private", "this machine itself (loopback)"],
  ["fc00::/7", "private", "private (ULA)"],
  ["0.0.0.0/8", "never", "no address of a server"], // Linux uses 0.0.0.0 for itself
  ["169.254.0.0/16", "never", "link-local"],
  ["fe80::/10", "never", "link-local"],
  ["192.0.0.0/24", "never", "reserved for protocols"], // the two public addresses in it serve no callbacks
  ["192.0.2.0/24", "never", "for documentation"],
  ["192.88.99.0/24", "never", "reserved for protocols"],
  ["198.18.0.0/15", "never", "for benchmarks"],
  ["198.51.100.0/24", "never", "for documentation"],
  ["203.0.113.0/24", "never", "for documentation"],
  ["224.0.0.0/4", "never", "multicast"],
  ["ff00::/8", "never", "multicast"],
  ["240.0.0.0/4", "never", "reserved"],
  ["2001::/23", "never", "reserved for protocols"], // Teredo included
  ["2001:db8::/32", "never", "for documentation"],
  ["3fff::/20", "never", "for documentation"],
];

const special = specialRanges.map(([range, reach, use]) => ({ list: blockList([range]), reach, use }));

/** All public IPv6 addresses. Others are `never`, unless they are in a private range. */
const globalUnicast = blockList(["2000::/3"]);
/** The reach of an address. Text that is not an IP address is `never`. */
export function addressReach(address: string): Reach {
  return examineAddress(address).reach;
}

/** What an address is for, if it is not public. Completes a sentence such as "10.0.0.1 is private". */
export function specialUse(address: string): string | undefined {
  return examineAddress(address).use;
}

function examineAddress(address: string): { readonly reach: Reach; readonly use?: string } {
  const bare = withoutZone(address);
  const version = isIP(bare);
  if (version === 0) return reserved;
  const inner = version === 6 ? embeddedIPv4(ipBytes(bare)) : undefined;
  if (inner !== undefined) return examineAddress(inner);
  const found = special.find(({ list }) => list.check(bare, version === 4 ? "ipv4" : "ipv6"));
  if (found) return found;
  return version === 4 || globalUnicast.check(bare, "ipv6") ? { reach: "public" } : reserved;
}

const reserved = { reach: "never", use: "reserved" } as const;

/**
 * The IPv4 address that an IPv6 address leads to: mapped (::ffff:0:0/96), compatible (::/96, without :: and ::1),
 * NAT64 (64:ff9b::/96) and 6to4 (2002::/16).
 */
function embeddedIPv4(bytes: Buffer): string | undefined {
  const prefix = bytes.toString("hex", 0, 12);
  const last = bytes.readUInt32BE(12);
  const atTheEnd =
    prefix === "00000000000000000000ffff" ||
    prefix === "0064ff9b0000000000000000" ||
    (prefix === "000000000000000000000000" && last > 1);
  if (atTheEnd) return [...bytes.subarray(12)].join(".");
  return bytes.readUInt16BE(0) === 0x2002 ? [...bytes.subarray(2, 6)].join(".") : undefined;
}

/** The 4 or 16 bytes of an IP address. */
export function ipBytes(address: string): Buffer {
  const bare = withoutZone(address);
  if (isIP(bare) === 4) return Buffer.from(bare.split(".").map(Number));
  // The URL parser converts every spelling to hexadecimal groups with at most one "::".
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [left = [], right = []] = canonical.split("::").map((side) => side.split(":").filter(Boolean));
  const zeros = new Array<string>(8 - left.length - right.length).fill("0");
  const groups = [...left, ...zeros, ...right];
  return Buffer.from(groups.map((group) => group.padStart(4, "0")).join(""), "hex");
}

/** `fe80::1%eth0` without the name of the interface. */
function withoutZone(address: string): string {
  return address.split("%")[0] ?? address;
}

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", bits = ""] = range.split("/");
    list.addSubnet(network, Number(bits), isIP(network) === 4 ? "ipv4" : "ipv6");
  }
  return list;
}
