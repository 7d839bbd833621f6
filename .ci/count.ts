/** Adds up what the test runs in a folder counted. A test that was skipped in CI is a test that did not pass. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Run {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
}

const folder = process.argv[2] ?? ".";
const runs = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Run);
const sum = (count: (run: Run) => number) => runs.reduce((total, run) => total + count(run), 0);
const passed = sum((run) => run.numPassedTests);
const skipped = sum((run) => run.numPendingTests + run.numTodoTests);
const files = runs.flatMap((run) => run.testResults);
// A file can fail without a failed test: it does not load, or one of its suites is empty.
const brokenFiles = files.filter(
  (file) => file.status === "failed" && file.assertionResults.every(({ status }) => status !== "failed"),
);
const failed = sum((run) => run.numFailedTests) + skipped + brokenFiles.length;

// The end of a log names what failed, also what failed only once.
for (const file of files) {
  if (file.message !== "" || brokenFiles.includes(file)) console.log(`failed: ${file.name}\n${file.message}`);
  for (const { fullName, status, failureMessages } of file.assertionResults)
    if (failureMessages?.length)
      console.log(
        `${status === "failed" ? "failed" : "passed only the second time"}: ${file.name}: ${fullName}\n${failureMessages.join("\n")}`,
      );
}
if (skipped > 0) console.log(`${skipped} tests were skipped; in CI they count as failed.`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
