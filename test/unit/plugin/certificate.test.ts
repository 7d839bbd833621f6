import { X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { selfSignedCertificate } from "../../../src/plugin/process/certificate.ts";

// Who trusts it, and whom it keeps out: starting.test.ts.

test("The certificate of a provider has the names, dates and uses that a core expects", () => {
  const now = new Date("2026-07-01T00:30:00Z");
  const certificate = new X509Certificate(selfSignedCertificate(now).certificateDer);
  expect(certificate).toMatchObject({ subject: "CN=localhost", subjectAltName: "DNS:localhost", ca: true });
  expect(certificate.publicKey.asymmetricKeyDetails?.namedCurve).toBe("prime256v1");
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(new Date(certificate.validFrom)).toEqual(new Date("2026-06-30T23:30:00Z"));
  expect(new Date(certificate.validTo)).toEqual(new Date("2027-07-01T00:30:00Z"));
});

test("The certificate of a provider is valid with every random serial number", () => {
  for (let i = 0; i < 100; i += 1)
    expect(new X509Certificate(selfSignedCertificate().certificateDer).serialNumber).not.toBe("");
});
