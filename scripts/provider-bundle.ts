import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile, Plugin } from "esbuild";
import { build } from "esbuild";
import manifest from "../package.json" with { type: "json" };
import { nodeLauncher, providerNeedsNode } from "../src/cli/launchers.ts";
import { executableName } from "../src/cli/provider-names.ts";
import { bundledPackages, licences } from "./bundled-packages.ts";
import { journalServers, journalsBeside, neverBundled } from "./journal-servers.ts";
import { asNodeBundlesIt } from "./undici-build.ts";

const root = join(import.meta.dirname, "..");
const [oldestMajor, oldestMinor] = manifest.engines.node.replace(">=", "").split(".");

/**
 * A launcher and one script. Each command of the core starts it several times, mostly without a request to send, so the
 * HTTP library stays in a file of its own, which is read when the first request is made; so does what talks to the server
 * of a journal. Tells what is in all of them.
 */
export async function bundleProvider(folder: string): Promise<Metafile> {
  const metafile = await bundleBeside(join(folder, "lib"), {
    "provider.cjs": { entry: join(root, "src", "provider", "main.ts"), banner: tooOldMessage },
  });
  writeFileSync(join(folder, executableName("linux")), nodeLauncher(), { mode: 0o755 });
  writeFileSync(join(folder, "licenses.txt"), licences(bundledPackages(metafile)));
  return metafile;
}

/** Scripts by name, in a folder with the libraries that they read when they need them. */
export async function bundleBeside(
  folder: string,
  scripts: Readonly<Record<string, { readonly entry: string; readonly banner?: string }>>,
  define: Readonly<Record<string, string>> = {},
): Promise<Metafile> {
  const common = {
    absWorkingDir: root,
    // Also where node_modules lies elsewhere, its packages have the names of the lock file.
    preserveSymlinks: true,
    bundle: true,
    platform: "node",
    target: "node22",
    format: "cjs",
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
    define: { ...asNodeBundlesIt, ...define },
  } as const;
  const parts = await Promise.all([
    build({
      ...common,
      entryPoints: [join(root, "scripts", "undici-lite.mjs")],
      minifyWhitespace: true,
      outfile: join(folder, "undici.cjs"),
    }),
    ...journalServers.map(({ file, entry }) =>
      build({
        ...common,
        entryPoints: [entry],
        minify: true,
        outfile: join(folder, `${file}.cjs`),
        external: neverBundled,
        plugins: [journalsBeside(".cjs")],
      }),
    ),
    ...Object.entries(scripts).map(([name, { entry, banner }]) =>
      build({
        ...common,
        entryPoints: [entry],
        // Each start compiles all of it.
        minify: true,
        outfile: join(folder, name),
        plugins: [undiciBeside, journalsBeside(".cjs")],
        ...(banner && { banner: { js: banner } }),
      }),
    ),
  ]);
  return {
    inputs: Object.assign({}, ...parts.map(({ metafile }) => metafile.inputs)),
    outputs: Object.assign({}, ...parts.map(({ metafile }) => metafile.outputs)),
  };
}

const undiciBeside: Plugin = {
  name: "undici-beside",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^undici(\/index\.js)?$/ }, () => ({ path: "./undici.cjs", external: true })),
};

/** Without this, an old Node fails in ways that the core does not show. */
const tooOldMessage = `const [major, minor] = process.versions.node.split(".").map(Number);
if (major < ${oldestMajor} || (major === ${oldestMajor} && minor < ${oldestMinor})) {
  console.log("${providerNeedsNode}; " + process.execPath + " is " + process.version + ".");
  process.exit(1);
}`;
