import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { toolPath } from "../../../scripts/tool-folder.ts";
import type { Group } from "./groups.ts";
import type { Mutant, Status } from "./mutant.ts";

const here = import.meta.dirname;
const root = join(here, "..", "..", "..");

/** Installs Stryker where it is not: outside of this project, to which it would add more than all the rest. */
export function haveStryker(): void {
  if (existsSync(toolPath("stryker"))) return;
  execFileSync(process.execPath, [join(root, "scripts", "tools.ts"), "stryker"], { stdio: "inherit" });
}

/** Runs the tests of a group against each of its mutants, or against those that a change may have made different. */
export async function mutate(group: Group): Promise<Mutant[]> {
  const folder = mkdtempSync(join(tmpdir(), "certorder-mutation-"));
  try {
    const report = join(folder, "report.json");
    forgetSurvivors(group);
    const settings = join(folder, "settings.json");
    writeFileSync(settings, JSON.stringify(settingsFor(group, folder, report)));
    await run(settings, group, folder);
    return mutantsIn(JSON.parse(readFileSync(report, "utf8")));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Where Stryker keeps what it knows of a group. */
function knownOf({ name }: Group): string {
  return join(dirname(toolPath("stryker")), "known", `${name}.json`);
}

/** What has lived is tried again: Stryker does not see what changed in a constant, or in what tests import. */
function forgetSurvivors(group: Group): void {
  if (!existsSync(knownOf(group))) return;
  const known: Report = JSON.parse(readFileSync(knownOf(group), "utf8"));
  const files = Object.entries(known.files).map(([file, { mutants, ...rest }]) => [
    file,
    { ...rest, mutants: mutants.filter(({ status }) => status === "Killed" || status === "Timeout") },
  ]);
  writeFileSync(knownOf(group), JSON.stringify({ ...known, files: Object.fromEntries(files) }));
}

function settingsFor(group: Group, folder: string, report: string): object {
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
    reporters: ["json"],
    jsonReporter: { fileName: report },
    logLevel: "error",
    // More than a busy machine takes, so that what counts as hung does hang.
    timeoutMS: 15_000,
  };
}

function run(settings: string, { name, tests }: Group, folder: string): Promise<void> {
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
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`Stryker ended with ${signal ?? code} for ${name}.`)),
    );
  });
}

/** What is read of Stryker's report. */
interface Report {
  readonly files: Readonly<
    Record<string, { readonly source: string; readonly mutants: readonly Reported[] }>
  >;
}

interface Reported {
  readonly status: Status;
  readonly replacement: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

/** Counted from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

function mutantsIn({ files }: Report): Mutant[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split("\n");
    return mutants.map(({ status, replacement, location: { start, end } }) => {
      const line = lines[start.line - 1] ?? "";
      const code = line.slice(start.column - 1, start.line === end.line ? end.column - 1 : undefined);
      return { status, file, at: start.line, code, becomes: onOneLine(replacement) };
    });
  });
}

function onOneLine(code: string): string {
  return code.replace(/\s+/g, " ");
}
