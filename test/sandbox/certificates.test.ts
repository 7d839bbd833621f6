import { X509Certificate } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAuthority } from "../../src/sandbox/certificates.ts";
import { bitString, objectIdentifier, octetString, time, unsignedInteger } from "../../src/sandbox/der.ts";

describe("Certificates of the sandbox", () => {
  const authority = createAuthority();
  const ca = new X509Certificate(authority.pem);

  test("the authority signs itself and may sign others", () => {
    expect(ca.ca).toBe(true);
    expect(ca.verify(ca.publicKey)).toBe(true);
    expect(ca.checkIssued(ca)).toBe(true);
  });

  test("a server certificate carries its names and addresses and leads to the authority", () => {
    const { cert, key } = authority.issue(["callback.example.test", "127.0.0.1", "::1"]);
    const leaf = new X509Certificate(cert);
    expect(leaf.ca).toBe(false);
    expect(leaf.checkIssued(ca)).toBe(true);
    expect(leaf.verify(ca.publicKey)).toBe(true);
    expect(leaf.checkHost("callback.example.test")).toBe("callback.example.test");
    expect(leaf.checkHost("other.example.test")).toBeUndefined();
    expect(leaf.checkIP("127.0.0.1")).toBe("127.0.0.1");
    expect(leaf.checkIP("::1")).toBe("::1");
    expect(key).toContain("BEGIN PRIVATE KEY");
  });

  test("a certificate is valid now, and no longer than a year", () => {
    const leaf = new X509Certificate(authority.issue(["a.example.test"]).cert);
    expect(leaf.validFromDate.getTime()).toBeLessThan(Date.now());
    expect(leaf.validToDate.getTime() - Date.now()).toBeGreaterThan(300 * 86_400_000);
    expect(leaf.validToDate.getTime() - leaf.validFromDate.getTime()).toBeLessThan(398 * 86_400_000);
  });

  test("serial numbers are positive and differ", () => {
    const serials = Array.from(
      { length: 5 },
      () => new X509Certificate(authority.issue(["a.test"]).cert).serialNumber,
    );
    expect(new Set(serials).size).toBe(5);
    for (const serial of serials) expect(serial).toMatch(/^[0-7]/);
  });

  test("a name longer than a common name may be still names the server", () => {
    const name = `${"a".repeat(60)}.${"b".repeat(60)}.example.test`;
    expect(new X509Certificate(authority.issue([name]).cert).checkHost(name)).toBe(name);
  });
});

describe("DER", () => {
  test("a number is positive and has no needless zero in front", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const [tag, length, ...content] = unsignedInteger(bytes);
        expect(tag).toBe(2);
        expect(length).toBe(content.length);
        expect(content[0]).toBeLessThan(0x80);
        if (content.length > 1) expect(content[0] !== 0 || (content[1] ?? 0) >= 0x80).toBe(true);
        const value = BigInt(`0x${Buffer.from(content).toString("hex")}`);
        expect(value).toBe(BigInt(`0x${Buffer.from(bytes).toString("hex") || "0"}`));
      }),
    );
  });

  test("lengths take the short form up to 127 and the shortest long form after that", () => {
    expect([...octetString(Buffer.alloc(127)).subarray(0, 3)]).toEqual([4, 127, 0]);
    expect([...octetString(Buffer.alloc(128)).subarray(0, 3)]).toEqual([4, 0x81, 128]);
    expect([...octetString(Buffer.alloc(256)).subarray(0, 4)]).toEqual([4, 0x82, 1, 0]);
    expect([...octetString(Buffer.alloc(65_536)).subarray(0, 5)]).toEqual([4, 0x83, 1, 0, 0]);
  });

  test("object identifiers, bit strings and times are written as X.690 says", () => {
    expect(objectIdentifier("1.2.840.10045.4.3.2").toString("hex")).toBe("06082a8648ce3d040302");
    expect(objectIdentifier("2.5.29.17").toString("hex")).toBe("0603551d11");
    expect(bitString(Buffer.from([0x80]), 7).toString("hex")).toBe("03020780");
    expect(time(new Date("2049-12-31T23:59:59Z")).toString("latin1").slice(2)).toBe("491231235959Z");
    expect(time(new Date("2050-01-01T00:00:00Z")).toString("latin1").slice(2)).toBe("20500101000000Z");
  });
});
