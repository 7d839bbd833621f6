import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

export interface TestRun {
  readonly passed: number;
  /** Each a test, or a file, with the first words of what went wrong. */
  readonly failures: readonly string[];
}

/** As vitest reports it. */
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

/** Runs tests of this project in a process of their own. */
export async function runTests(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<TestRun> {
  const file = join(tmpdir(), `${randomUUID()}.json`);
  const { code, output } = await vitest([...args, "--reporter=json", `--outputFile=${file}`], env);
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Report) : undefined;
  const failures = report?.testResults.flatMap(failuresIn) ?? [];
  // Errors outside of tests are not in the report.
  if (code !== 0 && failures.length === 0)
    failures.push(`ended with ${code}: ${output.trim().slice(-2_000)}`);
  return { passed: report?.numPassedTests ?? 0, failures };
}

function failuresIn({ name, status, message, assertionResults }: Report["testResults"][number]): string[] {
  const failed = assertionResults.filter((result) => !["passed", "skipped", "todo"].includes(result.status));
  const tests = failed.map(
    ({ fullName, failureMessages }) => `${fullName}: ${firstLine(failureMessages[0])}`,
  );
  // A file that cannot be loaded, or whose hooks fail, has no test that failed.
  const all = tests.length === 0 && status === "failed" ? [firstLine(message)] : tests;
  return all.map((failure) => `${name.slice(root.length + 1)}: ${failure}`);
}

function firstLine(text = ""): string {
  return text.split("\n")[0] ?? "";
}

function vitest(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | string; output: string }> {
  const program = join(root, "node_modules", "vitest", "vitest.mjs");
  return new Promise((resolve) => {
    const options = { cwd: root, env: { ...process.env, ...env }, maxBuffer: 2 ** 28 };
    execFile(process.execPath, [program, "run", ...args], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? error?.signal ?? 0, output: stdout + stderr }),
    );
  });
}
