/**
 * The command line as scripts in CommonJS, which start faster than modules: a module of Node that is imported loads all that it can
 * hand out. esbuild splits only modules, so each part is turned into CommonJS afterwards. A command loads the parts that it needs.
 */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "esbuild";
import { build, transform } from "esbuild";

const root = join(import.meta.dirname, "..");
const source = (name: string) => join(root, "src", "cli", name);
const target = "node22";

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target,
  tsconfigRaw: {},
  logLevel: "warning",
} as const;
/** Without import(), which would start Node's loader of modules. */
const inCommonJs = {
  format: "cjs",
  platform: "node",
  target,
  supported: { "dynamic-import": false },
} as const;

/**
 * Writes the command line into a folder, beside that of the provider. `main.js` is one file, and enough for the overview and the
 * version.
 */
export async function bundleCli(folder: string): Promise<void> {
  await build({
    ...common,
    ...inCommonJs,
    entryPoints: [source("main.ts")],
    // An old Node has to read it, to say that it is too old.
    target: "node14",
    outfile: join(folder, "main.js"),
    plugins: [beside(/^\.\/run\.ts$/, "./run.js")],
  });
  chmodSync(join(folder, "main.js"), 0o755);
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
  const { outputFiles } = await build({
    ...common,
    format: "esm",
    entryPoints: [source("run.ts")],
    outdir: folder,
    chunkNames: "[name]-[hash]",
    splitting: true,
    // They are dependencies of the package.
    packages: "external",
    define: { "import.meta.dirname": "__dirname" },
    // The parts of undici that are bundled for the provider load in half the time of the whole.
    plugins: [beside(/^undici\/index\.js$/, "../terraform/lib/undici.cjs")],
    write: false,
  });
  for (const { path, text } of outputFiles) writeFileSync(path, (await transform(text, inCommonJs)).code);
}

/** Leaves a file where it is. */
function beside(filter: RegExp, path: string): Plugin {
  return {
    name: "beside",
    setup: ({ onResolve }) => onResolve({ filter }, () => ({ path, external: true })),
  };
}
