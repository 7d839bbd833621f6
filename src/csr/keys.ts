import { readAlgorithm } from "./algorithm.ts";
import { type Der, DerReader, inside, readOid, tags, unsignedBytes, wholeBytes } from "./der.ts";
import { malformed } from "./error.ts";

/** The algorithms of keys that this reader knows. */
export type KnownKeyAlgorithm = "rsa" | "rsa-pss" | "ec" | "ed25519" | "ed448" | "sm2";

/** The public key in a CSR. */
export interface CsrKey {
  /** The name of the algorithm, or its oid if this reader does not know it. */
  readonly algorithm: KnownKeyAlgorithm | (string & {});
  readonly bits?: number;
  /** For elliptic curves: the name, or the oid of an unknown curve. Absent if the curve is given by its parameters. */
  readonly curve?: string;
}

const curves: Readonly<Record<string, { readonly curve: string; readonly bits: number }>> = {
  "1.2.840.10045.3.1.7": { curve: "P-256", bits: 256 },
  "1.3.132.0.34": { curve: "P-384", bits: 384 },
  "1.3.132.0.35": { curve: "P-521", bits: 521 },
  "1.3.132.0.10": { curve: "secp256k1", bits: 256 },
};

const sm2Curve = "1.2.156.10197.1.301";
const sm2: CsrKey = { algorithm: "sm2", curve: "sm2p256v1", bits: 256 };

/** Whether signatures on this curve can be checked: only on the curves above. */
export function isKnownCurve(name: string | undefined): boolean {
  return Object.values(curves).some(({ curve }) => curve === name);
}

/** What kind of key a SubjectPublicKeyInfo holds. */
export function readKey(publicKeyInfo: Der): CsrKey {
  const what = "the public key";
  const reader = inside(publicKeyInfo);
  const algorithm = readAlgorithm(reader.expect(tags.sequence, what), what);
  const key = wholeBytes(reader.expect(tags.bitString, what), what);
  reader.end(what);

  switch (algorithm.oid) {
    case "1.2.840.113549.1.1.1":
      return { algorithm: "rsa", bits: modulusBits(key) };
    case "1.2.840.113549.1.1.10":
      return { algorithm: "rsa-pss", bits: modulusBits(key) };
    case "1.2.840.10045.2.1":
      return ellipticKey(algorithm.parameters, what);
    case "1.3.101.112":
      return { algorithm: "ed25519", bits: 256 };
    case "1.3.101.113":
      return { algorithm: "ed448", bits: 456 };
    case sm2Curve: // Some programs write the curve in the place of the algorithm.
      return sm2;
    default:
      return { algorithm: algorithm.oid };
  }
}

function ellipticKey(parameters: Der | undefined, what: string): CsrKey {
  if (!parameters) throw malformed(`${what} names no curve`);
  if (parameters.tag !== tags.oid) return { algorithm: "ec" };
  const oid = readOid(parameters, what);
  return oid === sm2Curve ? sm2 : { algorithm: "ec", ...(curves[oid] ?? { curve: oid }) };
}

function modulusBits(key: Uint8Array): number {
  const what = "the RSA public key";
  const outer = new DerReader(key);
  const numbers = inside(outer.expect(tags.sequence, what));
  outer.end(what);
  const modulus = unsignedBytes(numbers.expect(tags.integer, what), what);
  unsignedBytes(numbers.expect(tags.integer, what), what);
  numbers.end(what);
  // The first byte counts from its highest set bit on; Math.clz32 sees it as the last of four bytes.
  return modulus.length * 8 - (Math.clz32(modulus[0] ?? 0) - 24);
}
