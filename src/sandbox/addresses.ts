import { BlockList, isIP } from "node:net";

/**
 * How far an IP address reaches.
 *
 * - `public`: the internet.
 * - `private`: this machine or its own networks; `allowPrivateCallbacks` opens them.
 * - `never`: link-local (where clouds keep their metadata services), multicast, reserved and the like. Nothing opens them.
 */
export type Reach = "public" | "private" | "never";

const privateRanges = [
  "10.0.0.0/8",
  "100.64.0.0/10", // shared by carriers
  "127.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "::1/128",
  "fc00::/7",
];

const neverRanges = [
  "0.0.0.0/8", // Linux uses 0.0.0.0 for itself
  "100.100.100.200/32", // a cloud's metadata service, inside a private range
  "168.63.129.16/32", // another one's, inside a public range
  "169.254.0.0/16",
  "192.0.0.0/24", // protocol assignments; the two public addresses in it serve no callbacks
  "192.0.2.0/24",
  "192.88.99.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "2001::/23", // protocol assignments, Teredo included
  "2001:db8::/32",
  "3fff::/20",
  "fd00:ec2::/32", // a cloud's metadata service, inside a private range
];

/** All public IPv6 addresses. Others are `never`, unless they are in a private range. */
const globalUnicast = blockList(["2000::/3"]);
const privateList = blockList(privateRanges);
const neverList = blockList(neverRanges);

/** The reach of an address. Text that is not an IP address is `never`. */
export function addressReach(address: string): Reach {
  const bare = withoutZone(address);
  const version = isIP(bare);
  if (version === 0) return "never";
  if (version === 4) return ipv4Reach(bare);

  const bytes = ipBytes(bare);
  const inner = embeddedIPv4(bytes);
  if (inner !== undefined) return ipv4Reach(inner);
  if (neverList.check(bare, "ipv6")) return "never";
  if (privateList.check(bare, "ipv6")) return "private";
  return globalUnicast.check(bare, "ipv6") ? "public" : "never";
}

function ipv4Reach(address: string): Reach {
  if (neverList.check(address, "ipv4")) return "never";
  return privateList.check(address, "ipv4") ? "private" : "public";
}

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
