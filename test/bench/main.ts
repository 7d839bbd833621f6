/**
 * `npm run bench`: speed and size beside what was recorded. It runs each part several times and takes the median of each figure.
 * A part that cannot run says why, and the others count. `npm run bench -- client journal-postgres` runs only those,
 * `--runs N` says how often, and `--record` replaces what is recorded of them.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { formatFinding } from "../harness/finding.ts";
import temporaryFolder from "../harness/temporary-folder.ts";
import { isWorse, tolerance, worseBy } from "./compare.ts";
import { type Measurement, median } from "./measurement.ts";
import { parts } from "./parts.ts";
import { formatNumber, formatRecorded, parseRecorded, replaceFigures } from "./recorded.ts";
import type { PartRun } from "./run-part.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "3" }, record: { type: "boolean", default: false } },
});
const runs = Number(options.runs);
if (!Number.isInteger(runs) || runs < 1)
  throw new Error(`--runs is a number from 1 on, and not ${options.runs}.`);
for (const name of positionals)
  if (!parts[name]) throw new Error(`There is no part ${name}. There are: ${Object.keys(parts).join(", ")}.`);
const names = Object.keys(parts).filter((name) => positionals.length === 0 || positionals.includes(name));
const file = join(import.meta.dirname, "recorded.txt");
const recorded = parseRecorded(readFileSync(file, "utf8"));

process.once("exit", temporaryFolder());
const done = new Map<string, PartRun[]>(names.map((name) => [name, []]));
const measured = new Map<string, number>();
const ranToTheirEnd: string[] = [];
const worse: string[] = [];
const counts = { met: 0, missed: 0 };
// All parts run once before one runs again: a noisy minute then hits one run of a part, and not all of them.
for (let run = 1; run <= runs; run++)
  for (const [name, partRuns] of done) {
    const start = performance.now();
    partRuns.push(await runPart(name));
    if (run === runs) printMedians(name, partRuns);
    else
      console.log(
        `Run ${run} of ${runs}: ${name} took ${((performance.now() - start) / 1000).toFixed(0)} s.`,
      );
  }

const failed = names.length - ranToTheirEnd.length;
console.log(
  `\n${counts.met} meet their aim, ${counts.missed} miss it. Parts that could not run to their end: ${failed}.`,
);
const limits = Object.entries(tolerance).map(([kind, part]) => `${kind} ${percent(part)}`);
console.log(
  worse.length === 0
    ? `Nothing is worse than recorded by more than its tolerance (${limits.join(", ")}).`
    : `Worse than recorded by more than the tolerance (${limits.join(", ")}):\n${worse.join("\n")}`,
);
if (options.record) writeFileSync(file, formatRecorded(replaceFigures(recorded, measured, ranToTheirEnd)));
process.exitCode = failed > 0 ? 1 : 0;

async function runPart(name: string): Promise<PartRun> {
  const child = fork(new URL("./run-part.ts", import.meta.url), [name]);
  let partRun: PartRun | undefined;
  child.on("message", (message: PartRun) => {
    partRun = message;
  });
  const [code, signal] = await once(child, "close");
  return partRun ?? { measurements: [], problem: `its process ended with ${signal ?? code}` };
}

function printMedians(part: string, partRuns: readonly PartRun[]): void {
  const all = partRuns.flatMap(({ measurements }) => measurements);
  for (const same of Map.groupBy(all, ({ name }) => name).values()) {
    const [first, ...others] = same;
    if (first) printMeasurement(`${part}/${first.name}`, median([first, ...others]));
  }
  const problem = partRuns.find((partRun) => partRun.problem !== undefined)?.problem;
  if (problem === undefined) ranToTheirEnd.push(part);
  else console.log(`– ${part} cannot go on: ${problem}`);
}

function printMeasurement(figure: string, measurement: Measurement): void {
  const before = recorded.get(figure);
  const comparison = `${figure} ${formatNumber(measurement.number)}, ${before === undefined ? "not recorded" : `recorded ${formatNumber(before)}`}`;
  console.log(`${formatFinding(measurement)}; ${comparison}`);
  counts[measurement.met ? "met" : "missed"]++;
  measured.set(figure, measurement.number);
  if (before !== undefined && isWorse(measurement, before))
    worse.push(`  ${comparison}: ${percent(worseBy(measurement, before))} worse`);
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}
