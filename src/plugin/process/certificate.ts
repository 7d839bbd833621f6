import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

// Node cannot issue certificates. In this one, only the key, the serial number and the dates vary, so the rest is
// written out in DER.

export interface Certificate {
  readonly certificateDer: Buffer;
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;

/**
 * A self-signed certificate for `localhost` with a new P-256 key, valid for one process. Each side of a plugin
 * connection creates one, and the other side trusts only that one.
 */
export function selfSignedCertificate(now = new Date()): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const certified = sequence(
    version3,
    // Starts with 1: some readers refuse a number that is zero, negative or has a leading zero.
    element(0x02, Buffer.concat([Buffer.of(1), randomBytes(15)])),
    ecdsaWithSha256,
    nameLocalhost,
    // Valid since an hour ago, because clocks differ. Time zones do not matter: the times are UTC.
    sequence(time(now.getTime() - hourMs), time(now.getTime() + yearMs)),
    nameLocalhost,
    publicKey.export({ type: "spki", format: "der" }),
    extensions,
  );
  const signature = sign("sha256", certified, { key: privateKey, dsaEncoding: "der" });
  const certificateDer = sequence(
    certified,
    ecdsaWithSha256,
    element(0x03, Buffer.concat([Buffer.of(0), signature])),
  );
  return {
    certificateDer,
    certificatePem: toPem(certificateDer),
    privateKeyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");

const version3 = hex("a003 020102");
const ecdsaWithSha256 = hex("300a 0608 2a8648ce3d040302");
const nameLocalhost = hex("3014 3112 3010 0603 550403 0c09 6c6f63616c686f7374");
const extensions = hex(
  "a358 3056" +
    // Critical: it is a certificate authority, and its key signs data and certificates.
    "300f 0603 551d13 0101ff 0405 3003 0101ff" +
    "300e 0603 551d0f 0101ff 0404 0302 0284" +
    // For servers and clients.
    "301d 0603 551d25 0416 3014 0608 2b06010505070301 0608 2b06010505070302" +
    // localhost again, as an alternative name.
    "3014 0603 551d11 040d 300b 8209 6c6f63616c686f7374",
);

/** One tag-length-value. Every length here fits into two bytes. */
function element(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

function sequence(...members: Uint8Array[]): Buffer {
  return element(0x30, Buffer.concat(members));
}

/** A time in whole seconds. Up to 2049, X.509 writes the year with two digits. */
function time(ms: number): Buffer {
  const digits = new Date(ms)
    .toISOString()
    .slice(0, 19)
    .replace(/[^0-9]/g, "");
  return digits < "2050"
    ? element(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : element(0x18, Buffer.from(`${digits}Z`));
}

function toPem(certificate: Buffer): string {
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
