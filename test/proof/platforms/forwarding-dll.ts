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
  file.write("PE\0\0", 64);
  file.write(".edata", 328);
  file.writeBigUInt64LE(imageBase, 112);
  // A program for x86-64, with one section; executable, large addresses, a library. For a console; no code, so that there is
  // none that could be executed or moved.
  const shorts = { 68: 0x8664, 70: 1, 84: 240, 86: 0x2022, 88: 0x20b, 128: 6, 136: 6, 156: 3, 158: 0x100 };
  for (const [at, value] of Object.entries(shorts)) file.writeUInt16LE(value, Number(at));
  writeLongs(file, {
    ...{ 60: 64, 120: section, 124: blockSize, 144: 2 * section, 148: blockSize },
    // Sixteen directories, of which the first is the exports.
    ...{ 196: 16, 200: section, 204: exports.length },
    // The section: data that is there from the beginning, and read only.
    ...{ 336: exports.length, 340: section, 344: blockSize, 348: blockSize, 364: 0x4000_0040 },
  });
  exports.copy(file, blockSize);
  return file;
}

/** The table of what it exports. An address inside the table itself means: look there, in another library. */
function exportsOf(name: string, from: string, to: string): Buffer {
  const texts = [name, from, to].map((text) => Buffer.from(`${text}\0`));
  const [library = 0, exported = 0] = texts.map(({ length }) => length);
  const tables = section + 40;
  const first = tables + 10;
  const table = Buffer.alloc(50);
  writeLongs(table, {
    ...{ 12: first, 16: 1, 20: 1, 24: 1, 28: tables, 32: tables + 4, 36: tables + 8 },
    ...{ 40: first + library + exported, 44: first + library },
  });
  return Buffer.concat([table, ...texts]);
}

function writeLongs(buffer: Buffer, values: Readonly<Record<number, number>>): void {
  for (const [at, value] of Object.entries(values)) buffer.writeUInt32LE(value, Number(at));
}
