import { X509Certificate } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createAuthority } from "../../../src/sandbox/certificates.ts";

describe("Certificates of the sandbox", () => {
  const authority = createAuthority();
  const ca = new X509Certificate(authority.pem);

  test("The authority signs itself and may sign others", () => {
    expect(ca.ca).toBe(true);
    expect(ca.verify(ca.publicKey)).toBe(true);
    expect(ca.checkIssued(ca)).toBe(true);
  });

  test("A server certificate carries its names and addresses and leads to the authority", () => {
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

  test("A certificate is valid now, and no longer than a year", () => {
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

  test("A name longer than a common name may be still names the server", () => {
    const name = `${"a".repeat(60)}.${"b".repeat(60)}.example.test`;
    expect(new X509Certificate(authority.issue([name]).cert).checkHost(name)).toBe(name);
  });
});
