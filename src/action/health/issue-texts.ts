import { link } from "../markdown.ts";
import { describeResults, formatDuration, formatResults, formatTime } from "./format.ts";
import { issueMuteDays, muteLabel } from "./mute.ts";
import { type CheckState, type FailureKind, isMuted } from "./state.ts";

export const titles: Readonly<Record<FailureKind, string>> = {
  fails: "The certificate callback fails",
  untested: "The certificate callback cannot be tested",
  misconfigured: "The certificate callback check has a mistake in its setup",
};
export const waitingTitle = "The certificate callback: results of its check";

export function outageTitle({ kind }: CheckState): string {
  return titles[kind || "untested"];
}

/** The result of this run for the texts of an issue. All members are Markdown. */
export interface TestDetails {
  readonly code: string;
  readonly cause: string;
  readonly remedy: string;
  readonly runUrl: string;
  readonly at: string;
}

const kept = "Each run writes this part. Text above and below it is kept.";

export function outageText(state: CheckState, details: TestDetails): string {
  return [
    `**Code:** \`${details.code}\``,
    details.cause,
    `**What to do:** ${details.remedy}`,
    describeStart(state),
    ...muted(state, details),
    ...lastRun(state, details),
    ...(state.previous === 0 ? [] : [`The outage before this one: #${state.previous}`]),
    smallPrint(
      `${kept} The issue is closed when the callback works again. To mute this outage for ${issueMuteDays} days, close the issue as not planned, or give it the label \`${muteLabel}\`.`,
    ),
  ].join("\n\n");
}

/** The text while the callback passes again, but not often enough in a row. */
export function recoveringText(state: CheckState, details: TestDetails): string {
  const summary = `The callback passes again, ${count(state.passes)} so far.`;
  return [summary, describeStart(state), ...lastRun(state, details), smallPrint(kept)].join("\n\n");
}

export function recoveredText(outage: CheckState, state: CheckState, details: TestDetails): string {
  return [`${recovery(outage, details)}.`, ...lastRun(state, details), smallPrint(kept)].join("\n\n");
}

/** The text of an issue that only counts results and is closed. */
export function waitingText(state: CheckState, details: TestDetails): string {
  const last = state.notPassed === 1 ? "The last run" : `The last ${state.notPassed} runs`;
  const seen =
    state.notPassed === 0
      ? "The callback passes."
      : `${last} did not pass. No issue is opened yet: that is below the threshold, or the check is muted.`;
  const why = "The check counts its results here. Leave the issue closed.";
  return [seen, ...muted(state, details), ...lastRun(state, details), smallPrint(`${why} ${kept}`)].join(
    "\n\n",
  );
}

export function recoveryComment(outage: CheckState, state: CheckState, details: TestDetails): string {
  return `${recovery(outage, details)}: ${thisRun(details)}.\n\n${formatResults(state.results)}`;
}

export function changeComment(state: CheckState, details: TestDetails): string {
  return `${outageTitle(state)} now, with \`${details.code}\`, in ${thisRun(details)}.\n\n${details.cause}`;
}

export function againComment(details: TestDetails): string {
  return `The callback fails again, with \`${details.code}\`, in ${thisRun(details)}.\n\n${details.cause}`;
}

function recovery({ since }: CheckState, { at }: TestDetails): string {
  return `The callback works again, after ${since === "" ? "an unknown time" : formatDuration(since, at)}`;
}

function describeStart({ since, fails, notPassed }: CheckState): string {
  const unknowns = notPassed - fails;
  const runs = [
    ...(fails > 0 ? [`${count(fails)} failed`] : []),
    ...(unknowns > 0 ? [`${fails > 0 ? unknowns : count(unknowns)} could not tell`] : []),
  ];
  return `**${fails > 0 ? "Failing" : "Not tested"} since:** ${since ? formatTime(since) : "unknown"} (${runs.join(", ")})`;
}

function lastRun({ results }: CheckState, { runUrl, at }: TestDetails): string[] {
  return [`**Last run:** ${link(formatTime(at), runUrl)}`, `**Last results:** ${describeResults(results)}`];
}

function muted(state: CheckState, { at }: TestDetails): string[] {
  return isMuted(state, at)
    ? [`**Muted until:** ${formatTime(state.mutedUntil)}, or until the callback works again`]
    : [];
}

function thisRun({ runUrl }: TestDetails): string {
  return link("this run", runUrl);
}

function count(runs: number): string {
  return runs === 1 ? "1 run" : `${runs} runs`;
}

function smallPrint(text: string): string {
  return `<sub>${text}</sub>`;
}
