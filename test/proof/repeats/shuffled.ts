import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..", "..");

export interface Run {
  readonly seed: number;
  /** To try it again. */
  readonly command: string;
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

/** Runs `npm test`, or only some folders of it, with files and tests in an order, and all other chance, that the seed decides. */
export async function runShuffled(seed: number, folders: readonly string[]): Promise<Run> {
  const shuffle = ["--sequence.shuffle.files", "--sequence.shuffle.tests", `--sequence.seed=${seed}`];
  const args = ["run", "--project", "own", ...shuffle, ...folders];
  const file = join(tmpdir(), `${seed}.json`);
  const { code, output } = await vitest(seed, [...args, "--reporter=json", `--outputFile=${file}`]);
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Report) : undefined;
  const failures = report?.testResults.flatMap(failuresIn) ?? [];
  // Errors outside of tests are not in the report.
  if (code !== 0 && failures.length === 0)
    failures.push(`ended with ${code}: ${output.trim().slice(-2_000)}`);
  const command = `CERTORDER_TEST_SEED=${seed} npx vitest ${args.join(" ")}`;
  return { seed, command, passed: report?.numPassedTests ?? 0, failures };
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

function vitest(seed: number, args: readonly string[]): Promise<{ code: number | string; output: string }> {
  const program = join(root, "node_modules", "vitest", "vitest.mjs");
  return new Promise((resolve) => {
    const env = { ...process.env, CERTORDER_TEST_SEED: String(seed) };
    const options = { cwd: root, env, maxBuffer: 2 ** 28 };
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? error?.signal ?? 0, output: stdout + stderr }),
    );
  });
}
