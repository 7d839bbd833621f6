import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Metafile, Plugin } from "esbuild";
import { build } from "esbuild";
import { bundlePage } from "./build-inspector.ts";
import { neverBundled } from "./journal-servers.ts";
import { bundleBeside } from "./provider-bundle.ts";

const root = join(import.meta.dirname, "..");
const source = (...path: string[]) => join(root, "src", ...path);

/**
 * Command line and provider as one script, for an executable. esbuild makes it, because the runtime would put stand-ins of its
 * own where undici is imported; CommonJS, because only that can be compiled ahead of time. Each of the two is bundled for itself
 * first, so that starting one runs no line of the other. Returns what is in it.
 */
export async function bundleProgram(outfile: string, commit: string): Promise<Metafile> {
  const parts = mkdtempSync(join(tmpdir(), "certorder-parts-"));
  try {
    const { page, metafile: pageFile } = await bundlePage();
    const metafile = await bundleBeside(
      parts,
      {
        "provider.cjs": { entry: source("provider", "index.ts") },
        "start.cjs": { entry: source("cli", "start.ts") },
      },
      // An executable has no folder of its own.
      {
        CERTORDER_COMMIT: JSON.stringify(commit),
        CERTORDER_PAGE: JSON.stringify(page),
        "import.meta.dirname": "undefined",
      },
    );
    await build({
      absWorkingDir: parts,
      entryPoints: [source("cli", "program.ts")],
      outfile,
      bundle: true,
      platform: "node",
      target: "node22",
      tsconfigRaw: {},
      format: "cjs",
      minify: true,
      logLevel: "warning",
      external: neverBundled,
      plugins: [bundledBefore(parts)],
    });
    return {
      inputs: { ...metafile.inputs, ...pageFile.inputs },
      outputs: { ...metafile.outputs, ...pageFile.outputs },
    };
  } finally {
    rmSync(parts, { recursive: true });
  }
}

/** The two programs in one, as they were bundled before. */
function bundledBefore(parts: string): Plugin {
  return {
    name: "bundled-before",
    setup: ({ onResolve }) => {
      onResolve({ filter: /^\.\.\/provider\/index\.ts$/ }, () => ({ path: join(parts, "provider.cjs") }));
      onResolve({ filter: /^\.\/start\.ts$/ }, () => ({ path: join(parts, "start.cjs") }));
    },
  };
}
