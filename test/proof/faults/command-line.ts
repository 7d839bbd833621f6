import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Outcome } from "../../../src/contract/index.ts";
import type { OperationName } from "../../harness/faults/calls.ts";
import { canaries } from "../../harness/faults/canaries.ts";
import { orderId } from "../../harness/faults/faulty-service.ts";
import { commandLine as startsCommandLine } from "../../harness/program.ts";
import { environmentFor } from "./conditions.ts";
import { type Interface, longestMs, type Report } from "./interface.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const [program, ...first] = startsCommandLine();

/** The exit code of each outcome, as people read it. */
const documented = new Map(
  [
    ...readFileSync(join(root, "docs", "reference", "cli.md"), "utf8").matchAll(/^\| (\d) \| ([\w-]+): /gm),
  ].map(([, code, outcome]) => [outcome as Outcome, Number(code)]),
);

/** `certorder`, as it is installed. To ask again is to enter the same command, with the same idempotency key. */
export const commandLine: Interface = {
  name: "command line",

  async userOf(situation) {
    const { operation, row, stage, folder } = situation;
    // Without a journal, a key is refused.
    const key = row.journal === false ? [] : ["--idempotency-key", "a ticket"];
    const args: Record<OperationName, string[]> = {
      reissue: ["reissue", orderId, "--sign-hash", "sha256", "--csr-from", "sign-cloud-csc", "--yes", ...key],
      "callback-test": ["callback-test", "--url", stage.callbackUrl],
    };
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      NODE_COMPILE_CACHE: join(tmpdir(), "compile-cache"),
      CERTORDER_SIGN_KEY_PIN: canaries.signKeyPin,
      CERTORDER_ACCESS_KEY: canaries.accessKey,
      ...environmentFor(situation),
    };
    const options = { cwd: folder, env, timeout: longestMs, killSignal: "SIGKILL" } as const;
    return {
      ask: () =>
        new Promise((resolve) => {
          const words = [...first, ...args[operation], "--json"];
          const child = execFile(program, words, options, (_, stdout, stderr) =>
            resolve(readReport(child.exitCode, stdout, stderr)),
          );
        }),
    };
  },
};

function readReport(exit: number | null, stdout: string, stderr: string): Report {
  const { outcome, code } = parsed(stdout);
  const expected = outcome && documented.get(outcome);
  return {
    outcome,
    code,
    contradictions: exit === expected ? [] : [`exit code ${exit}, documented is ${expected}`],
    shown: stdout + stderr,
  };
}

function parsed(json: string): { outcome?: Outcome; code?: string } {
  try {
    return JSON.parse(json) as object;
  } catch {
    return {};
  }
}
