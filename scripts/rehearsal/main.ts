/**
 * `npm run release -- rehearse`: builds all that a release has, and installs it as people will, on this machine only. With `--only STAGE`
 * (may be repeated) that stage and what it needs. With `--all` executables for every platform. With `--work FOLDER` the folder stays,
 * and what was built there is used again.
 *
 * `npm run release -- pages`: changes the pages of this repository to what they say from the first release on.
 */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { cleanUp } from "../../test/harness/at-the-end.ts";
import { newFolder } from "../../test/harness/new-folder.ts";
import temporaryFolder from "../../test/harness/temporary-folder.ts";
import { releasePages } from "../release-pages.ts";
import { toolPath } from "../tool-folder.ts";
import { sitePackages } from "./site.ts";
import { type Stage, World } from "./stage.ts";
import { neverRehearsed, stages } from "./stages.ts";

const usage = `Usage: npm run release -- rehearse [--only STAGE]… [--all] [--work FOLDER]
       npm run release -- pages

Stages: ${stages.map(({ name }) => name).join(", ")}`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", multiple: true },
    all: { type: "boolean", default: false },
    work: { type: "string" },
  },
});
if (positionals.join() === "pages") {
  releasePages(join(import.meta.dirname, "..", ".."));
  process.exit();
}
const unknown = values.only?.find((name) => !stages.some((stage) => stage.name === name));
if (positionals.join() !== "rehearse" || unknown !== undefined) {
  console.error(unknown === undefined ? usage : `There is no stage ${unknown}.\n\n${usage}`);
  process.exit(2);
}

process.once("exit", temporaryFolder());
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

const world = new World(values.work === undefined ? newFolder("rehearsal-") : resolve(values.work), {
  allPlatforms: values.all,
});
const isBuilt = existsSync(world.publicKey);
const wanted = stages.filter(({ name, prepares }) =>
  prepares ? !isBuilt || values.only?.includes(name) : (values.only?.includes(name) ?? true),
);
const missing = wanted
  .flatMap(({ tools = [] }) => tools)
  .filter((tool) => !existsSync(tool === "site" ? sitePackages : toolPath(tool)));
if (missing.length > 0) {
  console.error(`Tools are missing. Install them:\n\nnpm run tools -- ${[...new Set(missing)].join(" ")}`);
  process.exit(2);
}

const rows: string[] = [];
const leftOut = new Set<string>();
for (const stage of wanted) {
  const failed = await tryStage(stage);
  if (failed === undefined) continue;
  console.error(`\n${stage.name} failed.`, failed);
  process.exitCode = 1;
  if (stage.prepares) break;
}
await cleanUp();

const notRun = stages.filter((stage) => !wanted.includes(stage)).map(({ name }) => `the stage ${name}`);
console.log(`\n${rows.join("\n")}\n\nNot rehearsed:`);
for (const each of [...notRun, ...leftOut, ...neverRehearsed]) console.log(`- ${each}`);
// A stage that failed may have left something open.
process.exit();

/** Runs a stage, and notes its row of the table. Returns why it failed. */
async function tryStage({ name, tries, run }: Stage): Promise<unknown> {
  console.log(`${name}: ${tries}`);
  const begun = performance.now();
  let failed: unknown;
  try {
    for (const each of ((await run(world)) ?? []) as readonly string[]) leftOut.add(each);
  } catch (error) {
    failed = error;
  }
  const seconds = ((performance.now() - begun) / 1000).toFixed(0).padStart(5);
  rows.push(`${failed === undefined ? "✓" : "✗"} ${name.padEnd(9)} ${seconds} s  ${tries}`);
  return failed;
}
