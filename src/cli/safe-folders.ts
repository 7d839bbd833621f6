import { chmod, lstat, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ancestorProblem, isWritableByOthers } from "../ancestors.ts";
import { shellWord } from "../contract/index.ts";
import { CommandError, UsageError } from "./command-error.ts";

/** The modes of what others run or read, whatever the umask is: only its owner may write to it. */
export const modes = { folder: 0o755, program: 0o755, file: 0o644 };

/** What is put into a folder, and the setting that names another folder. */
export interface Content {
  readonly what: string;
  readonly setting: string;
}

/** Puts something into a folder. An error of the system becomes a message. */
export async function putInto<T>(folder: string, content: Content, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `${content.what} cannot be put into ${folder} (${code ?? message}).`,
      `Name a folder with ${content.setting} that you may write to.`,
    );
  }
}

/** Refuses a folder in which another user could replace what is put there, and run a program of their own. */
export async function refuseUnsafe(folder: string, { what, setting }: Content): Promise<void> {
  const problem = await ancestorProblem(join(folder, "content"), "what is installed there");
  if (problem)
    throw new UsageError(
      `${what} is not put into ${folder}: ${problem.why}.`,
      `Name another folder with ${setting}. Or make that one yours or root's, and writable for its owner only:\n\n    ${problem.command} ${shellWord(problem.path)}`,
    );
}

/**
 * Makes a folder and its parents. An earlier installation may have made the folders below `root` with a wide umask, so
 * other users lose the right to write to them.
 */
export async function makeFolder(folder: string, root: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: modes.folder });
  const uid = process.getuid?.();
  // Windows has no such owners and modes.
  if (uid === undefined) return;
  if (made !== undefined)
    for (const path of pathsBelow(dirname(made), folder)) await chmod(path, modes.folder);
  for (const path of pathsBelow(root, folder)) {
    const found = await lstat(path);
    if (found.isDirectory() && found.uid === uid && isWritableByOthers(found))
      await chmod(path, modes.folder);
  }
}

/** The folders between the two, and the lower one. The upper ones come first. */
function pathsBelow(upper: string, lower: string): string[] {
  const isAtRoot = dirname(lower) === lower;
  return lower === upper || isAtRoot ? [] : [...pathsBelow(upper, dirname(lower)), lower];
}
