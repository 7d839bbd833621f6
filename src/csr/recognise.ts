import { tags } from "./der.ts";

export type Recognised = "private key" | "certificate" | "public key" | "something else";

/**
 * Recognises DER by its beginning. Unlike the strict reader it tolerates damage: a private key that is cut off must
 * not be sent either.
 */
export function recognise(bytes: Uint8Array): Recognised {
  if (startsWith(bytes, 0, opensshKey)) return "private key";
  const outer = readHeader(bytes, 0);
  if (outer?.tag !== tags.sequence) return "something else";
  const first = readHeader(bytes, outer.body);
  const second = first && first.end < outer.end ? readHeader(bytes, first.end) : undefined;

  if (first?.tag === tags.integer) {
    // Private keys and key stores begin with a version of one byte, public RSA keys with their modulus.
    if (first.end - first.body > 1) return second?.tag === tags.integer ? "public key" : "something else";
    switch (second?.tag) {
      case tags.integer: // PKCS#1, and OpenSSL's DSA
      case tags.octetString: // SEC1
        return "private key";
      case tags.sequence: // PKCS#8 or PKCS#12. A CSR has no oid in this place.
        return readHeader(bytes, second.body)?.tag === tags.oid ? "private key" : "something else";
      default:
        return "something else";
    }
  }
  if (first?.tag === tags.sequence) {
    const inner = readHeader(bytes, first.body);
    if (inner?.tag === certificateVersion) return "certificate";
    if (inner?.tag !== tags.oid) return "something else";
    if (passwordEncryption.some((prefix) => startsWith(bytes, inner.body, prefix))) return "private key";
    if (second?.tag === tags.octetString) return "private key";
    if (second?.tag === tags.bitString) return "public key";
  }
  return "something else";
}

const opensshKey = Buffer.from("openssh-key-v1\0");
const certificateVersion = 0xa0;
/** The beginnings of the oids of PKCS#5 and PKCS#12, with which an encrypted PKCS#8 key starts. */
const passwordEncryption = [Buffer.from("2a864886f70d0105", "hex"), Buffer.from("2a864886f70d010c01", "hex")];

interface Header {
  readonly tag: number;
  readonly body: number;
  /** The end of the value by its own length. Infinite if it gives none. */
  readonly end: number;
}

function readHeader(bytes: Uint8Array, at: number): Header | undefined {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) return undefined;
  if (first < 0x80) return { tag, body: at + 2, end: at + 2 + first };
  const body = at + 2 + (first & 0x7f);
  if (first === 0x80) return { tag, body, end: Number.POSITIVE_INFINITY };
  const length = bytes.subarray(at + 2, body).reduce((sum, byte) => sum * 256 + byte, 0);
  return { tag, body, end: body + length };
}

function startsWith(bytes: Uint8Array, at: number, prefix: Uint8Array): boolean {
  return prefix.every((byte, i) => bytes[at + i] === byte);
}
