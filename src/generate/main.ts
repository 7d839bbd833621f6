/** Writes the generated files. With `--check` it lists those that are out of date. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bindings } from "./bindings.ts";
import { documents, inserts } from "./documents.ts";

const root = join(import.meta.dirname, "..", "..");
const check = process.argv.includes("--check");

function current(path: string): string {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return "";
  }
}

/** Replaces the text between `<!-- generated: NAME -->` and `<!-- end -->` in a file that is written by hand. */
function withInsert(text: string, name: string, content: string): string {
  const marked = new RegExp(`(<!-- generated: ${name} -->\n)[\\s\\S]*?(<!-- end -->)`);
  if (!marked.test(text)) throw new Error(`There is no place for ${name}.`);
  return text.replace(marked, (_, start: string, end: string) => `${start}\n${content}\n${end}`);
}

const wanted = new Map<string, string>();
for (const [path, write] of Object.entries(documents)) wanted.set(path, await write());
for (const [path, text] of await bindings()) wanted.set(path, text);
for (const { path, name, content } of inserts)
  wanted.set(path, withInsert(wanted.get(path) ?? current(path), name, content()));

const stale = [...wanted].filter(([path, text]) => current(path) !== text);
for (const [path, text] of stale) {
  if (!check) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  console.log(`${check ? "out of date" : "written"}: ${path}`);
}
if (check && stale.length > 0) {
  console.error("Run npm run generate and commit what it writes.");
  process.exitCode = 1;
}
