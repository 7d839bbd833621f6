/**
 * Loaded into a run of the command line: the disk has room for ROOM_FOR_LINES lines of the journal. After those it says
 * that it is full, or, with SAYS_NOTHING, takes half of the next line.
 */
import promises, { open } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

let room = Number(process.env.ROOM_FOR_LINES);
const { statfs } = promises;
promises.statfs = (async (path: string) => {
  const found = await statfs(path);
  return room > 0 || process.env.SAYS_NOTHING ? found : { ...found, bavail: 0 };
}) as typeof statfs;
syncBuiltinESMExports();

const probe = await open(import.meta.filename);
const FileHandle = Object.getPrototypeOf(probe) as { write: (line: string) => Promise<unknown> };
await probe.close();
const { write } = FileHandle;

FileHandle.write = async function untilFull(line: string) {
  if (room-- > 0) return write.call(this, line);
  return write.call(this, line.slice(0, line.length / 2));
};
