import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile, Plugin } from "esbuild";
import { build } from "esbuild";
import manifest from "../package.json" with { type: "json" };
import { executableFor } from "../src/cli/provider-files.ts";
import { bundledPackages, licences } from "./bundled-packages.ts";
import { journalServers, journalsBeside, neverBundled } from "./journal-servers.ts";

const root = join(import.meta.dirname, "..");
const [oldestMajor, oldestMinor] = manifest.engines.node.replace(">=", "").split(".");
const needs = `The certorder provider needs Node ${oldestMajor}.${oldestMinor} or later`;

/**
 * A launcher and one script. Each command of the core starts it several times, mostly without a request to send, so the
 * HTTP library stays in a file of its own, which is read when the first request is made; so does what talks to the server
 * of a journal. Tells what is in all of them.
 */
export async function bundleProvider(folder: string): Promise<Metafile> {
  const common = {
    absWorkingDir: root,
    // Also where node_modules lies elsewhere, its packages have the names of the lock file.
    preserveSymlinks: true,
    bundle: true,
    platform: "node",
    target: "node22",
    write: true,
    logLevel: "warning",
    metafile: true,
  } as const;
  const { metafile: library } = await build({
    ...common,
    entryPoints: [join(root, "scripts", "undici-lite.mjs")],
    format: "cjs",
    minifyWhitespace: true,
    legalComments: "none",
    outfile: join(folder, "lib", "undici.cjs"),
  });
  const journals = await Promise.all(
    journalServers.map(({ file, entry }) =>
      build({
        ...common,
        entryPoints: [entry],
        format: "cjs",
        minify: true,
        legalComments: "none",
        outfile: join(folder, "lib", `${file}.cjs`),
        external: neverBundled,
        plugins: [journalsBeside(".cjs")],
      }),
    ),
  );
  const { metafile: provider } = await build({
    ...common,
    entryPoints: [join(root, "src", "provider", "main.ts")],
    format: "cjs",
    // Each start compiles all of it.
    minify: true,
    outfile: join(folder, "lib", "provider.cjs"),
    plugins: [undiciBeside, journalsBeside(".cjs")],
    banner: { js: tooOldMessage },
  });
  writeFileSync(join(folder, executableFor("linux")), launcher, { mode: 0o755 });
  const parts = [library, provider, ...journals.map(({ metafile }) => metafile)];
  const metafile: Metafile = {
    inputs: Object.assign({}, ...parts.map(({ inputs }) => inputs)),
    outputs: Object.assign({}, ...parts.map(({ outputs }) => outputs)),
  };
  writeFileSync(join(folder, "licenses.txt"), licences(bundledPackages(metafile)));
  return metafile;
}

const undiciBeside: Plugin = {
  name: "undici-beside",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^undici$/ }, () => ({ path: "./undici.cjs", external: true })),
};

/**
 * The core looks for a name that ends in the version, which Node takes for an extension it does not know as soon as
 * NODE_OPTIONS has an --import. What is printed before the provider is up, the core shows.
 */
const launcher = `#!/bin/sh
if ! command -v node >/dev/null; then
  echo "${needs}; there is no node on the PATH."
  exit 1
fi
exec node "\${0%/*}/lib/provider.cjs" "$@"
`;

/** Without this an old Node would fail in ways that the core shows to nobody. */
const tooOldMessage = `const [major, minor] = process.versions.node.split(".").map(Number);
if (major < ${oldestMajor} || (major === ${oldestMajor} && minor < ${oldestMinor})) {
  console.log("${needs}; node on the PATH is " + process.version + ".");
  process.exit(1);
}`;
