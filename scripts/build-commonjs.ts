/**
 * The sandbox as CommonJS, which is all that a project of these frameworks, with ts-jest as they set it up, can load. Only
 * this entry: the constructs are CommonJS already, and the others are not for tests.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");

/** Adds a folder to what tsc wrote: one file of code, and the declarations that it takes. */
export async function buildCommonJs(out: string): Promise<void> {
  const folder = join(out, "commonjs");
  await build({
    entryPoints: [join(root, "src", "sandbox", "index.ts")],
    outfile: join(folder, "sandbox", "index.js"),
    bundle: true,
    platform: "node",
    target: "node22",
    format: "cjs",
    keepNames: true,
    logLevel: "warning",
  });
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
  for (const file of listDeclarations(join(out, "sandbox", "index.d.ts"))) {
    const copy = join(folder, relative(out, file));
    mkdirSync(dirname(copy), { recursive: true });
    // Compilers of these frameworks' users are often older than the ending .ts in declarations.
    writeFileSync(copy, readFileSync(file, "utf8").replaceAll(/(["']\.[^"']*)\.ts(["'])/g, "$1.js$2"));
  }
}

/** A declaration file and all that it refers to. */
function listDeclarations(file: string, files = new Set<string>()): Set<string> {
  if (files.has(file)) return files;
  files.add(file);
  for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/["'](\.[^"']*)\.ts["']/g))
    listDeclarations(join(dirname(file), `${path}.d.ts`), files);
  return files;
}
