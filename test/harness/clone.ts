import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "./new-folder.ts";

const root = join(import.meta.dirname, "..", "..");

/** The files of a fresh clone, with what is not committed yet. */
export function cloneRepository(folder = join(newFolder("certorder-clone-"), "certorder")): string {
  const deleted = new Set(git("ls-files", "-z", "--deleted"));
  const files = git("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate");
  for (const file of files.filter((name) => !deleted.has(name))) cpSync(join(root, file), join(folder, file));
  return folder;
}

function git(...args: string[]): string[] {
  return execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);
}

/** The blocks of a page that a reader types into a shell. */
export function shellBlocks(markdown: string): string[] {
  return [...markdown.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = ""]) => block);
}
