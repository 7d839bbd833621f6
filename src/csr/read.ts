import { createHash } from "node:crypto";
import { contextTag, type Der, DerReader, inside, readOid, smallUnsigned, tags, wholeBytes } from "./der.ts";
import { malformed } from "./error.ts";
import { type CsrKey, readKey } from "./keys.ts";
import { type AlternativeNames, readAlternativeNames, readSubject, type SubjectPart } from "./names.ts";
import { csrBytes } from "./pem.ts";
import { type CsrSignature, checkSignature } from "./signature.ts";

/**
 * The content of a certificate signing request. The names are unchecked input of its author, and may have control
 * characters: clean them before you show them.
 */
export interface Csr extends AlternativeNames {
  /** In the order in which the CSR has them. */
  readonly subject: readonly SubjectPart[];
  /** The last common name, which is the most specific one. */
  readonly commonName?: string;
  readonly key: CsrKey;
  readonly signature: CsrSignature;
  /** Hex of the SHA-256 of the public key (SubjectPublicKeyInfo). Two CSRs from one key have the same. */
  readonly publicKeySha256: string;
}

/**
 * Reads a PKCS#10 request as PEM, or as base64 of its DER form.
 *
 * @throws `CsrError` if it cannot be read. A signature that is wrong is no error: see `signature`.
 *
 * @example
 * ```ts
 * const { commonName, dnsNames, key, signature } = readCsr(csr);
 * console.log(commonName, dnsNames, key.algorithm, signature);
 * ```
 */
export function readCsr(text: string): Csr {
  const what = "the request";
  const file = new DerReader(csrBytes(text));
  const request = inside(file.expect(tags.sequence, what));
  file.end(what);
  const info = request.expect(tags.sequence, what);
  const algorithm = request.expect(tags.sequence, "the signature algorithm");
  const signature = wholeBytes(request.expect(tags.bitString, "the signature"), "the signature");
  request.end("the signature");

  const parts = inside(info);
  const version = smallUnsigned(parts.expect(tags.integer, "the version"), "the version");
  if (version !== 0) throw malformed("it has a version other than 0, the only one there is");
  const subject = readSubject(parts.expect(tags.sequence, "the subject"));
  const publicKeyInfo = parts.expect(tags.sequence, "the public key");
  // The standard requires this list even if it is empty. Programs leave it out, and CAs accept that.
  const attributes = parts.maybe(contextTag(0), "the list of attributes");
  parts.end("the list of attributes");

  const commonName = subject.findLast(({ name }) => name === "CN")?.value;
  const key = readKey(publicKeyInfo);
  return {
    subject,
    ...(commonName === undefined ? {} : { commonName }),
    ...requestedNames(attributes),
    key,
    signature: checkSignature({ info, publicKeyInfo, key, algorithm, signature }),
    publicKeySha256: createHash("sha256").update(publicKeyInfo.whole).digest("hex"),
  };
}

const extensionRequests: readonly string[] = [
  "1.2.840.113549.1.9.14",
  "1.3.6.1.4.1.311.2.1.14", // Microsoft's older number for the same attribute
];
const subjectAlternativeName = "2.5.29.17";

function requestedNames(attributes: Der | undefined): AlternativeNames {
  const lists = attributes ? inside(attributes).rest(tags.sequence, "an attribute") : [];
  const extensions = lists.flatMap(requestedExtensions).filter(({ oid }) => oid === subjectAlternativeName);
  // Readers disagree on which of two lists counts, so two CAs could read different names.
  if (extensions.length > 1) throw malformed("it has two lists of alternative names");
  const [names] = extensions;
  return names
    ? readAlternativeNames(names.value)
    : { dnsNames: [], ipAddresses: [], emailAddresses: [], uris: [] };
}

interface Extension {
  readonly oid: string;
  readonly value: Uint8Array;
}

function requestedExtensions(attribute: Der): Extension[] {
  const what = "an attribute";
  const reader = inside(attribute);
  const type = readOid(reader.expect(tags.oid, what), what);
  const values = inside(reader.expect(tags.set, what));
  reader.end(what);
  if (!extensionRequests.includes(type)) return [];
  const list = values.expect(tags.sequence, "the list of extensions");
  values.end("the list of extensions");
  return inside(list).rest(tags.sequence, "an extension").map(readExtension);
}

function readExtension(sequence: Der): Extension {
  const what = "an extension";
  const reader = inside(sequence);
  const oid = readOid(reader.expect(tags.oid, what), what);
  const critical = reader.maybe(tags.boolean, what);
  if (critical && !(critical.body.length === 1 && (critical.body[0] === 0 || critical.body[0] === 0xff)))
    throw malformed(`${what} has a flag that is neither true nor false`);
  const value = reader.expect(tags.octetString, what).body;
  reader.end(what);
  return { oid, value };
}
