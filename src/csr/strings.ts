import { malformed } from "./error.ts";

// A byte order mark is kept: without it two different names would look the same.
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const utf16 = new TextDecoder("utf-16be", { fatal: true, ignoreBOM: true });

const decoders: Readonly<Record<number, (bytes: Uint8Array) => string>> = {
  12: (bytes) => utf8.decode(bytes),
  18: ascii, // NumericString
  // PrintableString excludes "*" and "@", but many programs write them, so all of ASCII is accepted.
  19: ascii,
  20: latin1, // T61String, in practice Latin-1
  22: ascii, // IA5String
  26: ascii, // VisibleString
  28: utf32, // UniversalString
  30: (bytes) => utf16.decode(bytes), // BMPString
};

/** The text of an ASN.1 string of any type. Undefined if the tag is not that of a string. */
export function decodeText(tag: number, bytes: Uint8Array, what: string): string | undefined {
  const decode = decoders[tag];
  if (!decode) return undefined;
  try {
    return decode(bytes);
  } catch {
    throw malformed(`${what} is not text of the type that it claims to be`);
  }
}

function ascii(bytes: Uint8Array): string {
  if (bytes.some((byte) => byte > 0x7f)) throw new RangeError("not ASCII");
  return latin1(bytes);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}

function utf32(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let text = "";
  // If the length is not a multiple of four, the last read throws.
  for (let at = 0; at < bytes.length; at += 4) text += String.fromCodePoint(view.getUint32(at));
  if (!text.isWellFormed()) throw new RangeError("half a character");
  return text;
}
