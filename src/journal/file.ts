import type { FileHandle } from "node:fs/promises";
import { mkdir, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";

/** All of a file, or nothing when there is none. */
export async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

/** Adds a line to a file and returns only when it will survive a power cut. */
export async function appendDurably(path: string, line: string): Promise<void> {
  const folder = dirname(path);
  await makeFolder(folder);
  const file = await open(path, "a+", 0o600);
  try {
    const { size } = await file.stat();
    await appendWhole(file, size, (await endsMidLine(file, size)) ? `\n${line}` : line);
    await file.sync();
    // A new file also has to be found again: its name is the folder's data.
    if (size === 0) await syncFolder(folder);
  } finally {
    await file.close();
  }
}

/** Makes a folder, and those above it. Node's own way of doing so never ends where a system refuses with ENOENT. */
async function makeFolder(folder: string): Promise<void> {
  const parent = dirname(folder);
  const make = () => mkdir(folder, { mode: 0o700 });
  try {
    await make().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT" || parent === folder) throw error;
      await makeFolder(parent);
      await make();
    });
    await syncFolder(parent);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** All of the line or nothing of it: half a line, left by a full disk, would later have to be taken for damage. */
async function appendWhole(file: FileHandle, sizeBefore: number, line: string): Promise<void> {
  try {
    await file.appendFile(line);
  } catch (error) {
    const { size } = await file.stat();
    const nobodyElseWrote = size < sizeBefore + Buffer.byteLength(line);
    if (size > sizeBefore && nobodyElseWrote) await file.truncate(sizeBefore);
    throw error;
  }
}

async function endsMidLine(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== 0x0a;
}

async function syncFolder(folder: string): Promise<void> {
  // Windows has no such thing for folders, and does not need it.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
