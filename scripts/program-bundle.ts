import { join } from "node:path";
import type { Metafile, Plugin } from "esbuild";
import { build } from "esbuild";
import { neverBundled } from "./journal-servers.ts";

const root = join(import.meta.dirname, "..");

/**
 * Command line and provider as one script, for an executable. esbuild makes it, because the runtime would put stand-ins of its
 * own where undici is imported; CommonJS, because only that can be compiled ahead of time. Tells what is in it.
 */
export async function bundleProgram(outfile: string, commit: string): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    // Also where node_modules lies elsewhere, its packages have the names of the lock file.
    preserveSymlinks: true,
    tsconfigRaw: {},
    entryPoints: [join(root, "src", "cli", "program.ts")],
    outfile,
    bundle: true,
    platform: "node",
    target: "es2024",
    format: "cjs",
    minify: true,
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
    // An executable has no folder of its own.
    define: { CERTORDER_COMMIT: JSON.stringify(commit), "import.meta.dirname": "undefined" },
    external: neverBundled,
    plugins: [onlyWhatIsUsed],
  });
  return metafile;
}

/** The parts of large packages that we use, as the other bundles have them. */
const onlyWhatIsUsed: Plugin = {
  name: "only-what-is-used",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^undici$/ }, () => ({ path: join(root, "scripts", "undici-lite.mjs") }));
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ importer }) =>
      importer.includes("node_modules") || importer.endsWith("aws-credentials.mjs")
        ? undefined
        : { path: join(root, "scripts", "aws-credentials.mjs") },
    );
  },
};
