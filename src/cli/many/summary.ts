import { count } from "../../contract/index.ts";
import { type Counts, rowKinds } from "./row-result.ts";
import { type InARow, mostUnknown, type StopReason } from "./run-rows.ts";

/** How many rows came to what: `12 sent, 3 rejected`. */
export function describeCounts(counts: Counts): string {
  const parts = rowKinds
    .filter((kind) => counts.of(kind) > 0)
    .map((kind) => `${number(counts.of(kind))} ${words(kind)}`);
  return parts.join(", ") || "nothing was done";
}

/** The lines at the end of a run. `journal` is the flag that names the journal, if any. */
export function describeEnd(
  counts: Counts,
  total: number,
  {
    stopReason,
    inARow,
    limit,
    journal,
  }: {
    readonly stopReason: StopReason | undefined;
    readonly inARow?: InARow | undefined;
    readonly limit: number | undefined;
    readonly journal: string | undefined;
  },
): string[] {
  const left = total - counts.all;
  const { open, notInJournal } = counts;
  const others = counts.of("blocked") + counts.of("rejected") + counts.of("unknown") - open - notInJournal;
  const command = (words: string) => ["certorder", words, journal].filter(Boolean).join(" ");
  const isForNextRun = left + counts.of("not-sent") + counts.of("in-flight") > 0;
  return [
    `${count(total, "order")}: ${describeCounts(counts)}${left > 0 ? `, ${number(left)} left` : ""}.`,
    ...(stopReason === undefined ? [] : [describeStop(stopReason, { limit, inARow })]),
    ...(open > 0
      ? [
          `Look up the ${count(open, "order")} with an open attempt: ${command("status --blocked")}`,
          `Then record what you found: ${command("journal resolve --from FILE")}`,
        ]
      : []),
    ...(notInJournal > 0
      ? [
          `Import the certificates of the ${count(notInJournal, "order")} without one in the journal, with the flags of this request: ${command("journal import --from FILE")}`,
        ]
      : []),
    ...(others > 0
      ? [`For ${count(others, "order")}, blocked or rejected, do what the message of its code says.`]
      : []),
    ...(isForNextRun ? ["Run the same command again for the rest. What was sent is not sent again."] : []),
  ];
}

function describeStop(
  reason: StopReason,
  { limit, inARow }: { readonly limit: number | undefined; readonly inARow: InARow | undefined },
): string {
  switch (reason) {
    case "interrupted":
      return "The run was cancelled.";
    case "limit":
      return `The run stopped at --limit ${limit}.`;
    case "failures":
      return "The run stopped at --max-failures.";
    case "unknown":
      return `The run stopped after ${mostUnknown} unknown outcomes. To accept more, give --max-failures.`;
    case "in-a-row":
      return `The run stopped: ${inARow?.count} rows one after another were ${words(String(inARow?.kind))} (${inARow?.code}). To accept more, give --max-failures.`;
    case "callback":
      return "The run stopped: the callback has to pass its test.";
    case "output":
      return "The run stopped: its results could not be written to standard output. The journal has them.";
  }
}

/** One line about a run that goes on. */
export function describeProgress(counts: Counts, total: number, elapsedMs: number): string {
  const done = counts.all;
  const perSecond = (done * 1_000) / Math.max(1, elapsedMs);
  const filled = total === 0 ? barWidth : Math.floor((barWidth * done) / total);
  const bar = `[${"#".repeat(filled)}${".".repeat(barWidth - filled)}]`;
  const left = done === 0 ? "" : `, ${describeSeconds((total - done) / perSecond)} left`;
  const unknown = counts.of("unknown");
  return `${bar} ${number(done)} of ${number(total)}, ${number(counts.failures - unknown)} failed, ${number(unknown)} unknown, ${perSecond.toFixed(1)}/s${left}`;
}

const barWidth = 20;

function describeSeconds(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}

function words(kind: string): string {
  return kind.replace("-", " ");
}

function number(count: number): string {
  return count.toLocaleString("en");
}
