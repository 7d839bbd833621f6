import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import { build } from "esbuild";
import { bundledPackages, licences } from "./bundled-packages.ts";

const root = join(import.meta.dirname, "..");

/** Writes the page of the inspector into a folder, as one HTML file, and the licences of what is in it. */
export async function buildInspector(folder: string): Promise<void> {
  const { page, metafile } = await bundlePage();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "page.html"), page);
  writeFileSync(join(folder, "licenses.txt"), licences(bundledPackages(metafile)));
}

export async function bundlePage(): Promise<{ readonly page: string; readonly metafile: Metafile }> {
  const source = join(root, "src", "inspector", "page");
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    preserveSymlinks: true,
    entryPoints: { page: join(source, "main.tsx"), style: join(source, "style.css") },
    outdir: "page",
    bundle: true,
    minify: true,
    platform: "browser",
    target: ["chrome120", "firefox120", "safari17"],
    format: "iife",
    jsx: "automatic",
    jsxImportSource: "preact",
    tsconfigRaw: {},
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
    write: false,
  });
  const text = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text.trim() ?? "";
  const parts: Readonly<Record<string, string>> = { style: text(".css"), script: text(".js") };
  const html = readFileSync(join(source, "page.html"), "utf8");
  return { page: html.replace(/(?<=<(style|script)>)/g, (_, name: string) => parts[name] ?? ""), metafile };
}
