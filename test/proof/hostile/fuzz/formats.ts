import { DerReader } from "../../../../src/csr/der.ts";
import { der as derValue } from "../../../harness/csr/build.ts";
import type { Format, Tree } from "./tree.ts";

type ReadOne = (bytes: Buffer, at: number) => [tree: Tree, end: number];
/** Writes a part. `count` is how many parts its body consists of, if it does. */
type WriteOne = (tag: number, body: Buffer, count?: number) => Buffer;

function format(readOne: ReadOne, writeOne: WriteOne): Format {
  const write = (trees: readonly Tree[]): Buffer =>
    Buffer.concat(
      trees.map(({ tag, content }) =>
        Buffer.isBuffer(content) ? writeOne(tag, content) : writeOne(tag, write(content), content.length),
      ),
    );
  return {
    read(bytes) {
      const trees: Tree[] = [];
      for (let at = 0; at < bytes.length; ) {
        const [tree, end] = readOne(bytes, at);
        if (end > bytes.length) throw new RangeError("It is cut off.");
        trees.push(tree);
        at = end;
      }
      return trees;
    },
    write,
  };
}

/** The parts of what may be a whole in the format, else the bytes as they are. */
function parts(format: Format, bytes: Buffer): Tree["content"] {
  try {
    return bytes.length > 0 ? format.read(bytes) : bytes;
  } catch {
    return bytes;
  }
}

/** DER: tag, length, content. Octet strings are looked into, since extensions lie inside them. */
export const der: Format = format(
  (bytes, at) => {
    const { tag, body, whole } = new DerReader(bytes.subarray(at)).any("a value");
    const content = Buffer.from(body);
    const inside = tag & 0x20 ? der.read(content) : tag === 0x04 ? parts(der, content) : content;
    return [{ tag, content: inside }, at + whole.length];
  },
  (tag, body) => derValue(tag, body),
);

/** Protocol Buffers: the tag is field number and wire type, and what has a length may be a message. */
export const protobuf: Format = format(
  (bytes, at) => {
    const [tag, start] = varintAt(bytes, at);
    const [value, from] = varintAt(bytes, start);
    if ((tag & 7) === 0) return [{ tag, content: bytes.subarray(start, from) }, from];
    if ((tag & 7) !== 2) throw new RangeError("This is not one of our messages.");
    return [{ tag, content: parts(protobuf, bytes.subarray(from, from + value)) }, from + value];
  },
  (tag, body, count) => {
    const hasLength = (tag & 7) === 2 || count !== undefined;
    return Buffer.concat([varint(tag), ...(hasLength ? [varint(body.length)] : []), body]);
  },
);

function varintAt(bytes: Buffer, at: number): [value: number, end: number] {
  let value = 0;
  for (let index = 0; index < 5; index++) {
    const byte = bytes[at + index] ?? 0x80;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return [value, at + index + 1];
  }
  throw new RangeError("This is not a varint.");
}

function varint(value: number): Buffer {
  return value < 0x80
    ? Buffer.from([value])
    : Buffer.concat([Buffer.from([(value % 0x80) | 0x80]), varint(Math.floor(value / 0x80))]);
}

const [array, map] = [0x90, 0x80];

/** MessagePack: arrays and maps hold parts, everything else is a first byte with what follows. */
export const msgpack: Format = format(valueAt, (tag, body, count) => {
  if (count === undefined) return Buffer.concat([Buffer.from([tag]), body]);
  const [narrow, wide, entries] = tag === map ? [map, 0xde, count >> 1] : [array, 0xdc, count];
  const head = entries < 16 ? [narrow | entries] : [wide, entries >> 8, entries];
  return Buffer.concat([Buffer.from(head), body]);
});

function valueAt(bytes: Buffer, at: number): [tree: Tree, end: number] {
  const byte = bytes[at] ?? 0;
  const isWide = byte === 0xdc || byte === 0xde;
  const tag = byte === 0xde ? map : byte === 0xdc ? array : byte & 0xf0;
  if (tag !== map && tag !== array) {
    const end = at + 1 + restOf(bytes, at, byte);
    return [{ tag: byte, content: bytes.subarray(at + 1, end) }, end];
  }
  const content: Tree[] = [];
  const count = isWide ? bytes.readUInt16BE(at + 1) : byte & 0x0f;
  let end = at + (isWide ? 3 : 1);
  for (let left = tag === map ? count * 2 : count; left > 0; left--) {
    const [part, next] = valueAt(bytes, end);
    content.push(part);
    end = next;
  }
  return [{ tag, content }, end];
}

/** How many bytes follow the first one of a value without parts. */
function restOf(bytes: Buffer, at: number, byte: number): number {
  const length = (size: number) => size + bytes.readUIntBE(at + 1, size);
  if (byte >= 0xa0 && byte <= 0xbf) return byte & 0x1f;
  if (byte >= 0xd9 && byte <= 0xdb) return length(1 << (byte - 0xd9));
  if (byte >= 0xc4 && byte <= 0xc6) return length(1 << (byte - 0xc4));
  if (byte >= 0xc7 && byte <= 0xc9) return 1 + length(1 << (byte - 0xc7));
  if (byte >= 0xd4 && byte <= 0xd8) return 1 + (1 << (byte - 0xd4));
  if (byte >= 0xcc && byte <= 0xcf) return 1 << (byte - 0xcc);
  if (byte >= 0xd0 && byte <= 0xd3) return 1 << (byte - 0xd0);
  return byte === 0xca ? 4 : byte === 0xcb ? 8 : 0;
}

/** HTTP/2: the tag is the type of a frame, and its content begins with flags and stream. */
export const http2Frames: Format = format(
  (bytes, at) => {
    const end = at + 9 + bytes.readUIntBE(at, 3);
    return [{ tag: bytes[at + 3] ?? 0, content: bytes.subarray(at + 4, end) }, end];
  },
  (tag, body) => {
    const length = Buffer.alloc(3);
    length.writeUIntBE(Math.max(0, body.length - 5), 0, 3);
    return Buffer.concat([length, Buffer.from([tag]), body]);
  },
);
