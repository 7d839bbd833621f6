import { closeSync, constants, openSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** Opens a file that a person names. A pipe is open when its writer comes; Ctrl-C ends this process before that. */
export async function openReadable(path: string): Promise<FileHandle> {
  const release = () => openOtherEnd(path);
  process.once("exit", release);
  try {
    return await open(path);
  } finally {
    process.off("exit", release);
  }
}

/** The process ends only after the thread that opens the pipe, and that one waits for a writer. */
function openOtherEnd(path: string): void {
  try {
    if (statSync(path).isFIFO()) closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
  } catch {
    // It does not wait any more.
  }
}
