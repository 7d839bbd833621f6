import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..", "..", "..");

export type Tree = ReadonlyMap<string, string>;

/** What is committed, and what would be. */
export function readTree(): Tree {
  const known = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const paths = execFileSync("git", known, { cwd: root, encoding: "utf8" }).split("\0");
  const files = paths.filter((path) => existsSync(join(root, path)) && statSync(join(root, path)).isFile());
  return new Map(files.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

/** Something that must not be in the repository. */
export interface Check {
  readonly what: string;
  /** Each with the file that it is in. */
  problems(tree: Tree): readonly string[];
  /** A change of the repository that it has to notice: in a file, one text becomes another; nothing becomes a new file. */
  readonly sabotage: readonly [path: string, from: string, to: string];
}

/** A check that never fails proves nothing: it is shown a repository with what it looks for. */
export function noticesSabotage({ problems, sabotage: [path, from, to] }: Check, tree: Tree): boolean {
  const text = tree.get(path) ?? "";
  if (!text.includes(from)) return false;
  const sabotaged = new Map(tree).set(path, text.replace(from, to));
  return problems(sabotaged).length > problems(tree).length;
}

export function readText(tree: Tree, path: string): string {
  const text = tree.get(path);
  if (text === undefined) throw new Error(`There is no ${path}.`);
  return text;
}

export interface Result {
  readonly what: string;
  readonly problems: readonly string[];
}
