import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { isWritableByOthers } from "../../ancestors.ts";
import { shellWord, type Text } from "../../contract/index.ts";
import type { StoreProblem } from "../unavailable.ts";

/** A link is refused, and a pipe must not block. Windows has no such flags. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const ownFlags = O_NOFOLLOW | O_NONBLOCK;

/** Opens a file that only this user can have written. */
export async function openOwn(path: string, flags: number): Promise<FileHandle> {
  const file = await open(path, flags | ownFlags, 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ELOOP" ? failure(`${basename(path)} is a link`, ownFile) : error;
  });
  try {
    refuseUnfit(await file.stat(), path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The text of a file that only this user can have written. Reads synchronously. */
export function readOwn(path: string): string {
  const file = openSync(path, constants.O_RDONLY | ownFlags);
  try {
    refuseUnfit(fstatSync(file), path);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

function refuseUnfit(found: Stats, path: string): void {
  const name = basename(path);
  if (!found.isFile()) throw failure(`${name} is not a plain file`, ownFile);
  if (found.nlink > 1) throw failure(`${name} has another name elsewhere`, ownFile);
  refuseForeign(found, path, name);
}

const ownFile =
  "Put the journal's own file in its place. Without it, the reissues of the order are not known.";

/** Refuses a file or folder that other users can change. */
export function refuseForeign(found: Stats, path: string, name: string): void {
  // Windows has no such owners and modes.
  const uid = process.getuid?.();
  if (uid === undefined) return;
  if (found.uid !== uid)
    throw failure(
      `${name} is owned by another user`,
      `Run this as that user, or make it yours:\n\n    chown -R USER ${shellWord(path)}`,
    );
  if (isWritableByOthers(found))
    throw failure(
      `others may write to ${name}`,
      `Make it writable for its owner only:\n\n    chmod go-w ${shellWord(path)}`,
    );
}

export function failure(code: string, remedy?: Text): StoreProblem {
  return Object.assign(new Error(code), { code, remedy });
}
