import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "..", "..");
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");

interface TestRun {
  readonly passed: number;
  /** Each a test, or a file, with the first line of what went wrong. */
  readonly failures: readonly string[];
}

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

export async function runTests(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<TestRun> {
  const file = join(tmpdir(), `${randomUUID()}.json`);
  const words = [vitest, "run", ...args, "--reporter=json", `--outputFile=${file}`];
  const options = { cwd: root, env: { ...process.env, ...env }, maxBuffer: 2 ** 28 };
  const ended = await new Promise<string>((resolve) =>
    execFile(process.execPath, words, options, (error, stdout, stderr) =>
      resolve(error ? `ended with ${error.code ?? error.signal}: ${(stdout + stderr).slice(-2_000)}` : ""),
    ),
  );
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Report) : undefined;
  const failures = report?.testResults.flatMap(failuresIn) ?? [];
  // Errors outside of tests are not in the report.
  if (ended !== "" && failures.length === 0) failures.push(ended);
  return { passed: report?.numPassedTests ?? 0, failures };
}

function failuresIn({ name, status, message, assertionResults }: Report["testResults"][number]): string[] {
  const failed = assertionResults
    .filter((result) => !["passed", "skipped", "todo"].includes(result.status))
    .map(({ fullName, failureMessages: [why = ""] }) => `${fullName}: ${why}`);
  // A file that cannot be loaded, or whose hooks fail, has no test that failed.
  const all = failed.length === 0 && status === "failed" ? [message] : failed;
  return all.map((failure) => `${relative(root, name)}: ${failure.split("\n")[0]}`);
}
