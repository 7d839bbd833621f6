import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { UsageError } from "../command-error.ts";
import { openReadable } from "../open-readable.ts";
import { takeStdin } from "../secret.ts";

/** The bytes of a file with orders, and the folder that its paths start from. */
interface Source {
  readonly bytes: AsyncIterable<Buffer>;
  readonly folder: string;
}

/** Opens the file that `--from` names; `-` is standard input. A pipe has no folder, so its paths start from the working folder. */
export async function openSource(path: string): Promise<Source> {
  if (path === "-") return { bytes: takeStdin("--from"), folder: process.cwd() };
  try {
    const found = await stat(path);
    if (found.isDirectory())
      throw new UsageError("--from names a folder.", "Give the path of a file with orders.");
    const folder = found.isFile() ? dirname(resolve(path)) : process.cwd();
    return { bytes: (await openReadable(path)).createReadStream(), folder };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw unreadable(error);
  }
}

/** The message does not repeat the path: a person may have pasted a secret. */
function unreadable(error: unknown): UsageError {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT"
    ? new UsageError("--from names a file that does not exist.", "Correct the path.")
    : new UsageError(
        `--from names a file that cannot be read (${code}).`,
        "Give the path of a file that can be read.",
      );
}
