import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atTheEnd } from "./at-the-end.ts";

/** A folder that is gone at the end. */
export function newFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
