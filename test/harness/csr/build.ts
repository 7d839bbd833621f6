import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { CsrError, readCsr } from "../../../src/csr/index.ts";

/** A fixture's text; `fixtures/make.sh` says how each was made. */
export function fixture(name: string): string {
  return readFileSync(new URL(`fixtures/${name}.pem`, import.meta.url), "utf8");
}

export function decodePem(pem: string): Buffer {
  return Buffer.from(pem.replace(/-----[A-Z ]+-----/g, ""), "base64");
}

export function pem(der: Uint8Array, label = "CERTIFICATE REQUEST"): string {
  const lines =
    Buffer.from(der)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}

/** Encodes one value, written here independently of the reader. */
export function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const body = Buffer.concat(contents);
  const length = [];
  for (let rest = body.length; rest > 0; rest >>= 8) length.unshift(rest & 0xff);
  const header = body.length < 128 ? [tag, body.length] : [tag, 0x80 | length.length, ...length];
  return Buffer.concat([Buffer.from(header), body]);
}

export const sequence = (...contents: Uint8Array[]) => der(0x30, ...contents);
export const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
export const text = (tag: number, value: string) => der(tag, Buffer.from(value, "latin1"));

export const oids = {
  commonName: hex("0603550403"),
  extensionRequest: hex("06092a864886f70d01090e"),
  oldExtensionRequest: hex("060a2b060104018237 02010e"),
  alternativeNames: hex("0603551d11"),
  ed25519: hex("06032b6570"),
};

export const part = (oid: Uint8Array, value: Uint8Array) => der(0x31, sequence(oid, value));
export const dns = (name: string) => text(0x82, name);

/** The attribute by which a CSR asks for these alternative names. */
export function extensionRequest(names: Uint8Array[], attribute: Uint8Array = oids.extensionRequest): Buffer {
  return sequence(
    attribute,
    der(0x31, sequence(sequence(oids.alternativeNames, der(0x04, sequence(...names))))),
  );
}

const pair = generateKeyPairSync("ed25519");
export const exportSpki = (key: KeyObject) => key.export({ type: "spki", format: "der" });

export interface Parts {
  readonly version?: Uint8Array;
  readonly subject?: Uint8Array;
  readonly publicKeyInfo?: Uint8Array;
  /** The [0] list; pass an empty buffer to leave it out. */
  readonly attributes?: Uint8Array;
  readonly algorithm?: Uint8Array;
  readonly signature?: (info: Buffer) => Uint8Array;
}

/** A CSR of the given parts, by default a correct and nearly empty one with an Ed25519 key. */
export function buildCsr(parts: Parts = {}): Buffer {
  const info = sequence(
    parts.version ?? hex("020100"),
    parts.subject ?? sequence(),
    parts.publicKeyInfo ?? exportSpki(pair.publicKey),
    parts.attributes ?? der(0xa0),
  );
  const signature = parts.signature?.(info) ?? sign(null, info, pair.privateKey);
  return sequence(info, parts.algorithm ?? sequence(oids.ed25519), der(0x03, hex("00"), signature));
}

export function csrFor(commonName: string | undefined, ...dnsNames: string[]): string {
  return pem(
    buildCsr({
      subject:
        commonName === undefined
          ? sequence()
          : sequence(part(oids.commonName, der(0x0c, Buffer.from(commonName, "utf8")))),
      attributes: dnsNames.length > 0 ? der(0xa0, extensionRequest(dnsNames.map(dns))) : der(0xa0),
    }),
  );
}

/** The error that reading this throws. Any other error, or none, fails the test. */
export function refusal(input: string): CsrError {
  try {
    readCsr(input);
  } catch (error) {
    if (error instanceof CsrError) return error;
    throw error;
  }
  throw new Error("the text was read as a CSR");
}
