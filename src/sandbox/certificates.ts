import type { KeyObject } from "node:crypto";
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";
import { ipBytes } from "./addresses.ts";
import {
  bitString,
  explicit,
  implicit,
  isTrue,
  objectIdentifier,
  octetString,
  sequence,
  set,
  time,
  unsignedInteger,
  utf8String,
} from "./der.ts";

/** A private key and its certificate, both PEM. */
export interface KeyAndCertificate {
  readonly key: string;
  readonly cert: string;
}

/** A certificate authority that lives as long as the sandbox and is known to nobody else. */
interface Authority {
  /** Its own certificate. */
  readonly pem: string;
  /** A server certificate for host names and IP addresses. */
  issue(names: readonly string[]): KeyAndCertificate;
}

const oid = {
  commonName: "2.5.4.3",
  ecdsaWithSha256: "1.2.840.10045.4.3.2",
  subjectKeyIdentifier: "2.5.29.14",
  keyUsage: "2.5.29.15",
  subjectAltName: "2.5.29.17",
  basicConstraints: "2.5.29.19",
  authorityKeyIdentifier: "2.5.29.35",
  extendedKeyUsage: "2.5.29.37",
  serverAuth: "1.3.6.1.5.5.7.3.1",
} as const;

const signatureAlgorithm = sequence(objectIdentifier(oid.ecdsaWithSha256));
const dayMs = 86_400_000;
const validDays = 365;

export function createAuthority(): Authority {
  const keys = newKeys();
  const name = "certorder sandbox CA";
  const identifier = keyIdentifier(keys.spki);
  const certificate = certify({
    subject: name,
    spki: keys.spki,
    issuer: name,
    issuerKey: keys.privateKey,
    extensions: [
      critical(oid.basicConstraints, sequence(isTrue)),
      // keyCertSign and cRLSign: bits 5 and 6 of a string whose last bit is unused.
      critical(oid.keyUsage, bitString(Buffer.from([0b0000_0110]), 1)),
      extension(oid.subjectKeyIdentifier, octetString(identifier)),
    ],
  });
  return {
    pem: pem("CERTIFICATE", certificate),
    issue(names) {
      const server = newKeys();
      const leaf = certify({
        subject: names[0] ?? "nameless",
        spki: server.spki,
        issuer: name,
        issuerKey: keys.privateKey,
        extensions: [
          critical(oid.keyUsage, bitString(Buffer.from([0b1000_0000]), 7)),
          extension(oid.extendedKeyUsage, sequence(objectIdentifier(oid.serverAuth))),
          extension(oid.subjectAltName, sequence(...names.map(generalName))),
          extension(oid.subjectKeyIdentifier, octetString(keyIdentifier(server.spki))),
          extension(oid.authorityKeyIdentifier, sequence(implicit(0, identifier))),
        ],
      });
      return {
        key: server.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
        cert: pem("CERTIFICATE", leaf),
      };
    },
  };
}

interface Certified {
  readonly subject: string;
  readonly spki: Buffer;
  readonly issuer: string;
  readonly issuerKey: KeyObject;
  readonly extensions: readonly Buffer[];
}

function certify({ subject, spki, issuer, issuerKey, extensions }: Certified): Buffer {
  const now = Date.now();
  const toBeSigned = sequence(
    explicit(0, unsignedInteger(Buffer.from([2]))), // version 3
    unsignedInteger(serialNumber()),
    signatureAlgorithm,
    distinguishedName(issuer),
    // A day back, for machines whose clocks disagree a little.
    sequence(time(new Date(now - dayMs)), time(new Date(now + validDays * dayMs))),
    distinguishedName(subject),
    spki,
    explicit(3, sequence(...extensions)),
  );
  const signature = sign("sha256", toBeSigned, { key: issuerKey, dsaEncoding: "der" });
  return sequence(toBeSigned, signatureAlgorithm, bitString(signature));
}

/** Never zero, which some verifiers refuse. */
function serialNumber(): Buffer {
  return Buffer.concat([Buffer.from([1]), randomBytes(15)]);
}

function newKeys(): { privateKey: KeyObject; spki: Buffer } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { privateKey, spki: publicKey.export({ type: "spki", format: "der" }) };
}

function keyIdentifier(spki: Buffer): Buffer {
  return createHash("sha256").update(spki).digest().subarray(0, 20);
}

function distinguishedName(commonName: string): Buffer {
  // X.520 allows 64 characters here; the alternative names carry the whole of it.
  const attribute = sequence(objectIdentifier(oid.commonName), utf8String(commonName.slice(0, 64)));
  return sequence(set(attribute));
}

function generalName(name: string): Buffer {
  return isIP(name) === 0 ? implicit(2, Buffer.from(name, "ascii")) : implicit(7, ipBytes(name));
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(objectIdentifier(id), octetString(value));
}

function critical(id: string, value: Buffer): Buffer {
  return sequence(objectIdentifier(id), isTrue, octetString(value));
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}
