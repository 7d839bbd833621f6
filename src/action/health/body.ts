import { link } from "../summary.ts";
import type { Memory } from "./state.ts";
import { clock, duration, strip, stripInWords } from "./strip.ts";

export const failsTitle = "The certificate callback fails";
export const untestedTitle = "The certificate callback cannot be tested";
export const waitingTitle = "The certificate callback: what its check has seen";

/** What the texts tell of this run. All of it is Markdown already. */
export interface Told {
  readonly code: string;
  readonly cause: string;
  readonly remedy: string;
  readonly runUrl: string;
  readonly at: string;
}

const kept = "This part is written by each run. What stands above and below it is kept.";

/** What people read in the issue during an outage. */
export function outageText(memory: Memory, told: Told): string {
  return [
    `**Code:** \`${told.code}\``,
    told.cause,
    `**What to do:** ${told.remedy}`,
    since(memory),
    ...lastRun(memory, told),
    ...(memory.previous === 0 ? [] : [`The outage before this one: #${memory.previous}`]),
    small(
      `${kept} The issue is closed when the callback works again. To hear no more of this outage, close it as not planned; to silence the check, give it the label \`certorder-mute\`.`,
    ),
  ].join("\n\n");
}

/** What they read while the callback passes again, but not often enough in a row. */
export function recoveringText(memory: Memory, told: Told): string {
  const passes = `The callback passes again, ${count(memory.oks)} so far.`;
  return [passes, since(memory), ...lastRun(memory, told), small(kept)].join("\n\n");
}

export function recoveredText(outage: Memory, memory: Memory, told: Told): string {
  return [`${recovery(outage, told)}.`, ...lastRun(memory, told), small(kept)].join("\n\n");
}

/** The text of an issue that only counts results and is closed. */
export function waitingText(memory: Memory, told: Told): string {
  const last = memory.misses === 1 ? "The last run" : `The last ${memory.misses} runs`;
  const seen =
    memory.misses === 0
      ? "The callback passes."
      : `${last} did not pass. No issue is opened yet: that is below the threshold, or the check is muted.`;
  const why = "The check counts here until it has something to say. Leave the issue closed.";
  return [seen, ...muted(memory, told), ...lastRun(memory, told), small(`${why} ${kept}`)].join("\n\n");
}

export function recoveryComment(outage: Memory, memory: Memory, told: Told): string {
  return `${recovery(outage, told)}: ${thisRun(told)}.\n\n${strip(memory.results)}`;
}

export function changeComment(from: string, told: Told): string {
  return `The failure changed from \`${from || "unknown"}\` to \`${told.code}\` in ${thisRun(told)}.\n\n${told.cause}`;
}

export function againComment(told: Told): string {
  return `The callback fails again, with \`${told.code}\`, in ${thisRun(told)}.\n\n${told.cause}`;
}

function recovery({ since }: Memory, { at }: Told): string {
  return `The callback works again, after ${since === "" ? "an unknown time" : duration(since, at)}`;
}

function since({ since, fails, misses }: Memory): string {
  const unknowns = misses - fails;
  const runs = [
    ...(fails > 0 ? [`${count(fails)} failed`] : []),
    ...(unknowns > 0 ? [`${fails > 0 ? unknowns : count(unknowns)} could not tell`] : []),
  ];
  return `**${fails > 0 ? "Failing" : "Not tested"} since:** ${since ? clock(since) : "unknown"} (${runs.join(", ")})`;
}

function lastRun({ results }: Memory, { runUrl, at }: Told): string[] {
  return [`**Last run:** ${link(clock(at), runUrl)}`, `**Last results:** ${stripInWords(results)}`];
}

function muted({ mutedUntil }: Memory, { at }: Told): string[] {
  return mutedUntil <= at ? [] : [`**Muted until:** ${clock(mutedUntil)}`];
}

function thisRun({ runUrl }: Told): string {
  return link("this run", runUrl);
}

function count(runs: number): string {
  return runs === 1 ? "1 run" : `${runs} runs`;
}

function small(text: string): string {
  return `<sub>${text}</sub>`;
}
