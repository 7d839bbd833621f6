/** Loaded into a run of the command line: the disk has room for ROOM_FOR_LINES lines of the journal and a bit. */
import { open } from "node:fs/promises";

let room = Number(process.env.ROOM_FOR_LINES);
const probe = await open(import.meta.filename);
const FileHandle = Object.getPrototypeOf(probe) as { appendFile: (line: string) => Promise<void> };
await probe.close();
const { appendFile } = FileHandle;

FileHandle.appendFile = async function untilFull(line: string) {
  if (room-- > 0) return appendFile.call(this, line);
  await appendFile.call(this, line.slice(0, 10));
  throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC", syscall: "write" });
};
