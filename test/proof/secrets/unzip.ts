import { inflateRawSync } from "node:zlib";

export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer;
}

/** Everything that a zip archive, such as a plan file, holds. */
export function unzip(zip: Buffer): ZipEntry[] {
  const entries: ZipEntry[] = [];
  for (let at = zip.indexOf("PK\x01\x02"); at >= 0; at = zip.indexOf("PK\x01\x02", at + 4)) {
    const name = zip.toString("utf8", at + 46, at + 46 + zip.readUInt16LE(at + 28));
    const start = zip.readUInt32LE(at + 42);
    const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    const stored = zip.subarray(data, data + zip.readUInt32LE(at + 20));
    entries.push({ name, content: zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(stored) : stored });
  }
  return entries;
}
