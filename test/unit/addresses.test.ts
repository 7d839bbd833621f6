import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressReach, ipBytes, type Reach, specialUse } from "../../src/addresses.ts";

/** First and last address of each range, and the neighbours outside where they differ. */
const table: readonly [Reach, ...string[]][] = [
  ["private", "10.0.0.0", "10.255.255.255"],
  ["private", "100.64.0.0", "100.127.255.255"],
  ["private", "127.0.0.0", "127.0.0.1", "127.255.255.255"],
  ["private", "172.16.0.0", "172.31.255.255"],
  ["private", "192.168.0.0", "192.168.255.255"],
  ["private", "::1", "0:0:0:0:0:0:0:1"],
  ["private", "fc00::", "fd12:3456::1", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["never", "0.0.0.0", "0.255.255.255"],
  ["never", "100.100.100.200", "168.63.129.16", "fd00:ec2::254"],
  ["never", "169.254.0.0", "169.254.169.254", "169.254.255.255"],
  ["never", "192.0.0.0", "192.0.0.255", "192.0.2.1", "192.88.99.1"],
  ["never", "198.18.0.0", "198.19.255.255", "198.51.100.7", "203.0.113.7"],
  ["never", "224.0.0.0", "239.255.255.255", "240.0.0.0", "255.255.255.255"],
  ["never", "::", "fe80::1", "fe80::1%eth0", "febf::1", "fec0::1", "ff02::1", "ff0e::1"],
  ["never", "100::1", "100:0:0:1::1", "64:ff9b:1::1", "5f00::1", "4000::1", "1::1", "::ffff:0:a00:1"],
  ["never", "2001::1", "2001:1ff:ffff::1", "2001:db8::1", "3fff::1", "3fff:fff::1"],
  ["never", "", "localhost", "127.1", "0x7f000001", "2130706433", "1.2.3.4.5", "::g"],
  ["public", "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0"],
  [
    "public",
    "126.255.255.255",
    "128.0.0.0",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
  ],
  ["public", "192.0.1.0", "192.0.3.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0"],
  ["public", "223.255.255.255", "2000::1", "2001:200::1", "2606:4700::1111", "3ffe::1", "2a00:1450::8"],
];

describe("The reach of an address", () => {
  for (const [reach, ...addresses] of table)
    for (const address of addresses)
      test(`${address || "(nothing)"} is ${reach}`, () => expect(addressReach(address)).toBe(reach));
});

describe("The use of a special address", () => {
  test.each([
    ["10.1.2.3", "private"],
    ["100.64.0.1", "shared by the customers of a carrier (CGNAT)"],
    ["100.100.100.200", "a cloud's metadata service"],
    ["::ffff:127.0.0.1", "this machine itself (loopback)"],
    ["64:ff9b::192.168.0.1", "private"],
    ["fe80::1%eth0", "link-local"],
    ["fd12::1", "private (ULA)"],
    ["2001:db8::1", "for documentation"],
    ["4000::1", "reserved"],
    ["1.1.1.1", undefined],
    ["64:ff9b::1.1.1.1", undefined],
    ["2606:4700::1111", undefined],
  ])("of %s is %s", (address, use) => expect(specialUse(address)).toBe(use));
});

const ipv4 = fc
  .tuple(...new Array<fc.Arbitrary<number>>(4).fill(fc.integer({ min: 0, max: 255 })))
  .map((bytes) => bytes.join("."));
const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
const ipv6 = fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(":"));

describe("The reach of any address", () => {
  const hex = (address: string) => Buffer.from(address.split(".").map(Number)).toString("hex");
  const low = (address: string) => `${hex(address).slice(0, 4)}:${hex(address).slice(4)}`;

  test("An IPv6 address that leads to an IPv4 address reaches as far as that", () => {
    fc.assert(
      fc.property(ipv4, (address) => {
        const reach = addressReach(address);
        const inside = [
          `::ffff:${address}`,
          `::ffff:${low(address)}`,
          `0:0:0:0:0:FFFF:${address}`,
          `64:ff9b::${address}`,
          `2002:${low(address)}::1`,
        ];
        for (const spelling of inside) expect([spelling, addressReach(spelling)]).toEqual([spelling, reach]);
        // ::0.0.0.1 is ::1 itself.
        if (address !== "0.0.0.1") expect(addressReach(`::${address}`)).toBe(reach);
      }),
    );
  });

  test("IPv6 outside 2000::/3 is never public, unless it leads to a public IPv4 address", () => {
    fc.assert(
      fc.property(ipv6, (address) => {
        const first = ipBytes(address)[0] ?? 0;
        if (first >> 5 !== 1 && first !== 0) expect(addressReach(address)).not.toBe("public");
      }),
      { numRuns: 1000 },
    );
  });

  test("every spelling of an IPv6 address has the same bytes", () => {
    fc.assert(
      fc.property(ipv6, (address) => {
        const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
        expect(ipBytes(short)).toEqual(ipBytes(address));
        expect(ipBytes(address.toUpperCase())).toEqual(ipBytes(short));
        expect(addressReach(short)).toBe(addressReach(address));
      }),
    );
  });

  test("text that is no address reaches nothing and never throws", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(["public", "private", "never"]).toContain(addressReach(text));
      }),
    );
  });
});
