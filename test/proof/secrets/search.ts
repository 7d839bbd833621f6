import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Canary, findCanaries } from "../../harness/faults/canaries.ts";

/** One thing that can be read: a file, a stream, a record, all that can be printed of a value. */
export interface Place {
  readonly name: string;
  readonly content: string | Buffer;
}

interface Hit {
  readonly canary: Canary;
  readonly place: string;
}

/** The secrets in a place, in any spelling. Bytes are read as characters; texts of two bytes a character are read as well. */
export function hitsIn({ name, content }: Place): Hit[] {
  const text = Buffer.from(content).toString("latin1");
  const all = text.includes("\0") ? `${text}\n${text.replaceAll("\0", "")}` : text;
  return findCanaries(all).map((canary) => ({ canary, place: name }));
}

export function filesIn(folder: string): Place[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: path.slice(folder.length + 1), content: readFileSync(path) }));
}
