import type { Format, Tree } from "./tree.ts";

/** DER: tag, length, content. Octet strings are looked into, since extensions lie inside them. */
export const der: Format = {
  read(bytes) {
    const trees: Tree[] = [];
    for (let at = 0; at < bytes.length; ) {
      const tag = bytes[at] ?? 0;
      const first = bytes[at + 1] ?? 0;
      const more = first < 0x80 ? 0 : first & 0x7f;
      const length = more === 0 ? first : bytes.readUIntBE(at + 2, more);
      const start = at + 2 + more;
      at = start + length;
      if (at > bytes.length) throw new RangeError("not DER");
      const content = bytes.subarray(start, at);
      trees.push({
        tag,
        content: tag & 0x20 ? der.read(content) : tag === 0x04 ? parts(der, content) : content,
      });
    }
    return trees;
  },
  write(trees) {
    const written = trees.map(({ tag, content }) => {
      const body = Buffer.isBuffer(content) ? content : der.write(content);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(body.length);
      const head = body.length < 0x80 ? [tag, body.length] : [tag, 0x84, ...length];
      return Buffer.concat([Buffer.from(head), body]);
    });
    return Buffer.concat(written);
  },
};

/** Protocol Buffers: the tag is field number and wire type, and what has a length may be a message. */
export const protobuf: Format = {
  read(bytes) {
    const trees: Tree[] = [];
    for (let at = 0; at < bytes.length; ) {
      const [tag, start] = varintAt(bytes, at);
      if ((tag & 7) === 2) {
        const [length, from] = varintAt(bytes, start);
        at = from + length;
        if (at > bytes.length) throw new RangeError("not Protocol Buffers");
        trees.push({ tag, content: parts(protobuf, bytes.subarray(from, at)) });
      } else if ((tag & 7) === 0) {
        at = varintAt(bytes, start)[1];
        trees.push({ tag, content: bytes.subarray(start, at) });
      } else throw new RangeError("not one of our messages");
    }
    return trees;
  },
  write(trees) {
    const written = trees.map(({ tag, content }) => {
      const body = Buffer.isBuffer(content) ? content : protobuf.write(content);
      const hasLength = (tag & 7) === 2 || !Buffer.isBuffer(content);
      return Buffer.concat([varint(tag), hasLength ? varint(body.length) : Buffer.alloc(0), body]);
    });
    return Buffer.concat(written);
  },
};

const [array, map] = [0x90, 0x80];

/** MessagePack: arrays and maps hold parts, everything else is a first byte with what follows. */
export const msgpack: Format = {
  read(bytes) {
    const trees: Tree[] = [];
    for (let at = 0; at < bytes.length; ) {
      const [tree, end] = valueAt(bytes, at);
      trees.push(tree);
      at = end;
    }
    return trees;
  },
  write(trees) {
    const written = trees.map(({ tag, content }) => {
      if (Buffer.isBuffer(content)) return Buffer.concat([Buffer.from([tag & 0xff]), content]);
      const count = tag === map ? content.length >> 1 : content.length;
      const head =
        count < 16 ? [(tag === map ? map : array) | count] : [tag === map ? 0xde : 0xdc, count >> 8, count];
      return Buffer.concat([Buffer.from(head), msgpack.write(content)]);
    });
    return Buffer.concat(written);
  },
};

/** HTTP/2: the tag is the type of a frame, and its content begins with flags and stream. */
export const http2Frames: Format = {
  read(bytes) {
    const trees: Tree[] = [];
    for (let at = 0; at < bytes.length; ) {
      const end = at + 9 + bytes.readUIntBE(at, 3);
      trees.push({ tag: bytes[at + 3] ?? 0, content: bytes.subarray(at + 4, end) });
      at = end;
    }
    return trees;
  },
  write(trees) {
    const written = trees.map(({ tag, content }) => {
      const body = Buffer.isBuffer(content) ? content : http2Frames.write(content);
      const head = Buffer.alloc(4);
      head.writeUIntBE(Math.max(0, body.length - 5), 0, 3);
      head[3] = tag & 0xff;
      return Buffer.concat([head, body]);
    });
    return Buffer.concat(written);
  },
};

/** The parts of what may be a whole in the format, else the bytes as they are. */
function parts(format: Format, bytes: Buffer): Tree["content"] {
  try {
    return bytes.length > 0 ? format.read(bytes) : bytes;
  } catch {
    return bytes;
  }
}

function varintAt(bytes: Buffer, at: number): [value: number, end: number] {
  let value = 0;
  for (let index = 0; index < 5; index++) {
    const byte = bytes[at + index];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return [value, at + index + 1];
  }
  throw new RangeError("not a varint");
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 0x80)) {
    bytes.push(rest < 0x80 ? rest : (rest % 0x80) | 0x80);
    if (rest < 0x80) return Buffer.from(bytes);
  }
}

function valueAt(bytes: Buffer, at: number): [tree: Tree, end: number] {
  const byte = bytes[at] ?? 0;
  const isWide = byte === 0xdc || byte === 0xde;
  const tag = byte === 0xde ? map : byte === 0xdc ? array : byte & 0xf0;
  if (tag === map || tag === array) {
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
  const end = at + 1 + restOf(bytes, at, byte);
  if (end > bytes.length) throw new RangeError("not MessagePack");
  return [{ tag: byte, content: bytes.subarray(at + 1, end) }, end];
}

/** How many bytes follow the first one of a value without parts. */
function restOf(bytes: Buffer, at: number, byte: number): number {
  if (byte >= 0xa0 && byte <= 0xbf) return byte & 0x1f;
  if (byte >= 0xd9 && byte <= 0xdb) return lengthAt(bytes, at, 1 << (byte - 0xd9));
  if (byte >= 0xc4 && byte <= 0xc6) return lengthAt(bytes, at, 1 << (byte - 0xc4));
  if (byte >= 0xc7 && byte <= 0xc9) return 1 + lengthAt(bytes, at, 1 << (byte - 0xc7));
  if (byte >= 0xd4 && byte <= 0xd8) return 1 + (1 << (byte - 0xd4));
  if (byte >= 0xcc && byte <= 0xcf) return 1 << (byte - 0xcc);
  if (byte >= 0xd0 && byte <= 0xd3) return 1 << (byte - 0xd0);
  return byte === 0xca ? 4 : byte === 0xcb ? 8 : 0;
}

function lengthAt(bytes: Buffer, at: number, size: number): number {
  return size + bytes.readUIntBE(at + 1, size);
}
