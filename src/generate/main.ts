/** Writes the generated files. With `--check` it lists those that are out of date. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { version } from "../version.ts";
import { bindings } from "./bindings.ts";
import { documents, inserts } from "./documents.ts";
import { collectPromises } from "./promises/collect.ts";
import { comparePromises } from "./promises/compare.ts";
import { checkPromises, formatPromises, isReleased, promisesFile, readRecorded } from "./promises/file.ts";

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

let isStale = false;
for (const [path, text] of wanted) put(path, text);

function put(path: string, text: string): void {
  if (current(path) === text) return;
  isStale = true;
  if (!check) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  console.log(`${check ? "out of date" : "written"}: ${path}`);
}

/** What users may rely on, with what changes for them. The build has the declarations of what was just written. */
async function putPromises(): Promise<string | undefined> {
  execFileSync(process.execPath, [join(root, "scripts", "build.ts"), "--if-needed"], { stdio: "inherit" });
  const promises = await collectPromises();
  const recorded = readRecorded(root);
  const own = recorded.find((one) => one.version === version);
  const found = checkPromises({ version, promises, isReleased: isReleased(root, version) }, recorded);
  for (const { effect, text } of own ? comparePromises(own.promises, promises) : [])
    console.log(`${effect}: ${text}`);
  if (found?.problem === undefined) put(promisesFile(version), formatPromises(promises));
  return found?.problem;
}

const problem = await putPromises();
if (problem !== undefined) console.error(problem);
if (check && isStale) console.error("Run npm run generate and commit what it writes.");
if (problem !== undefined || (check && isStale)) process.exitCode = 1;
