import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import * as der from "./der.ts";

// Node can use certificates but not issue them, so they are written out here. The caller says what is special
// about it: its names, its extensions, how long it is good.

export { der };

export const oid = {
  commonName: "2.5.4.3",
  subjectKeyIdentifier: "2.5.29.14",
  keyUsage: "2.5.29.15",
  subjectAlternativeName: "2.5.29.17",
  basicConstraints: "2.5.29.19",
  authorityKeyIdentifier: "2.5.29.35",
  extendedKeyUsage: "2.5.29.37",
  ecdsaWithSha256: "1.2.840.10045.4.3.2",
  serverAuthentication: "1.3.6.1.5.5.7.3.1",
} as const;

interface KeyPair {
  readonly privateKey: KeyObject;
  readonly spki: Buffer;
}

export function newKeys(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { privateKey, spki: publicKey.export({ type: "spki", format: "der" }) };
}

export interface Certified {
  readonly subject: string;
  readonly spki: Buffer;
  readonly issuer: string;
  readonly issuerKey: KeyObject;
  readonly from: Date;
  readonly to: Date;
  readonly extensions: readonly Buffer[];
}

/** The certificate, in DER. */
export function certify({ subject, spki, issuer, issuerKey, from, to, extensions }: Certified): Buffer {
  const algorithm = der.sequence(der.objectIdentifier(oid.ecdsaWithSha256));
  const toBeSigned = der.sequence(
    der.explicit(0, der.unsignedInteger(Buffer.from([2]))), // version 3
    der.unsignedInteger(serialNumber()),
    algorithm,
    distinguishedName(issuer),
    der.sequence(der.time(from), der.time(to)),
    distinguishedName(subject),
    spki,
    der.explicit(3, der.sequence(...extensions)),
  );
  const signature = sign("sha256", toBeSigned, { key: issuerKey, dsaEncoding: "der" });
  return der.sequence(toBeSigned, algorithm, der.bitString(signature));
}

/** Never zero, which some verifiers refuse. */
function serialNumber(): Buffer {
  return Buffer.concat([Buffer.from([1]), randomBytes(15)]);
}

function distinguishedName(commonName: string): Buffer {
  // X.520 allows 64 characters here; the alternative names carry the whole of it.
  const attribute = der.sequence(
    der.objectIdentifier(oid.commonName),
    der.utf8String(commonName.slice(0, 64)),
  );
  return der.sequence(der.set(attribute));
}

export function extension(id: string, value: Buffer): Buffer {
  return der.sequence(der.objectIdentifier(id), der.octetString(value));
}

/** A critical extension: a reader that does not know it has to refuse the certificate. */
export function critical(id: string, value: Buffer): Buffer {
  return der.sequence(der.objectIdentifier(id), der.isTrue, der.octetString(value));
}

export function dnsName(name: string): Buffer {
  return der.implicit(2, Buffer.from(name, "ascii"));
}

export function toPem(certificate: Buffer): string {
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}

export function pemOfKey(key: KeyObject): string {
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}
