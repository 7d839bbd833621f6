import type { GitHub } from "../github.ts";
import { explain } from "../github.ts";
import type { Runner } from "../runner.ts";
import type { TestDetails } from "./body.ts";
import {
  againComment,
  changeComment,
  failsTitle,
  outageText,
  recoveredText,
  recoveringText,
  recoveryComment,
  untestedTitle,
  waitingText,
  waitingTitle,
} from "./body.ts";
import type { Found } from "./issues.ts";
import { Issues } from "./issues.ts";
import { ourPart, withOurPart } from "./marker.ts";
import type { Mute } from "./mute.ts";
import { muteLabel, plausibleMuteEnd } from "./mute.ts";
import type { Memory, Result, Thresholds } from "./state.ts";
import { afterClosing, lastResults, nextStep, nothingYet } from "./state.ts";

export interface ReportOptions {
  readonly checkId: string;
  readonly labels: readonly string[];
  readonly title: string;
  readonly thresholds: Thresholds;
  /** The input `mute` of this run, if it is given. */
  readonly mute: Mute | undefined;
}

/** The result of a report. If it could not be written, only this step shows the verdict. */
export interface ReportResult {
  readonly isWritten: boolean;
  readonly issueNumber?: number;
  /** The last results with this one, newest last. Empty if earlier results are not known. */
  readonly results: string;
  /** The thresholds are reached. */
  readonly isOutage: boolean;
  readonly isMuted: boolean;
}

/** Keeps the issue of a check up to date. A problem with that is a warning: the verdict of the test stands. */
export async function reportHealth(
  report: ReportOptions,
  result: Result,
  details: TestDetails,
  connect: () => Promise<GitHub>,
  runner: Runner,
): Promise<ReportResult> {
  try {
    const issues = new Issues(await connect(), report.labels, report.checkId);
    return await keep(issues, report, result, details);
  } catch (error) {
    const lines = explain(error, "The issue could not be kept up to date", "issues: write");
    runner.warn("The verdict stands, but it was not reported", ...lines);
    return { isWritten: false, results: "", isOutage: false, isMuted: false };
  }
}

async function keep(
  issues: Issues,
  report: ReportOptions,
  result: Result,
  details: TestDetails,
): Promise<ReportResult> {
  const [current, ...others] = await issues.find();
  await closeSurplus(issues, current, others);
  const left = current && !current.isOpen ? afterClosing(current.memory, current.reason) : undefined;
  const mutedUntil = report.mute
    ? report.mute.until
    : plausibleMuteEnd(current?.memory.mutedUntil ?? "", result.at);
  const memory: Memory = { ...(left?.memory ?? current?.memory ?? nothingYet), mutedUntil };
  const isMuted =
    left?.isMuted === true || mutedUntil > result.at || current?.labels.includes(muteLabel) === true;
  const step = nextStep(memory, result, report.thresholds, isMuted);
  const reported = (next: Memory, issueNumber = current?.number): ReportResult => ({
    isWritten: true,
    results: next.results,
    isMuted,
    isOutage: next.phase === "outage",
    ...(issueNumber !== undefined && { issueNumber }),
  });
  const bodyWith = (next: Memory, text: string) =>
    withOurPart(current?.body ?? "", ourPart(report.checkId, next, text));

  switch (step.do) {
    case "nothing": {
      const next = { ...memory, results: lastResults(`${memory.results}P`) };
      if (mutedUntil !== (current?.memory.mutedUntil ?? ""))
        return reported(next, await remember(issues, current, next, bodyWith, details));
      return { isWritten: true, results: next.results, isOutage: false, isMuted };
    }
    case "remember":
      return reported(step.memory, await remember(issues, current, step.memory, bodyWith, details));
    case "open":
      return reported(step.memory, await open(issues, current, step.memory, report, details));
    case "edit": {
      const found = current as Found;
      const text = result.verdict === "pass" ? recoveringText : outageText;
      await issues.change(found.number, { body: bodyWith(step.memory, text(step.memory, details)) });
      if (step.changedFrom !== undefined)
        await issues.comment(found, changeComment(step.changedFrom, details));
      return reported(step.memory);
    }
    case "close": {
      const found = current as Found;
      const body = bodyWith(step.memory, recoveredText(memory, step.memory, details));
      // Closes it before the comment: if the comment failed first, the next run would comment again.
      await issues.change(found.number, {
        body,
        ...(found.isOpen && { state: "closed", state_reason: "completed" }),
      });
      if (found.isOpen && !isMuted)
        await issues.comment(found, recoveryComment(memory, step.memory, details));
      return reported(step.memory);
    }
  }
}

/** Writes the memory into the check's issue, without a notification. A new issue is closed at once. */
async function remember(
  issues: Issues,
  current: Found | undefined,
  memory: Memory,
  bodyWith: (memory: Memory, text: string) => string,
  details: TestDetails,
): Promise<number> {
  const body = bodyWith(memory, waitingText(memory, details));
  const number = current?.number ?? (await issues.create(waitingTitle, body));
  const hasToClose = !current || (current.isOpen && memory.phase === "waiting");
  await issues.change(number, {
    body,
    ...(hasToClose && { state: "closed", state_reason: "not_planned" }),
  });
  return number;
}

/** An outage has its own issue. An issue that only counted, or that people reopened, becomes that issue. */
async function open(
  issues: Issues,
  current: Found | undefined,
  memory: Memory,
  { checkId, title }: ReportOptions,
  details: TestDetails,
): Promise<number> {
  const named = title || (memory.fails > 0 ? failsTitle : untestedTitle);
  const part = (previous: number) => {
    const next = { ...memory, previous };
    return ourPart(checkId, next, outageText(next, details));
  };
  if (current && (current.isOpen || current.memory.phase === "waiting")) {
    const isNew = current.memory.phase === "waiting";
    await issues.change(current.number, {
      body: withOurPart(current.body, part(memory.previous)),
      ...(isNew && { title: named, state: "open" }),
    });
    if (!isNew) await issues.comment(current, againComment(details));
    return current.number;
  }
  const number = await issues.create(named, part(current?.number ?? 0));
  // A parallel run may have opened one too.
  const [first, ...others] = await issues.find();
  if (!first?.isOpen || first.number >= number) return number;
  await closeSurplus(issues, first, others);
  return first.number;
}

/** Closes further issues that parallel runs opened. A copy by a person stays. */
async function closeSurplus(
  issues: Issues,
  first: Found | undefined,
  others: readonly Found[],
): Promise<void> {
  for (const extra of others)
    if (first && extra.isOpen && extra.author === first.author) {
      const body = withOurPart(
        extra.body,
        `Two runs reported the same outage; it is followed in #${first.number}.`,
      );
      await issues.change(extra.number, { body, state: "closed", state_reason: "not_planned" });
    }
}
