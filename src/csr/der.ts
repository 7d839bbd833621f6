import { malformed } from "./error.ts";

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  sequence: 0x30,
  set: 0x31,
} as const;

/** The tag of `[n]` in a grammar, for a constructed value. */
export function contextTag(n: number): number {
  return 0xa0 | n;
}

/** One encoded value. */
export interface Der {
  readonly tag: number;
  readonly body: Uint8Array;
  /** Header and body. Signatures and fingerprints are computed over both. */
  readonly whole: Uint8Array;
}

/**
 * Reads values that follow each other. It does not descend by itself: callers follow the fixed grammar of a CSR and
 * open the values that they expect, so deep nesting costs nothing.
 */
export class DerReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** The next value of any type. `what` names it in messages, such as "the subject". */
  any(what: string): Der {
    const start = this.#at;
    const tag = this.#byte(what);
    // Tag numbers from 31 on take more bytes. A CSR has none.
    if ((tag & 0x1f) === 0x1f) throw malformed(`${what} has a tag that no CSR uses`);
    const length = this.#length(what);
    if (length > this.#bytes.length - this.#at) throw malformed(`${what} is cut off`);
    const bodyStart = this.#at;
    this.#at += length;
    return {
      tag,
      body: this.#bytes.subarray(bodyStart, this.#at),
      whole: this.#bytes.subarray(start, this.#at),
    };
  }

  expect(tag: number, what: string): Der {
    const value = this.any(what);
    if (value.tag !== tag) throw malformed(`${what} has the wrong type`);
    return value;
  }

  /** The next value if it has this tag, for the OPTIONAL and DEFAULT parts of a grammar. */
  maybe(tag: number, what: string): Der | undefined {
    return this.#bytes[this.#at] === tag ? this.any(what) : undefined;
  }

  /** All values up to the end, each with this tag: SEQUENCE OF and SET OF. */
  rest(tag: number, what: string): Der[] {
    const values: Der[] = [];
    while (!this.atEnd) values.push(this.expect(tag, what));
    return values;
  }

  end(what: string): void {
    if (!this.atEnd) throw malformed(`something follows ${what}`);
  }

  #length(what: string): number {
    const first = this.#byte(what);
    if (first < 0x80) return first;
    if (first === 0x80) throw malformed(`${what} has no definite length, which DER requires`);
    const size = first & 0x7f;
    if (size > 4) throw malformed(`${what} is cut off`);
    let length = 0;
    for (let i = 0; i < size; i++) length = length * 256 + this.#byte(what);
    // With two encodings of one value, two readers of a CSR could see different values.
    const shorterWouldDo = length < 0x80 || length < 256 ** (size - 1);
    if (shorterWouldDo) throw malformed(`${what} has a length that is not in its shortest form`);
    return length;
  }

  #byte(what: string): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw malformed(`${what} is missing or cut off`);
    this.#at++;
    return byte;
  }
}

/** Reads the values inside a constructed value. */
export function inside(value: Der): DerReader {
  return new DerReader(value.body);
}

/** The bytes of an INTEGER that is not negative, without the leading zero of its sign. */
export function unsignedBytes(value: Der, what: string): Uint8Array {
  const [first, second] = value.body;
  if (first === undefined) throw malformed(`${what} is empty`);
  if (first >= 0x80) throw malformed(`${what} is negative`);
  if (first !== 0) return value.body;
  if (second !== undefined && second < 0x80) throw malformed(`${what} is not in its shortest form`);
  return value.body.subarray(1);
}

/** An INTEGER as a number. Four bytes are enough for every number in a CSR. */
export function smallUnsigned(value: Der, what: string): number {
  const bytes = unsignedBytes(value, what);
  if (bytes.length > 4) throw malformed(`${what} is too large`);
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

/** The contents of a BIT STRING of whole bytes. All in a CSR are. */
export function wholeBytes(value: Der, what: string): Uint8Array {
  const [unusedBits] = value.body;
  if (unusedBits !== 0) throw malformed(`${what} is not made of whole bytes`);
  return value.body.subarray(1);
}

// Real identifiers have about ten bytes. The limit keeps the BigInt arithmetic below cheap for hostile input.
const longestOid = 64;

/** An OBJECT IDENTIFIER in dotted form. */
export function readOid(value: Der, what: string): string {
  const { body } = value;
  const last = body.at(-1);
  if (last === undefined || last >= 0x80) throw malformed(`${what} is cut off`);
  if (body.length > longestOid) throw malformed(`${what} is too long`);
  const arcs: bigint[] = [];
  let arc = 0n;
  let continued = false;
  for (const byte of body) {
    if (!continued && byte === 0x80) throw malformed(`${what} is not in its shortest form`);
    arc = (arc << 7n) | BigInt(byte & 0x7f);
    continued = byte >= 0x80;
    if (continued) continue;
    // The first two arcs share a number: 40 × first + second, where the first is 0, 1 or 2.
    if (arcs.length === 0) {
      const top = arc < 80n ? arc / 40n : 2n;
      arcs.push(top, arc - top * 40n);
    } else arcs.push(arc);
    arc = 0n;
  }
  return arcs.join(".");
}
