import { cleanText, codeSpan } from "../clean-text.ts";
import { link } from "../markdown.ts";
import type { Check } from "./check.ts";
import { formatDuration, formatTime } from "./format.ts";
import type { CheckState, FailureKind } from "./state.ts";

const headlines: Readonly<Record<FailureKind, string>> = {
  fails: "The callback fails",
  untested: "The callback could not be tested",
  misconfigured: "The account or the workflow has a mistake, so the callback could not be tested",
};

/** The result of this run for the texts of an issue. All members are Markdown. */
export interface TestDetails {
  readonly code: string;
  readonly cause: string;
  readonly remedy: string;
  readonly runUrl: string;
}

/** GitHub's limit is 256 characters. */
const longestTitle = 200;

/** Names all that tells two checks apart, because an outage often has several issues. */
export function issueTitle({ workflow, job, matrix, name, service, address }: Check): string {
  const file = workflow.replace(/^.*\//, "");
  const what = [file, job, matrixWords(matrix), name].filter((part) => part !== "").join(", ");
  const where = [service || "(no service)", address || "saved callback"].join(", ");
  return cleanText(`The callback check fails: ${what} (${where})`, longestTitle);
}

export function outageText(
  check: Check,
  { since, kinds }: CheckState,
  kind: FailureKind,
  at: string,
  details: TestDetails,
): string {
  const others = kinds.filter((other) => other !== kind).map((other) => headlines[other]);
  return [
    `**${headlines[kind]}:** \`${details.code}\``,
    details.cause,
    `**What to do:** ${details.remedy}`,
    describeCheck(check),
    `**Failing since:** ${formatTime(since)}${others.length > 0 ? `. Also seen since then: ${others.join("; ")}.` : ""}`,
    lastRun(at, details),
    smallPrint("The issue is closed when the callback works."),
  ].join("\n\n");
}

export function recoveredText(
  check: Check,
  { since }: CheckState,
  at: string,
  { runUrl }: TestDetails,
): string {
  return [
    `The callback works again, after ${formatDuration(since, at)}.`,
    describeCheck(check),
    lastRun(at, { runUrl }),
    smallPrint("The issue is reopened if the callback fails within two weeks."),
  ].join("\n\n");
}

/** The text of an issue that a parallel run opened too. */
export function duplicateText(number: number): string {
  return `Two runs reported the same outage at once. It is followed in #${number}.`;
}

/** In an issue that people have filled up to GitHub's limit. */
export function noRoomText({ code, runUrl }: TestDetails): string {
  return `\`${code}\`, in ${link("this run", runUrl)}. There is no room for more: shorten the text of this issue.`;
}

export function kindComment(kind: FailureKind, { code, cause, runUrl }: TestDetails): string {
  return `${headlines[kind]}: \`${code}\`, in ${link("this run", runUrl)}.\n\n${cause}`;
}

function describeCheck({ workflow, job, matrix, name, service, address }: Check): string {
  const parts = {
    Workflow: workflow,
    Job: job,
    Matrix: matrix,
    "check-id": name,
    Service: service,
    "Address under test": address,
  };
  const lines = Object.entries(parts)
    .filter(([, text]) => text !== "")
    .map(([title, text]) => `- ${title}: ${codeSpan(text, 200)}`);
  const saved = address === "" ? ["- Address under test: the one that is saved in the account"] : [];
  return [...lines, ...saved].join("\n");
}

/** Such as `account:shop,region:eu`. A long one must not push the address out of the title. */
function matrixWords(matrix: string): string {
  return cleanText(matrix.replace(/[{}"]/g, ""), 80);
}

function lastRun(at: string, { runUrl }: Pick<TestDetails, "runUrl">): string {
  return `**Last run:** ${link(formatTime(at), runUrl)}`;
}

function smallPrint(text: string): string {
  return `<sub>Each run writes this part. Text above and below it is kept. ${text}</sub>`;
}
