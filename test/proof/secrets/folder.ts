import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Place } from "./search.ts";

/** Every file below a folder. */
export function filesIn(folder: string, isWanted: (path: string) => boolean = () => true): Place[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(isWanted)
    .map((path) => ({ name: path.slice(folder.length + 1), content: readFileSync(path) }));
}
