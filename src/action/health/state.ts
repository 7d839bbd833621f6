import type { CallbackVerdict } from "../../contract/index.ts";

/** The memory of a check, in the body of its newest issue. It counts verdicts, not ends of runs. */
export interface Memory {
  /** `waiting`: no outage yet. `outage`: the issue reports one. `recovered`: the outage is over. */
  readonly phase: "waiting" | "outage" | "recovered";
  /** Runs since the last pass: those that failed, and all that did not pass. */
  readonly fails: number;
  readonly misses: number;
  /** Passes in a row during an outage. */
  readonly oks: number;
  /** The time of the first of those runs. Empty if there are none. */
  readonly since: string;
  /** The code of the last failure. */
  readonly code: string;
  /** The last results, newest last; see results.ts. */
  readonly results: string;
  /** Until when the check is muted. Empty: it is not muted. */
  readonly mutedUntil: string;
  /** Number of the issue of the outage before; 0 if there was none. */
  readonly previous: number;
}

const counted = { fails: 0, misses: 0, oks: 0, since: "", code: "" };
export const nothingYet: Memory = {
  ...counted,
  phase: "waiting",
  results: "",
  mutedUntil: "",
  previous: 0,
};

/** The result of this run. */
export interface Result {
  readonly verdict: CallbackVerdict;
  readonly code: string;
  /** A mistake in the account or the workflow. The next run will fail the same way. */
  readonly misconfigured: boolean;
  readonly at: string;
}

/** How many runs open or close an issue: failed ones, unknown ones, and passes in a row. */
export interface Thresholds {
  readonly failures: number;
  readonly unknowns: number;
  readonly recoveries: number;
}

/** What to do with the issue. `remember` only stores the memory, without a notification. */
export type IssueChange =
  | { readonly do: "nothing" }
  | { readonly do: "remember" | "open" | "close"; readonly memory: Memory }
  | { readonly do: "edit"; readonly memory: Memory; readonly changedFrom?: string };

export function nextStep(
  memory: Memory,
  result: Result,
  thresholds: Thresholds,
  isMuted: boolean,
): IssueChange {
  const { verdict, code, misconfigured, at } = result;
  const letter = { pass: "P", fail: "F", unknown: "U" }[verdict];
  const results = lastResults(memory.results + letter);
  if (verdict === "pass") {
    if (memory.phase !== "outage")
      return memory.misses === 0
        ? { do: "nothing" }
        : { do: "remember", memory: { ...memory, ...counted, results } };
    const oks = memory.oks + 1;
    if (oks < thresholds.recoveries) return { do: "edit", memory: { ...memory, oks, results } };
    return { do: "close", memory: { ...memory, ...counted, phase: "recovered", results } };
  }
  const failed = verdict === "fail";
  const next: Memory = {
    ...memory,
    fails: memory.fails + (failed ? 1 : 0),
    misses: memory.misses + 1,
    oks: 0,
    since: memory.misses === 0 ? at : memory.since,
    // An unknown verdict does not change the code of a failure.
    code: failed || misconfigured || memory.fails === 0 ? code : memory.code,
    results,
  };
  if (memory.phase === "outage")
    return {
      do: "edit",
      memory: next,
      ...(!isMuted && memory.code !== next.code && { changedFrom: memory.code }),
    };
  // A mistake does not go away by itself, so the issue is opened at once.
  const isDue = misconfigured || isLongEnough(next, thresholds);
  return isDue && !isMuted
    ? { do: "open", memory: { ...next, phase: "outage" } }
    : { do: "remember", memory: next };
}

/** Each kind has its own threshold. If failed and unknown runs alternate, both together count too. */
function isLongEnough({ fails, misses }: Memory, { failures, unknowns }: Thresholds): boolean {
  return fails >= failures || misses - fails >= unknowns || misses >= Math.max(failures, unknowns);
}

/**
 * A person closed the issue during an outage. `completed`: the outage is over, and counting starts again. Any other
 * reason: no notification until the callback has recovered.
 */
export function afterClosing(memory: Memory, reason: string): { memory: Memory; isMuted: boolean } {
  if (memory.phase !== "outage") return { memory, isMuted: false };
  return reason === "completed"
    ? { memory: { ...memory, ...counted, phase: "recovered" }, isMuted: false }
    : { memory, isMuted: true };
}

const longestStrip = 30;

export function lastResults(results: string): string {
  return results.slice(-longestStrip);
}
