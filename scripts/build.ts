/**
 * `npm run build`: the library by tsc, the command line, the provider, the constructs, a CommonJS sandbox and the page of the inspector by esbuild. With
 * `--if-needed`, only if a source has changed since the last build.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, globSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { buildCommonJs } from "./build-commonjs.ts";
import { buildConstructs } from "./build-constructs.ts";
import { buildInspector } from "./build-inspector.ts";
import { bundleCli } from "./cli-bundle.ts";
import { bundleProvider } from "./provider-bundle.ts";

const root = join(import.meta.dirname, "..");
if (process.argv.includes("--if-needed") && isUpToDate()) process.exit();
const out = mkdtempSync(join(root, "build."));
process.on("exit", () => rmSync(out, { recursive: true, force: true }));
const tsc = join(root, "node_modules", "typescript", "bin", "tsc");

execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json", "--outDir", out], {
  cwd: root,
  stdio: "inherit",
});
// No entry of the package needs these as single modules.
for (const folder of ["action", "cli", "inspector", "stack"]) rmSync(join(out, folder), { recursive: true });
await bundleCli(join(out, "cli"));
await bundleProvider(join(out, "terraform"));
await buildConstructs(out);
await buildCommonJs(out);
await buildInspector(join(out, "inspector"));
// Only a whole build takes the place of the last one. A temporary folder is its owner's alone; a build is not.
chmodSync(out, 0o755);
rmSync(join(root, "build"), { recursive: true, force: true });
renameSync(out, join(root, "build"));

/** Folders count as well: one changes when a file in it is removed. */
function isUpToDate(): boolean {
  const changed = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const built = changed("build/index.js");
  const sources = globSync(["src/**", "scripts/**", "tsconfig*.json", "package-lock.json"], { cwd: root });
  return sources.every((path) => changed(path) < built);
}
