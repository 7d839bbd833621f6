import { ExactNumber } from "./number.ts";
import { ValueError } from "./value-error.ts";

// The part of MessagePack that Terraform values use. Reader and writer follow the type of the value, so no intermediate
// objects are built.

const strictText = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export interface Extension {
  readonly type: number;
  readonly body: Uint8Array;
}

export class MsgpackReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** The next byte, which says what kind of value follows. It is not consumed. */
  peek(): number {
    return this.#bytes[this.#at] ?? fail("it ends early");
  }

  /** Reads nil if it is next. */
  nil(): boolean {
    if (this.peek() !== 0xc0) return false;
    this.#at += 1;
    return true;
  }

  boolean(): boolean {
    const byte = this.#unsigned(1);
    return byte === 0xc3 || (byte === 0xc2 ? false : fail("a boolean was expected"));
  }

  string(): string {
    return this.#text(this.#stringLength());
  }

  /** Binary data, or the bytes of a string: cores use both for the type of a dynamic value. */
  binary(): Uint8Array {
    const byte = this.peek();
    if (byte < 0xc4 || byte > 0xc6) return this.#take(this.#stringLength());
    this.#at += 1;
    return this.#take(this.#unsigned(1 << (byte - 0xc4)));
  }

  /** A number in any of its three forms: integer, double, or decimal text. */
  number(): number | ExactNumber {
    const byte = this.peek();
    if (isString(byte)) return ExactNumber.parse(this.string()) ?? fail("a text is not a number");
    this.#at += 1;
    if (byte <= 0x7f) return byte;
    if (byte >= 0xe0) return byte - 0x100;
    if (byte === 0xca || byte === 0xcb) return this.#float(byte === 0xca ? 4 : 8);
    if (byte >= 0xcc && byte <= 0xce) return this.#unsigned(1 << (byte - 0xcc));
    if (byte === 0xcf) return exactInteger(this.#view.getBigUint64(this.#advance(8)));
    if (byte === 0xd0) return this.#view.getInt8(this.#advance(1));
    if (byte === 0xd1) return this.#view.getInt16(this.#advance(2));
    if (byte === 0xd2) return this.#view.getInt32(this.#advance(4));
    if (byte === 0xd3) return exactInteger(this.#view.getBigInt64(this.#advance(8)));
    return fail("a number was expected");
  }

  /** The length of an array. Its elements follow. */
  array(): number {
    return this.#collection(0x90, 0xdc, "an array");
  }

  /** The number of entries of a map. Keys and values follow in turn. */
  map(): number {
    return this.#collection(0x80, 0xde, "a map");
  }

  /** Reads an extension value if one is next. */
  extension(): Extension | undefined {
    const byte = this.peek();
    let length: number;
    if (byte >= 0xd4 && byte <= 0xd8) {
      this.#at += 1;
      length = 1 << (byte - 0xd4);
    } else if (byte >= 0xc7 && byte <= 0xc9) {
      this.#at += 1;
      length = this.#unsigned(1 << (byte - 0xc7));
    } else {
      return undefined;
    }
    const type = this.#unsigned(1);
    return { type, body: this.#take(length) };
  }

  #collection(fix: number, wide: number, name: string): number {
    const byte = this.#unsigned(1);
    if ((byte & 0xf0) === fix) return byte & 0x0f;
    if (byte !== wide && byte !== wide + 1) return fail(`${name} was expected`);
    const length = this.#unsigned(byte === wide ? 2 : 4);
    // Every element has at least one byte. Without this check, a few bytes could allocate gigabytes.
    if (length > this.#bytes.length - this.#at) return fail("it ends early");
    return length;
  }

  #stringLength(): number {
    const byte = this.#unsigned(1);
    if (byte >= 0xa0 && byte <= 0xbf) return byte & 0x1f;
    if (byte >= 0xd9 && byte <= 0xdb) return this.#unsigned(1 << (byte - 0xd9));
    return fail("a string was expected");
  }

  #text(length: number): string {
    try {
      return strictText.decode(this.#take(length));
    } catch {
      return fail("a string is not UTF-8");
    }
  }

  #float(size: 4 | 8): number | ExactNumber {
    const start = this.#advance(size);
    const value = size === 4 ? this.#view.getFloat32(start) : this.#view.getFloat64(start);
    if (Number.isNaN(value)) return fail("NaN is not a number here");
    // A large whole double stands for its exact value. JavaScript would print only 17 of its digits.
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? exactInteger(BigInt(value)) : value;
  }

  #unsigned(size: number): number {
    const start = this.#advance(size);
    if (size === 1) return this.#view.getUint8(start);
    return size === 2 ? this.#view.getUint16(start) : this.#view.getUint32(start);
  }

  #take(length: number): Uint8Array {
    const start = this.#advance(length);
    return this.#bytes.subarray(start, this.#at);
  }

  /** Skips `length` bytes and returns their start. */
  #advance(length: number): number {
    if (length > this.#bytes.length - this.#at) fail("it ends early");
    const start = this.#at;
    this.#at += length;
    return start;
  }
}

export class MsgpackWriter {
  #bytes: Buffer;
  #at = 0;

  constructor(sizeHint = 512) {
    this.#bytes = Buffer.allocUnsafe(sizeHint);
  }

  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  nil(): void {
    this.#byte(0xc0);
  }

  boolean(value: boolean): void {
    this.#byte(value ? 0xc3 : 0xc2);
  }

  string(value: string): void {
    const length = Buffer.byteLength(value);
    if (length < 32) this.#byte(0xa0 | length);
    else if (length < 0x100) this.#sized(0xd9, length, 1);
    else this.#sized(length < 0x10000 ? 0xda : 0xdb, length, length < 0x10000 ? 2 : 4);
    this.#reserve(length);
    this.#at += this.#bytes.write(value, this.#at);
  }

  binary(value: Uint8Array): void {
    const size = value.length < 0x100 ? 1 : value.length < 0x10000 ? 2 : 4;
    this.#sized(size === 1 ? 0xc4 : size === 2 ? 0xc5 : 0xc6, value.length, size);
    this.#append(value);
  }

  /** Writes whole numbers that a double can represent as integers, and all others as decimal text, which is exact. */
  number(value: number | bigint | ExactNumber): void {
    const number = typeof value === "bigint" ? Number(value) : value;
    if (typeof number === "number" && Number.isSafeInteger(number)) this.#integer(number);
    else if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
      this.#byte(0xcb);
      this.#reserve(8);
      this.#at = this.#bytes.writeDoubleBE(value, this.#at);
    } else this.string(String(value));
  }

  array(length: number): void {
    this.#collection(0x90, 0xdc, length);
  }

  map(length: number): void {
    this.#collection(0x80, 0xde, length);
  }

  extension(type: number, body: Uint8Array): void {
    const power = [1, 2, 4, 8, 16].indexOf(body.length);
    if (power >= 0) this.#byte(0xd4 + power);
    else this.#sized(body.length < 0x100 ? 0xc7 : 0xc8, body.length, body.length < 0x100 ? 1 : 2);
    this.#byte(type);
    this.#append(body);
  }

  #integer(value: number): void {
    if (value >= 0 && value < 0x80) this.#byte(value);
    else if (value < 0 && value >= -0x20) this.#byte(value + 0x100);
    else if (value >= 0 && value < 0x100) this.#sized(0xcc, value, 1);
    else if (value >= 0 && value < 0x10000) this.#sized(0xcd, value, 2);
    else if (value >= 0 && value < 0x1_0000_0000) this.#sized(0xce, value, 4);
    else {
      this.#byte(value < 0 ? 0xd3 : 0xcf);
      this.#reserve(8);
      this.#at = this.#bytes.writeBigInt64BE(BigInt(value), this.#at);
    }
  }

  #collection(fix: number, wide: number, length: number): void {
    if (length < 16) this.#byte(fix | length);
    else this.#sized(length < 0x10000 ? wide : wide + 1, length, length < 0x10000 ? 2 : 4);
  }

  #sized(head: number, length: number, size: number): void {
    this.#byte(head);
    this.#reserve(size);
    this.#at = this.#bytes.writeUIntBE(length, this.#at, size);
  }

  #append(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#at);
    this.#at += value.length;
  }

  #byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#at] = value;
    this.#at += 1;
  }

  #reserve(length: number): void {
    const needed = this.#at + length;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(grown, 0, 0, this.#at);
    this.#bytes = grown;
  }
}

function isString(byte: number): boolean {
  return (byte >= 0xa0 && byte <= 0xbf) || (byte >= 0xd9 && byte <= 0xdb);
}

function exactInteger(value: bigint): number | ExactNumber {
  return ExactNumber.parse(String(value)) ?? fail("a number was expected");
}

function fail(problem: string): never {
  throw new ValueError(`malformed MessagePack: ${problem}`);
}
