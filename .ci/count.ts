/** Adds up what the test runs in a folder counted. A test that was skipped in CI is a test that did not pass. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Counts {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
}

const folder = process.argv[2] ?? ".";
const runs = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Counts,
);
const sum = (count: (run: Counts) => number) => runs.reduce((total, run) => total + count(run), 0);
const passed = sum((run) => run.numPassedTests);
const skipped = sum((run) => run.numPendingTests + run.numTodoTests);
const failed = sum((run) => run.numFailedTests) + skipped;
if (skipped > 0) console.log(`${skipped} tests were skipped; in CI they count as failed.`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
