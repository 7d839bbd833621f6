import { explainApiError, type GitHub } from "../github.ts";
import type { Runner } from "../runner.ts";
import type { TestDetails } from "./issue-texts.ts";
import {
  againComment,
  changeComment,
  outageText,
  outageTitle,
  recoveredText,
  recoveringText,
  recoveryComment,
  titles,
  waitingText,
  waitingTitle,
} from "./issue-texts.ts";
import { type CheckIssue, type HealthCheck, Issues, ReportError } from "./issues.ts";
import { ourPart, withOurPart } from "./marker.ts";
import { type Mute, muteLabel, nextMute } from "./mute.ts";
import type { CheckState, RunResult, Thresholds } from "./state.ts";
import { endOutage, initialState, isMuted, isRecent, nextState } from "./state.ts";

export interface ReportOptions extends HealthCheck {
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
  /** Until when the check is muted, if it is. */
  readonly mutedUntil?: string;
}

/** Keeps the issue of a check up to date. A problem with that is a warning: the verdict of the test stands. */
export async function reportHealth(
  report: ReportOptions,
  result: RunResult,
  details: TestDetails,
  { connect, runner }: { readonly connect: () => Promise<GitHub>; readonly runner: Runner },
): Promise<ReportResult> {
  try {
    const issues = new Issues(await connect(), report);
    return await updateIssue(issues, report, result, details);
  } catch (error) {
    const lines =
      error instanceof ReportError
        ? [error.message, error.remedy]
        : explainApiError(error, "The issue could not be kept up to date", ["issues: write"]);
    runner.warn("The verdict stands, but it was not reported", ...lines);
    return { isWritten: false, results: "", isOutage: false };
  }
}

async function updateIssue(
  issues: Issues,
  report: ReportOptions,
  result: RunResult,
  details: TestDetails,
): Promise<ReportResult> {
  const { at } = result;
  const [current, ...surplus] = await issues.find();
  await closeSurplus(issues, current, surplus);
  const stored = current?.checkState ?? initialState;
  // A step reports once in each attempt of its run.
  if (stored.run === result.run)
    throw new ReportError(
      `Another step of this run reports to the same issue (#${current?.number}).`,
      "Give each of the steps a check-id of its own.",
    );
  const isCompleted = current && isClosedByPerson(current) && current.reason === "completed";
  const before = isCompleted ? endOutage(stored, at) : stored;
  const state = { ...before, ...nextMute(before, current ? muteAction(current) : "", report.mute, at) };
  const next = nextState(state, result, report.thresholds);
  const number = await writeState({ issues, current, before: state, next, report, details });
  return {
    isWritten: true,
    results: next.results,
    ...(isMuted(state, at) && { mutedUntil: state.mutedUntil }),
    isOutage: next.phase === "outage",
    ...(number !== undefined && { issueNumber: number }),
  };
}

function isClosedByPerson({ isOpen, checkState }: CheckIssue): boolean {
  // The check itself does not close the issue of an outage that it reports.
  return !isOpen && checkState.phase === "outage";
}

/** What people did to the issue of an outage to mute it. */
function muteAction(issue: CheckIssue): string {
  return [
    ...(isClosedByPerson(issue) && issue.reason !== "completed" ? ["closed"] : []),
    ...(issue.labels.some((label) => label.toLowerCase() === muteLabel) ? ["label"] : []),
  ].join("-");
}

interface Writing {
  readonly issues: Issues;
  readonly current: CheckIssue | undefined;
  /** With the mute of this run. */
  readonly before: CheckState;
  readonly next: CheckState;
  readonly report: ReportOptions;
  readonly details: TestDetails;
}

/** Changes the issue to what the state says. Returns its number, if the check has one. */
async function writeState(writing: Writing): Promise<number | undefined> {
  const { current, before, next } = writing;
  if (next.phase === "outage" && before.phase !== "outage") return openIssue(writing);
  if (current && next.phase === "outage") return editIssue(current, writing);
  if (current && before.phase === "outage") return closeIssue(current, writing);
  const { mutedUntil = "" } = current?.checkState ?? {};
  // A pass after a pass has nothing to report, unless the mute has changed.
  if (next.notPassed === 0 && before.notPassed === 0 && next.mutedUntil === mutedUntil) return undefined;
  return storeState(writing);
}

/**
 * Reports an outage that begins. An issue that is open, only counted, or reported a recent outage becomes its issue. Else
 * it gets an issue of its own.
 */
async function openIssue({ issues, current, before, next, report, details }: Writing): Promise<number> {
  const title = report.title || outageTitle(next);
  const part = (state: CheckState) => ourPart(report.checkId, state, outageText(state, details));
  const hasReported = before.ended !== "";
  if (current && (current.isOpen || !hasReported || isRecent(before, details.at))) {
    await issues.change(current.number, {
      body: withOurPart(current.body, part(next)),
      state: "open",
      ...(isOurTitle(current.title) && { title }),
    });
    if (hasReported) await issues.comment(current, againComment(details));
    return current.number;
  }
  const number = await issues.create(
    title,
    part({ ...next, muteAction: "", previous: current?.number ?? 0 }),
  );
  // A parallel run may have opened one too.
  const [first, ...surplus] = await issues.find();
  if (!first?.isOpen || first.number >= number) return number;
  await closeSurplus(issues, first, surplus);
  return first.number;
}

async function editIssue(found: CheckIssue, writing: Writing): Promise<number> {
  const { issues, before, next, report, details } = writing;
  const text = next.passes > 0 ? recoveringText : outageText;
  const isSilent = isMuted(next, details.at);
  await issues.change(found.number, {
    body: withOurPart(found.body, ourPart(report.checkId, next, text(next, details))),
    // A title that people wrote stays.
    ...(!report.title && isOurTitle(found.title) && { title: outageTitle(next) }),
    // The mute of an issue that was closed is over.
    ...(!found.isOpen && !isSilent && { state: "open" }),
  });
  if (before.kind !== next.kind && !isSilent) await issues.comment(found, changeComment(next, details));
  return found.number;
}

function isOurTitle(title: string): boolean {
  return [waitingTitle, ...Object.values(titles)].includes(title);
}

async function closeIssue(found: CheckIssue, writing: Writing): Promise<number> {
  const { issues, before, next, report, details } = writing;
  // Closes it before the comment: if the comment failed first, the next run would comment again.
  await issues.change(found.number, {
    body: withOurPart(found.body, ourPart(report.checkId, next, recoveredText(before, next, details))),
    ...(found.isOpen && { state: "closed", state_reason: "completed" }),
  });
  if (found.isOpen && !isMuted(before, details.at))
    await issues.comment(found, recoveryComment(before, next, details));
  return found.number;
}

/** Writes the state into the check's issue, without a notification. A new issue is closed at once. */
async function storeState({ issues, current, next, report, details }: Writing): Promise<number> {
  const ours = ourPart(report.checkId, next, waitingText(next, details));
  const body = withOurPart(current?.body ?? "", ours);
  const number = current?.number ?? (await issues.create(waitingTitle, body));
  const hasToClose = !current || (current.isOpen && current.checkState.ended === "");
  await issues.change(number, {
    body,
    ...(hasToClose && { state: "closed", state_reason: "not_planned" }),
  });
  return number;
}

/** Closes further issues that parallel runs opened. A copy by a person stays. */
async function closeSurplus(
  issues: Issues,
  first: CheckIssue | undefined,
  surplus: readonly CheckIssue[],
): Promise<void> {
  for (const extra of surplus)
    if (first && extra.isOpen && extra.author === first.author) {
      const body = withOurPart(
        extra.body,
        `Two runs reported the same outage; it is followed in #${first.number}.`,
      );
      await issues.change(extra.number, { body, state: "closed", state_reason: "not_planned" });
    }
}
