import { constants, createPublicKey, type KeyObject, verify } from "node:crypto";
import { type Algorithm, readAlgorithm, refuseParameters } from "./algorithm.ts";
import { contextTag, type Der, DerReader, inside, smallUnsigned, tags } from "./der.ts";
import { malformed } from "./error.ts";
import { type CsrKey, isKnownCurve, type KnownKeyAlgorithm } from "./keys.ts";

/** The signature of a CSR. */
export interface CsrSignature {
  /** Such as `rsa-sha256`, or the oid of an unknown algorithm. */
  readonly algorithm: string;
  /** Whether the key in the CSR made its signature. `not-checked`: this reader cannot check it, which is not an error. */
  readonly verified: boolean | "not-checked";
}

/** A signature algorithm. */
interface Scheme {
  readonly name: string;
  /** The kinds of key that can make such signatures. */
  readonly keys: readonly KnownKeyAlgorithm[];
  /** Absent when node:crypto cannot check them. */
  readonly check?: SignatureCheck;
}

interface SignatureCheck {
  /** null if the algorithm has its own hash. */
  readonly hash: string | null;
  readonly pssSaltLength?: number;
}

const what = "the signature algorithm";
const pssOid = "1.2.840.113549.1.1.10";

const schemes: Readonly<Record<string, Scheme>> = {
  "1.2.840.113549.1.1.5": rsa("sha1"),
  "1.2.840.113549.1.1.14": rsa("sha224"),
  "1.2.840.113549.1.1.11": rsa("sha256"),
  "1.2.840.113549.1.1.12": rsa("sha384"),
  "1.2.840.113549.1.1.13": rsa("sha512"),
  "1.2.840.10045.4.1": ecdsa("sha1"),
  "1.2.840.10045.4.3.1": ecdsa("sha224"),
  "1.2.840.10045.4.3.2": ecdsa("sha256"),
  "1.2.840.10045.4.3.3": ecdsa("sha384"),
  "1.2.840.10045.4.3.4": ecdsa("sha512"),
  "1.3.101.112": { name: "ed25519", keys: ["ed25519"], check: { hash: null } },
  "1.3.101.113": { name: "ed448", keys: ["ed448"], check: { hash: null } },
  // OpenSSL assumes an empty signer id. The standard and every CA use a fixed one, so OpenSSL rejects good
  // signatures. No verdict is better than a wrong one.
  "1.2.156.10197.1.501": { name: "sm2-sm3", keys: ["sm2"] },
};

const hashes: Readonly<Record<string, string>> = {
  "1.3.14.3.2.26": "sha1",
  "2.16.840.1.101.3.4.2.4": "sha224",
  "2.16.840.1.101.3.4.2.1": "sha256",
  "2.16.840.1.101.3.4.2.2": "sha384",
  "2.16.840.1.101.3.4.2.3": "sha512",
};

function rsa(hash: string): Scheme {
  return { name: `rsa-${hash}`, keys: ["rsa"], check: { hash } };
}

function ecdsa(hash: string): Scheme {
  return { name: `ecdsa-${hash}`, keys: ["ec"], check: { hash } };
}

interface Signed {
  /** What the signature covers. */
  readonly info: Der;
  readonly publicKeyInfo: Der;
  readonly key: CsrKey;
  readonly algorithm: Der;
  readonly signature: Uint8Array;
}

export function checkSignature(signed: Signed): CsrSignature {
  const algorithm = readAlgorithm(signed.algorithm, what);
  const scheme = findScheme(algorithm);
  return scheme
    ? { algorithm: scheme.name, verified: judge(signed, scheme) }
    : { algorithm: algorithm.oid, verified: "not-checked" };
}

function findScheme(algorithm: Algorithm): Scheme | undefined {
  if (algorithm.oid === pssOid) return pss(algorithm);
  const scheme = schemes[algorithm.oid];
  if (scheme?.check) refuseParameters(algorithm, what);
  return scheme;
}

function judge({ info, publicKeyInfo, key, signature }: Signed, scheme: Scheme): CsrSignature["verified"] {
  if (!scheme.check || !isVerifiable(key)) return "not-checked";
  // For example an ECDSA signature with an RSA key: that key cannot have made it.
  if (!scheme.keys.some((algorithm) => algorithm === key.algorithm)) return false;

  const publicKey = load(publicKeyInfo);
  if (isBeyondOpenssl(publicKey)) return "not-checked";
  const { hash, pssSaltLength } = scheme.check;
  const options =
    pssSaltLength === undefined
      ? publicKey
      : { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: pssSaltLength };
  try {
    return verify(hash, info.whole, options, signature);
  } catch {
    // A wrong signature returns false. An exception means that it was not checked: the machine's policy or the key
    // forbids the digest, or the salt is too long.
    return "not-checked";
  }
}

function isVerifiable({ algorithm, curve }: CsrKey): boolean {
  return algorithm === "ec"
    ? isKnownCurve(curve)
    : ["rsa", "rsa-pss", "ed25519", "ed448"].includes(algorithm);
}

function load(publicKeyInfo: Der): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(publicKeyInfo.whole), format: "der", type: "spki" });
  } catch {
    throw malformed("the public key is not a possible key of its kind");
  }
}

/** RSA keys that OpenSSL loads but does not use because they are slow. It then rejects every signature. */
function isBeyondOpenssl({ asymmetricKeyDetails }: KeyObject): boolean {
  const { modulusLength = 0, publicExponent = 0n } = asymmetricKeyDetails ?? {};
  return modulusLength > 16384 || (modulusLength > 3072 && publicExponent >= 2n ** 64n);
}

/** RSA-PSS has its hash, mask and salt in the parameters, each with a default from the time of SHA-1. */
function pss({ parameters }: Algorithm): Scheme {
  if (parameters?.tag !== tags.sequence) throw malformed(`${what} has no parameters, and needs them`);
  const reader = inside(parameters);
  const part = (n: number, tag: number): Der | undefined => {
    const wrapper = reader.maybe(contextTag(n), what);
    if (!wrapper) return undefined;
    const content = inside(wrapper);
    const value = content.expect(tag, what);
    content.end(what);
    return value;
  };
  const hashPart = part(0, tags.sequence);
  const maskPart = part(1, tags.sequence);
  const saltPart = part(2, tags.integer);
  const trailerPart = part(3, tags.integer);
  reader.end(what);

  const hash = hashPart ? readHash(hashPart) : "sha1";
  const maskHash = maskPart ? readMaskHash(maskPart) : "sha1";
  const pssSaltLength = saltPart ? smallUnsigned(saltPart, what) : 20;
  const trailer = trailerPart ? smallUnsigned(trailerPart, what) : 1;

  const name = hash === undefined ? "rsa-pss" : `rsa-pss-${hash}`;
  const keys = ["rsa", "rsa-pss"] as const;
  // node:crypto uses one hash for the message and the mask.
  const checkable = hash !== undefined && hash === maskHash && trailer === 1;
  return { name, keys, ...(checkable ? { check: { hash, pssSaltLength } } : {}) };
}

function readHash(algorithm: Der): string | undefined {
  return hashes[readAlgorithm(algorithm, what).oid];
}

function readMaskHash(mask: Der): string | undefined {
  const { oid, parameters } = readAlgorithm(mask, what);
  const mgf1 = "1.2.840.113549.1.1.8";
  if (oid !== mgf1 || !parameters) return undefined;
  return readHash(new DerReader(parameters.whole).expect(tags.sequence, what));
}
