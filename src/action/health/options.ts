import { createHash } from "node:crypto";
import { InvalidRequestError } from "../../client/index.ts";
import type { Environment, Issue } from "../../contract/index.ts";
import { inputIssue, isIssue } from "../input-issue.ts";
import type { ActionInputs } from "../read-inputs.ts";
import { splitList } from "../request.ts";
import { parseMute } from "./mute.ts";
import type { ReportOptions } from "./report.ts";

/** Reads the inputs about reporting, and checks all of them. Undefined: nothing is reported. */
export function reportOptions(given: ActionInputs, env: Environment): ReportOptions | undefined {
  const isWanted = given.own("report-issue") === "on-failure";
  const issues: Issue[] = [];
  const labels = splitList(given.own("issue-labels"));
  if (labels.length === 0 || labels.some((label) => label.length > 50))
    issues.push(
      inputIssue(
        "issue-labels",
        "issue-labels must name labels of at most 50 characters.",
        "Give at least one.",
      ),
    );
  const title = given.own("issue-title");
  if (/[\r\n]/.test(title) || title.length > 200)
    issues.push(
      inputIssue("issue-title", "issue-title must be one line of at most 200 characters.", "Shorten it."),
    );
  const mute = parseMute(given.own("mute"), Date.now());
  if (isIssue(mute)) issues.push(mute);
  else if (mute && !isWanted)
    issues.push(inputIssue("mute", "mute needs an issue to mute.", "Set report-issue: on-failure."));
  const threshold = (
    name: "failure-threshold" | "unknown-threshold" | "recovery-threshold",
    standard = 0,
  ) => {
    const text = given.own(name) || String(standard);
    if (/^[1-9]\d?$/.test(text) && Number(text) <= 20) return Number(text);
    issues.push(inputIssue(name, `${name} must be a whole number from 1 to 20.`, "Correct the number."));
    return 1;
  };
  const failures = threshold("failure-threshold");
  const thresholds = {
    failures,
    unknowns: threshold("unknown-threshold", failures),
    recoveries: threshold("recovery-threshold"),
  };
  if (issues.length > 0 || isIssue(mute))
    throw new InvalidRequestError("The callback test was not sent", issues);
  return isWanted ? { checkId: deriveCheckId(given, env), labels, title, thresholds, mute } : undefined;
}

/** Every run of one check has the same id, and each check of a workflow another one. */
function deriveCheckId({ own, settings, values }: ActionInputs, env: Environment): string {
  // Leaves the repository's name out: after a rename the issue is still found.
  const file = env.GITHUB_WORKFLOW_REF?.replace(/^[^/]*\/[^/]*\/|@.*$/g, "");
  const workflow = file ?? env.GITHUB_WORKFLOW ?? "";
  const service = settings.service ?? settings.base_url;
  const tested = typeof values.url === "string" ? [values.url] : [];
  const named =
    own("check-id") || [workflow, env.GITHUB_JOB ?? "", service, settings.key_id, ...tested].join("\n");
  return createHash("sha256").update(named).digest("hex").slice(0, 16);
}
