import { createHash } from "node:crypto";
import { InvalidRequestError } from "../../client/index.ts";
import type { Environment, Issue } from "../../contract/index.ts";
import { inputIssue, isIssue } from "../input-issue.ts";
import type { ActionInputs } from "../read-inputs.ts";
import { splitList } from "../request.ts";
import { parseMute } from "./mute.ts";
import type { ReportOptions } from "./report.ts";

/** What the inputs say about reporting; undefined when nothing is to be reported. All are checked all the same. */
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
    issues.push(
      inputIssue("mute", "mute silences an issue, and none is wanted.", "Set report-issue: on-failure."),
    );
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
    ...{ failures, unknowns: threshold("unknown-threshold", failures) },
    recoveries: threshold("recovery-threshold"),
  };
  if (issues.length > 0 || isIssue(mute))
    throw new InvalidRequestError("The callback test was not sent", issues);
  return isWanted ? { checkId: deriveCheckId(given, env), labels, title, thresholds, mute } : undefined;
}

/** The same for every run of one check, and another for each of several in one workflow. */
function deriveCheckId({ own, settings, values }: ActionInputs, env: Environment): string {
  // Without the repository's name: the issue stays with it when it gets another one.
  const file = env.GITHUB_WORKFLOW_REF?.replace(/^[^/]*\/[^/]*\/|@.*$/g, "");
  const workflow = file ?? env.GITHUB_WORKFLOW ?? "";
  const service = settings.service ?? settings.base_url;
  const tested = typeof values.url === "string" ? [values.url] : [];
  const named =
    own("check-id") || [workflow, env.GITHUB_JOB ?? "", service, settings.key_id, ...tested].join("\n");
  return createHash("sha256").update(named).digest("hex").slice(0, 16);
}
