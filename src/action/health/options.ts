import { readFileSync } from "node:fs";
import type { Environment, InputProblem } from "../../contract/index.ts";
import { inputProblems } from "../input-problem.ts";
import type { OwnInput } from "../inputs.ts";
import { splitList } from "../request-inputs.ts";
import { readCheck } from "./check.ts";
import type { ReportOptions } from "./report.ts";

type ReadOwn = (name: OwnInput) => string;

/** The most tests after the first one. */
const mostRetries = 10;

/** The problems of the inputs that only a callback test has. */
export function checkTestInputs(own: ReadOwn): InputProblem[] {
  return inputProblems([
    [
      !/^\d{1,2}$/.test(own("retries")) || Number(own("retries")) > mostRetries,
      "retries",
      `retries must be a whole number from 0 to ${mostRetries}.`,
      "Correct the number.",
    ],
  ]);
}

/**
 * Reads the inputs about reporting. Undefined: nothing is reported. Needs no other input to be right, so that a check with wrong
 * inputs is reported too.
 */
export function reportOptions(env: Environment, own: ReadOwn): ReportOptions | undefined {
  if (own("report-issue") !== "true") return undefined;
  return {
    check: readCheck(env),
    assignees: splitList(own("issue-assignees")),
    skipped: skippedBecause(env),
    jobFolder: env.RUNNER_TEMP,
  };
}

/** A run of another branch may test a change that is not in use yet. */
function skippedBecause(env: Environment): string | undefined {
  // GitHub starts schedules on the default branch only.
  if (env.GITHUB_EVENT_NAME === "schedule") return undefined;
  const branch = defaultBranch(env);
  if (branch !== undefined && env.GITHUB_REF === `refs/heads/${branch}`) return undefined;
  const known = branch === undefined ? "GitHub's event does not name it" : `it is ${branch}`;
  return `The issue is not changed: only runs of the default branch keep it (${known}), and this run is of ${env.GITHUB_REF ?? "no branch"}.`;
}

function defaultBranch({ GITHUB_EVENT_PATH: path = "" }: Environment): string | undefined {
  try {
    const event = JSON.parse(readFileSync(path, "utf8")) as { repository?: { default_branch?: unknown } };
    const branch = event.repository?.default_branch;
    return typeof branch === "string" && branch !== "" ? branch : undefined;
  } catch {
    return undefined;
  }
}
