import { createHash } from "node:crypto";

const segmentCommand = 0x19;
const signatureCommand = 0x1d;
const pageBits = 12;
const page = 1 << pageBits;
const hashSize = 32;
/** Signed ad hoc, by the linker. */
const flags = 0x2_0002;

/**
 * Replaces the runtime's signature in a program for macOS by an ad hoc one. The runtime's does not fit the program's bytes, and
 * macOS may end a program whose signature does not fit. The format is that of XNU's `cs_blobs.h`.
 */
export function signAdHoc(program: Buffer, identifier: string): Buffer {
  const { signature, text, linkedit } = readLoadCommands(program);
  const limit = program.readUInt32LE(signature + 8);
  const textOffset = Number(program.readBigUInt64LE(text + 40));
  const textSize = Number(program.readBigUInt64LE(text + 48));
  const blob = Buffer.alloc(signatureSize(limit, identifier));
  const code = Buffer.from(program.subarray(0, limit));

  // The hashes are also over these numbers.
  code.writeUInt32LE(blob.length, signature + 12);
  const size = limit + blob.length - Number(code.readBigUInt64LE(linkedit + 40));
  code.writeBigUInt64LE(BigInt(size), linkedit + 48);
  code.writeBigUInt64LE(BigInt(Math.ceil(size / page) * page), linkedit + 32);

  const directory = 20;
  const pages = Math.ceil(limit / page);
  write(blob, 0, [0xfade0cc0, blob.length, 1, 0, directory]);
  const hashes = directorySize + identifier.length + 1;
  write(blob, directory, [
    ...[0xfade0c02, blob.length - directory, 0x2_0400, flags, hashes, directorySize, 0, pages, limit],
    // Size and kind (SHA-256) of a hash, no platform, and the size of a page.
    ((hashSize << 24) | (2 << 16) | pageBits) >>> 0,
    // Neither scattered, nor of a team, nor larger than 4 GiB.
    ...[0, 0, 0, 0, 0, 0],
    // Where the program's own code is, and that it is a main program.
    ...[0, textOffset, 0, textSize, 0, 1],
  ]);
  blob.write(identifier, directory + directorySize, "ascii");
  for (let at = 0, slot = directory + hashes; at < limit; at += page, slot += hashSize)
    createHash("sha256")
      .update(code.subarray(at, at + page))
      .digest()
      .copy(blob, slot);
  return Buffer.concat([code, blob]);
}

const directorySize = 88;

function signatureSize(limit: number, identifier: string): number {
  return 20 + directorySize + identifier.length + 1 + Math.ceil(limit / page) * hashSize;
}

function write(blob: Buffer, at: number, numbers: readonly number[]): void {
  for (const [index, number] of numbers.entries()) blob.writeUInt32BE(number, at + 4 * index);
}

/** Where in the head of a program the commands stand that a signature has to do with. */
function readLoadCommands(program: Buffer) {
  if (program.readUInt32LE(0) !== 0xfeedfacf) throw new Error("This is no program for macOS.");
  const offsets: Record<string, number> = {};
  const count = program.readUInt32LE(16);
  for (let index = 0, at = 32; index < count; index++, at += program.readUInt32LE(at + 4)) {
    const kind = program.readUInt32LE(at);
    if (kind === signatureCommand) offsets.signature = at;
    if (kind === segmentCommand) offsets[program.toString("ascii", at + 8, at + 24).replace(/\0+$/, "")] = at;
  }
  const { signature, __TEXT: text, __LINKEDIT: linkedit } = offsets;
  if (signature === undefined || text === undefined || linkedit === undefined)
    throw new Error("The program has no signature that could be replaced.");
  if (program.readUInt32LE(signature + 8) + program.readUInt32LE(signature + 12) !== program.length)
    throw new Error("The signature is not the end of the program.");
  return { signature, text, linkedit };
}
