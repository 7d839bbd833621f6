import { createHash } from "node:crypto";
import { type Environment, InvalidInputError } from "../../contract/index.ts";
import { inputProblems } from "../input-problem.ts";
import { readInput } from "../input-variables.ts";
import type { OwnInput } from "../inputs.ts";
import { ownInput } from "../read-inputs.ts";
import { splitList } from "../request-inputs.ts";
import { longestDays, muteLabel, parseMute } from "./mute.ts";
import type { ReportOptions } from "./report.ts";

/** A person started this run. A schedule would renew its mute each time. */
export function isStartedByPerson(env: Environment): boolean {
  return env.GITHUB_EVENT_NAME === "workflow_dispatch";
}

/**
 * Reads the inputs about reporting, and checks all of them. Undefined: nothing is reported. Needs no other input, so that a
 * check with wrong inputs can be reported too.
 */
export function reportOptions(env: Environment): ReportOptions | undefined {
  const own = (name: OwnInput) => ownInput(env, name);
  const isWanted = own("report-issue") === "on-failure";
  const [labels, title] = [splitList(own("issue-labels")), own("issue-title")];
  const mute = parseMute(own("mute"), Date.now());
  const counts = {
    "failure-threshold": own("failure-threshold"),
    "unknown-threshold": own("unknown-threshold") || own("failure-threshold"),
    "recovery-threshold": own("recovery-threshold"),
  };
  const problems = inputProblems([
    [
      labels.length === 0 || labels.some((label) => label.length > 50 || label.toLowerCase() === muteLabel),
      "issue-labels",
      `issue-labels must name labels of at most 50 characters, without ${muteLabel}.`,
      "Give at least one.",
    ],
    [
      /[\r\n]/.test(title) || title.length > 200,
      "issue-title",
      "issue-title must be one line of at most 200 characters.",
      "Shorten it.",
    ],
    [
      mute === "invalid",
      "mute",
      `mute must be a time of at most ${longestDays} days.`,
      "Write a time such as 7d, 12h or 30m, or off.",
    ],
    [
      mute !== undefined && !isWanted,
      "mute",
      "mute needs an issue to mute.",
      "Set report-issue: on-failure.",
    ],
    ...Object.entries(counts).map(
      ([name, text]) =>
        [
          !/^(?:[1-9]|1\d|20)$/.test(text),
          name,
          `${name} must be a whole number from 1 to 20.`,
          "Correct the number.",
        ] as const,
    ),
  ]);
  if (problems.length > 0 || mute === "invalid")
    throw new InvalidInputError("The callback test was not sent", problems);
  if (!isWanted) return undefined;
  return {
    checkId: deriveCheckId(env),
    labels,
    assignees: splitList(own("issue-assignees")),
    title,
    thresholds: {
      failures: Number(counts["failure-threshold"]),
      unknowns: Number(counts["unknown-threshold"]),
      recoveries: Number(counts["recovery-threshold"]),
    },
    mute: isStartedByPerson(env) ? mute : undefined,
  };
}

/**
 * Every run of one check has the same id, and each check of a workflow another one. Key and address of the service are
 * no part of it: once they are corrected, the check closes the issue that they caused.
 */
function deriveCheckId(env: Environment): string {
  // Leaves the repository's name out: after a rename the issue is still found.
  const file = env.GITHUB_WORKFLOW_REF?.replace(/^[^/]*\/[^/]*\/|@.*$/g, "");
  const workflow = file ?? env.GITHUB_WORKFLOW ?? "";
  const parts = [workflow, env.GITHUB_JOB ?? "", readInput(env, "matrix"), readInput(env, "url")];
  const named = ownInput(env, "check-id") || JSON.stringify(parts);
  return createHash("sha256").update(named).digest("hex").slice(0, 16);
}
