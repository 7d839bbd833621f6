/** `npm run build:action`: the action's bundle in dist, or with `--check` whether that is what the sources make. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleAction, readFolder } from "./action-bundle.ts";

const dist = join(import.meta.dirname, "..", "dist");
if (process.argv.includes("--check")) {
  const folder = mkdtempSync(join(tmpdir(), "certorder-action-"));
  await bundleAction(folder);
  const [made, committed] = [readFolder(folder), readFolder(dist)];
  rmSync(folder, { recursive: true, force: true });
  const stale = [...new Set([...made.keys(), ...committed.keys()])].filter(
    (name) => made.get(name) !== committed.get(name),
  );
  for (const name of stale) console.log(`out of date: dist/${name}`);
  if (stale.length > 0) {
    console.error("Run npm run build:action and commit what it writes.");
    process.exitCode = 1;
  }
} else await bundleAction(dist);
