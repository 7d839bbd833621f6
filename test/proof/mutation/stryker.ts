import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { newFolder } from "../../harness/new-folder.ts";
import type { Group } from "./groups.ts";

const here = import.meta.dirname;
const root = join(here, "..", "..", "..");

/** Installs Stryker where it is not: outside of this project, to which it would add more than all the rest. */
export function haveStryker(): void {
  if (existsSync(toolPath("stryker"))) return;
  execFileSync(process.execPath, [join(root, "scripts", "tools.ts"), "stryker"], { stdio: "inherit" });
}

/**
 * Runs the tests of a group against each of its mutants, or only against those that a change may concern. Prints the survivors.
 * Returns how many mutants there are, and how many of them the tests noticed.
 */
export async function mutate(group: Group): Promise<{ readonly killed: number; readonly all: number }> {
  const folder = newFolder("certorder-mutation-");
  forgetSurvivors(group);
  const settings = join(folder, "settings.json");
  writeFileSync(settings, JSON.stringify(settingsFor(group, folder)));
  await run(settings, group, folder);
  rmSync(folder, { recursive: true, force: true });
  const { files }: Report = JSON.parse(readFileSync(knownOf(group), "utf8"));
  const mutants = Object.values(files).flatMap((file) => file.mutants);
  const killed = mutants.filter(isKilled).length;
  return { killed, all: killed + mutants.filter(isAlive).length };
}

function knownOf({ name }: Group): string {
  return join(dirname(toolPath("stryker")), "known", `${name}.json`);
}

/** What has lived is tried again: Stryker does not see what changed in a constant, or in what tests import. */
function forgetSurvivors(group: Group): void {
  if (!existsSync(knownOf(group))) return;
  const known: Report = JSON.parse(readFileSync(knownOf(group), "utf8"));
  const files = Object.entries(known.files).map(([file, { mutants, ...rest }]) => [
    file,
    { ...rest, mutants: mutants.filter(isKilled) },
  ]);
  writeFileSync(knownOf(group), JSON.stringify({ ...known, files: Object.fromEntries(files) }));
}

function settingsFor(group: Group, folder: string): object {
  return {
    mutate: group.sources,
    testRunner: "vitest",
    vitest: { configFile: join("test", "proof", "mutation", "vitest.config.ts"), related: false },
    plugins: ["@stryker-mutator/vitest-runner", join(here, "prose.ts")],
    ignorers: ["prose"],
    coverageAnalysis: "perTest",
    concurrency: availableParallelism(),
    // What a change of sources or tests may have changed is tried again, so that a group counts again in minutes. Changes of
    // what they import do not show.
    incremental: true,
    incrementalFile: knownOf(group),
    // What is mutated is a copy: of these, in a folder of its own.
    ignorePatterns: ["/*", "!/src", "!/test", "!/package.json"],
    tempDirName: join(folder, "copy"),
    cleanTempDir: "always",
    // Stryker would read it with a compiler that TypeScript 7 no longer has.
    tsconfigFile: "none",
    reporters: ["clear-text"],
    clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: false },
    logLevel: "error",
    // More than a busy machine takes, so that what counts as hung does hang.
    timeoutMS: 15_000,
  };
}

async function run(settings: string, { name, tests }: Group, folder: string): Promise<void> {
  const preloads = ["vitest-of-project.mjs", "end-with-parent.mjs"].map(
    (file) => `--import ${pathToFileURL(join(here, file)).href}`,
  );
  const child = spawn(process.execPath, [toolPath("stryker"), "run", settings], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: {
      ...process.env,
      NODE_OPTIONS: preloads.join(" "),
      MUTATION_TESTS: JSON.stringify(tests),
      // What thousands of runs leave behind goes with it.
      TMPDIR: folder,
      // Far from Greenwich, so that it shows when a time is read as local time.
      TZ: "Asia/Kolkata",
    },
  });
  const [code, signal] = await once(child, "close");
  if (code !== 0) throw new Error(`Stryker ended with ${signal ?? code} for ${name}.`);
}

/** The parts of Stryker's report, which is also what it keeps, that are read here. */
interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

/** A test failed because of the mutant, or did not end. */
const isKilled = ({ status }: { status: string }) => ["Killed", "Timeout"].includes(status);
const isAlive = ({ status }: { status: string }) => ["Survived", "NoCoverage"].includes(status);
