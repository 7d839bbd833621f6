import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Replaces a file in one step when the new content is on disk, so that a power failure leaves the old or the new file. Only the
 * owner may read it.
 */
export function replaceFile(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}.${randomBytes(6).toString("hex")}.tmp`;
  // Creates a new file. An existing one, such as a link, is not written to.
  const descriptor = openSync(unfinished, "wx", 0o600);
  try {
    writeDurably(descriptor, text);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  syncFolder(dirname(file));
}

function writeDurably(descriptor: number, text: string): void {
  try {
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function syncFolder(folder: string): void {
  // Windows cannot sync folders, and does not need to.
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
