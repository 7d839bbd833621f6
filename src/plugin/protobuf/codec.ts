// Protocol Buffers from a table of fields, without descriptors or generated code. Reading a message is one loop over
// its bytes. Fields that are not in the table are skipped.

/** Field number, kind and label. A field without a label is a plain field of proto3. */
export type MessageField<Name extends string = string> =
  | readonly [number: number, kind: Scalar | Name]
  | readonly [number: number, kind: Scalar | Name, label: Label];

/**
 * `optional` fields distinguish "absent" from "zero"; members of a oneof are optional fields. Maps have string keys.
 */
type Label = "optional" | "repeated" | "map";
export type Scalar = "string" | "bytes" | "bool" | "int64" | "enum";

export type MessageFields = Readonly<Record<string, MessageField>>;
export type Table = Readonly<Record<string, MessageFields>>;

interface ScalarTypes {
  string: string;
  bytes: Uint8Array;
  bool: boolean;
  int64: number;
  enum: number;
}

type One<T extends Table, Kind> = Kind extends keyof ScalarTypes
  ? ScalarTypes[Kind]
  : Kind extends keyof T
    ? DecodedMessage<T, Kind>
    : never;

type DecodedField<T extends Table, F> = F extends readonly [number, infer Kind, "repeated"]
  ? One<T, Kind>[]
  : F extends readonly [number, infer Kind, "map"]
    ? Record<string, One<T, Kind>>
    : F extends readonly [number, infer Kind, "optional"]
      ? One<T, Kind> | undefined
      : F extends readonly [number, infer Kind]
        ? Kind extends keyof ScalarTypes
          ? ScalarTypes[Kind]
          : One<T, Kind> | undefined
        : never;

/** A message that was read: absent scalars have their zero value, absent messages are undefined. */
export type DecodedMessage<T extends Table, Name extends keyof T> = {
  [F in keyof T[Name]]: DecodedField<T, T[Name][F]>;
};

type Part<T extends Table, Kind> = Kind extends keyof ScalarTypes
  ? ScalarTypes[Kind]
  : Kind extends keyof T
    ? Encodable<T, Kind>
    : never;

type EncodableField<T extends Table, F> = F extends readonly [number, infer Kind, "repeated"]
  ? readonly Part<T, Kind>[]
  : F extends readonly [number, infer Kind, "map"]
    ? Readonly<Record<string, Part<T, Kind>>>
    : F extends readonly [number, infer Kind, ...unknown[]]
      ? Part<T, Kind>
      : never;

/** A message to write: fields that are left out are absent. */
export type Encodable<T extends Table, Name extends keyof T> = {
  readonly [F in keyof T[Name]]?: EncodableField<T, T[Name][F]> | undefined;
};

export class ProtobufError extends Error {
  override readonly name = "ProtobufError";
}

export class Codec<const T extends Table> {
  readonly table: T;
  /** The fields of each message by number, filled when a message is first read. */
  readonly #byNumber = new Map<string, ReadonlyMap<number, readonly [name: string, field: MessageField]>>();

  constructor(table: T) {
    this.table = table;
  }

  decode<Name extends keyof T & string>(name: Name, bytes: Uint8Array): DecodedMessage<T, Name> {
    // The decoder and the type follow the same table. The compiler cannot see that.
    return this.#decode(name, bytes) as DecodedMessage<T, Name>;
  }

  encode<Name extends keyof T & string>(name: Name, message: Encodable<T, Name>): Uint8Array {
    const chunks: Uint8Array[] = [];
    this.#encode(name, message, chunks);
    return Buffer.concat(chunks);
  }

  #decode(name: string, bytes: Uint8Array): object {
    const message: Record<string, unknown> = {};
    for (const [fieldName, field] of this.#fields(name)) message[fieldName] = absent(field);
    const byNumber = this.#numberedFields(name);
    const reader = new Reader(bytes);
    while (!reader.atEnd) {
      const tag = reader.varint();
      const wire = tag & 7;
      const known = byNumber.get(tag >>> 3);
      if (known === undefined) {
        reader.skip(wire);
        continue;
      }
      const [fieldName, [, kind, label]] = known;
      const held = message[fieldName];
      if (label === "map" && isObject(held)) {
        const [key, value] = this.#entry(kind, reader.bytes(wire));
        held[key] = value;
      } else if (label === "repeated" && Array.isArray(held)) {
        held.push(this.#one(kind, wire, reader));
      } else {
        message[fieldName] = this.#one(kind, wire, reader);
      }
    }
    return message;
  }

  #one(kind: string, wire: number, reader: Reader): unknown {
    if (kind === "string") return reader.string(wire);
    if (kind === "bytes") return reader.bytes(wire);
    if (kind === "bool") return reader.integer(wire) !== 0;
    if (kind === "int64" || kind === "enum") return reader.integer(wire);
    return this.#decode(kind, reader.bytes(wire));
  }

  #entry(kind: string, bytes: Uint8Array): [key: string, value: unknown] {
    let key = "";
    let value: unknown = absent([2, kind]) ?? this.#decode(kind, new Uint8Array());
    const reader = new Reader(bytes);
    while (!reader.atEnd) {
      const tag = reader.varint();
      if (tag >>> 3 === 1) key = reader.string(tag & 7);
      else if (tag >>> 3 === 2) value = this.#one(kind, tag & 7, reader);
      else reader.skip(tag & 7);
    }
    return [key, value];
  }

  #numberedFields(name: string): ReadonlyMap<number, readonly [string, MessageField]> {
    let byNumber = this.#byNumber.get(name);
    if (byNumber === undefined) {
      byNumber = new Map(this.#fields(name).map(([fieldName, field]) => [field[0], [fieldName, field]]));
      this.#byNumber.set(name, byNumber);
    }
    return byNumber;
  }

  #fields(name: string): [name: string, field: MessageField][] {
    return Object.entries(this.table[name] ?? {});
  }

  #encode(name: string, message: object, chunks: Uint8Array[]): void {
    for (const [fieldName, field] of this.#fields(name)) {
      const value: unknown = Reflect.get(message, fieldName);
      if (value === undefined) continue;
      const [number, kind, label] = field;
      if (label === "repeated" && Array.isArray(value)) {
        for (const element of value) this.#field(number, kind, element, chunks);
      } else if (label === "map" && isObject(value)) {
        for (const [key, element] of Object.entries(value)) {
          const entry: Uint8Array[] = [];
          this.#field(1, "string", key, entry);
          this.#field(2, kind, element, entry);
          lengthDelimited(number, Buffer.concat(entry), chunks);
        }
      } else if (label === "optional" || !isZero(value)) {
        this.#field(number, kind, value, chunks);
      }
    }
  }

  #field(number: number, kind: string, value: unknown, chunks: Uint8Array[]): void {
    if (kind === "string") lengthDelimited(number, Buffer.from(String(value)), chunks);
    else if (kind === "bytes" && value instanceof Uint8Array) lengthDelimited(number, value, chunks);
    else if (kind === "bool" || kind === "int64" || kind === "enum") {
      chunks.push(varint(number << 3), varint(Number(value)));
    } else if (isObject(value)) {
      const inner: Uint8Array[] = [];
      this.#encode(kind, value, inner);
      lengthDelimited(number, Buffer.concat(inner), chunks);
    }
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function absent([, kind, label]: MessageField): unknown {
  if (label === "repeated") return [];
  if (label === "map") return Object.create(null);
  if (label === "optional") return undefined;
  if (kind === "string") return "";
  if (kind === "bytes") return new Uint8Array();
  if (kind === "bool") return false;
  return kind === "int64" || kind === "enum" ? 0 : undefined;
}

/** A plain field with its zero value is not written. */
function isZero(value: unknown): boolean {
  return (
    value === "" || value === 0 || value === false || (value instanceof Uint8Array && value.length === 0)
  );
}

function lengthDelimited(number: number, bytes: Uint8Array, chunks: Uint8Array[]): void {
  chunks.push(varint((number << 3) | 2), varint(bytes.length), bytes);
}

function varint(value: number): Uint8Array {
  if (value >= 0 && value < 0x80) return Uint8Array.of(value);
  // Negative numbers have ten bytes: they are written as unsigned 64-bit numbers.
  let remaining = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  for (; remaining > 0x7fn; remaining >>= 7n) bytes.push(Number(remaining & 0x7fn) | 0x80);
  bytes.push(Number(remaining));
  return Uint8Array.from(bytes);
}

const strictText = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const wireVarint = 0;
const wireFixed64 = 1;
const wireLengthDelimited = 2;
const wireFixed32 = 5;

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** A tag or a length. 32 bits are enough. */
  varint(): number {
    const first = this.#bytes[this.#at];
    if (first !== undefined && first < 0x80) {
      this.#at += 1;
      return first;
    }
    const value = this.#varint64();
    if (value > 0xffff_ffffn) throw new ProtobufError("a length or tag is out of range");
    return Number(value);
  }

  integer(wire: number): number {
    if (wire !== wireVarint) throw new ProtobufError("a field has another wire type than its kind");
    const value = Number(BigInt.asIntN(64, this.#varint64()));
    if (!Number.isSafeInteger(value)) throw new ProtobufError("an integer is out of range");
    return value;
  }

  bytes(wire: number): Uint8Array {
    if (wire !== wireLengthDelimited) throw new ProtobufError("a field has another wire type than its kind");
    return this.#take(this.varint());
  }

  string(wire: number): string {
    const bytes = this.bytes(wire);
    try {
      return strictText.decode(bytes);
    } catch {
      throw new ProtobufError("a string is not UTF-8");
    }
  }

  skip(wire: number): void {
    if (wire === wireVarint) this.#varint64();
    else if (wire === wireFixed64) this.#take(8);
    else if (wire === wireLengthDelimited) this.#take(this.varint());
    else if (wire === wireFixed32) this.#take(4);
    else throw new ProtobufError("a field has an unknown wire type");
  }

  #varint64(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new ProtobufError("the message ends early");
      this.#at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new ProtobufError("an integer is longer than ten bytes");
  }

  #take(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new ProtobufError("the message ends early");
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}
