/** Where it is loaded, and where its only section begins. */
const [imageBase, section] = [0x1_8000_0000n, 0x1000];
const blockSize = 0x200;

/**
 * A library for Windows (PE32+) without code: its one function is another library's. Debian's Wine has no
 * bcryptprimitives.dll, without which the runtime does not start.
 */
export function forwardingDll(name: string, from: string, to: string): Buffer {
  const exports = exportsOf(name, from, to);
  const file = Buffer.alloc(2 * blockSize);
  file.write("MZ", 0);
  file.writeUInt32LE(64, 60);
  file.write("PE\0\0", 64);
  // A program for x86-64, with one section; executable, large addresses, a library.
  file.writeUInt16LE(0x8664, 68);
  file.writeUInt16LE(1, 70);
  file.writeUInt16LE(240, 84);
  file.writeUInt16LE(0x2022, 86);

  const header = file.subarray(88, 88 + 240);
  header.writeUInt16LE(0x20b, 0);
  header.writeBigUInt64LE(imageBase, 24);
  header.writeUInt32LE(section, 32);
  header.writeUInt32LE(blockSize, 36);
  for (const version of [40, 48]) header.writeUInt16LE(6, version);
  header.writeUInt32LE(2 * section, 56);
  header.writeUInt32LE(blockSize, 60);
  // A console's; no code, so that there is none that could be executed or moved.
  header.writeUInt16LE(3, 68);
  header.writeUInt16LE(0x100, 70);
  header.writeUInt32LE(16, 108);
  header.writeUInt32LE(section, 112);
  header.writeUInt32LE(exports.length, 116);

  const entry = file.subarray(88 + 240, 88 + 280);
  entry.write(".edata", 0);
  entry.writeUInt32LE(exports.length, 8);
  entry.writeUInt32LE(section, 12);
  entry.writeUInt32LE(blockSize, 16);
  entry.writeUInt32LE(blockSize, 20);
  // Data that is there from the beginning, and read only.
  entry.writeUInt32LE(0x4000_0040, 36);
  exports.copy(file, blockSize);
  return file;
}

/** The table of what it exports. An address inside the table itself means: look there, in another library. */
function exportsOf(name: string, from: string, to: string): Buffer {
  const texts = [name, from, to].map((text) => Buffer.from(`${text}\0`));
  const tables = 40;
  let end = tables + 10;
  const places = texts.map(({ length }) => {
    end += length;
    return section + end - length;
  });
  const [library = 0, exported = 0, forwarded = 0] = places;
  const table = Buffer.alloc(tables + 10);
  table.writeUInt32LE(library, 12);
  for (const [at, value] of [
    [16, 1],
    [20, 1],
    [24, 1],
    [28, section + tables],
    [32, section + tables + 4],
    [36, section + tables + 8],
    [tables, forwarded],
    [tables + 4, exported],
  ] as const)
    table.writeUInt32LE(value, at);
  return Buffer.concat([table, ...texts]);
}
