import { createHash } from "node:crypto";
import { InvalidRequestError } from "../../client/index.ts";
import type { Environment } from "../environment.ts";
import type { Given } from "../given.ts";
import { inputIssue } from "../input-issue.ts";
import { listOf } from "../request.ts";
import type { Report } from "./report.ts";

/** What the inputs say about reporting; undefined when nothing is to be reported. */
export function reportOptions(given: Given, env: Environment): Report | undefined {
  if (given.own("report-issue") !== "on-failure") return undefined;
  const labels = listOf(given.own("issue-labels"));
  if (labels.length === 0 || labels.some((label) => label.length > 50))
    throw bad(
      "issue-labels",
      "issue-labels must name labels of at most 50 characters.",
      "Give at least one.",
    );
  const title = given.own("issue-title");
  if (/[\r\n]/.test(title) || title.length > 200)
    throw bad("issue-title", "issue-title must be one line of at most 200 characters.", "Shorten it.");
  return {
    checkId: checkIdOf(given, env),
    labels,
    title,
    thresholds: {
      failures: threshold("failure-threshold", given),
      recoveries: threshold("recovery-threshold", given),
    },
    branch: env.GITHUB_REF_NAME,
  };
}

/** The same for every run of one check, and another for each of several in one workflow. */
function checkIdOf({ own, settings }: Given, env: Environment): string {
  const workflow = (env.GITHUB_WORKFLOW_REF ?? env.GITHUB_WORKFLOW ?? "").replace(/@.*$/, "");
  const named =
    own("check-id") || [workflow, env.GITHUB_JOB ?? "", settings.base_url, settings.key_id].join("\n");
  return createHash("sha256").update(named).digest("hex").slice(0, 16);
}

function threshold(name: "failure-threshold" | "recovery-threshold", { own }: Given): number {
  if (/^[1-9]\d?$/.test(own(name)) && Number(own(name)) <= 20) return Number(own(name));
  throw bad(name, `${name} must be a whole number from 1 to 20.`, "Correct the number.");
}

function bad(field: string, message: string, remedy: string): InvalidRequestError {
  return new InvalidRequestError("The callback test was not sent", [inputIssue(field, message, remedy)]);
}
