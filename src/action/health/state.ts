import { type CallbackVerdict, dayMs } from "../../contract/index.ts";

/** `misconfigured`: a mistake in the account or the workflow. The next run will fail the same way. */
export type FailureKind = "fails" | "untested" | "misconfigured";

/** The state of a check, in the body of its newest issue. It counts the verdicts of tests, not whether runs passed or failed. */
export interface CheckState {
  /**
   * `waiting`: no outage yet. `outage`: the issue reports one. `muted`: an outage that began while the check was muted.
   * `recovered`: the outage is over.
   */
  readonly phase: "waiting" | "outage" | "muted" | "recovered";
  /** Runs since the last pass: those that failed, and all that did not pass. */
  readonly fails: number;
  readonly notPassed: number;
  /** Passes in a row during an outage. */
  readonly passes: number;
  /** The time of the first of those runs. Empty if there are none. */
  readonly since: string;
  /** The kind of the last failure. Empty if there are none. */
  readonly kind: FailureKind | "";
  /** The last results, newest last: P passed, F failed, U could not tell. */
  readonly results: string;
  /** The run of the last of them, with its attempt: `ID.ATTEMPT`. */
  readonly run: string;
  /** When the last outage ended. Empty if there was none. */
  readonly ended: string;
  /** Until when the outage is muted. Empty: it is not muted. */
  readonly mutedUntil: string;
  /** What people did to the issue to mute it, as of the last run. It mutes only once; see mute.ts. */
  readonly muteAction: string;
  /** Number of the issue of the outage before; 0 if there was none. */
  readonly previous: number;
}

const noCounts = { fails: 0, notPassed: 0, passes: 0, since: "", kind: "" } as const;
export const initialState: CheckState = {
  ...noCounts,
  phase: "waiting",
  results: "",
  run: "",
  ended: "",
  mutedUntil: "",
  muteAction: "",
  previous: 0,
};

export interface RunResult {
  readonly verdict: CallbackVerdict;
  readonly misconfigured: boolean;
  readonly at: string;
  /** `ID.ATTEMPT` */
  readonly run: string;
}

/** How many runs open or close an issue: failed ones, unknown ones, and passes in a row. */
export interface Thresholds {
  readonly failures: number;
  readonly unknowns: number;
  readonly recoveries: number;
}

/** The state after a run. `state` has the mute that applies to the run. */
export function nextState(state: CheckState, result: RunResult, thresholds: Thresholds): CheckState {
  const { verdict, at, run } = result;
  // A re-run replaces the result of its run: a check counts runs, and no run twice.
  const replaced = runId(state.run) === runId(run) ? state.results.slice(-1) : "";
  const letter = { pass: "P", fail: "F", unknown: "U" }[verdict];
  const results = lastResults(state.results.slice(0, state.results.length - replaced.length) + letter);
  const next = { ...state, results, run };
  if (verdict === "pass") {
    if (!isOutage(state)) return { ...next, ...noCounts };
    const passes = state.passes + (replaced === "P" ? 0 : 1);
    if (passes < thresholds.recoveries) return { ...next, passes };
    // The mute ends with its outage.
    return { ...next, ...noCounts, phase: "recovered", ended: at, mutedUntil: "" };
  }
  const isRepeated = replaced === "F" || replaced === "U";
  const missed: CheckState = {
    ...next,
    fails: state.fails + (verdict === "fail" ? 1 : 0) - (replaced === "F" ? 1 : 0),
    notPassed: state.notPassed + (isRepeated ? 0 : 1),
    passes: 0,
    since: state.notPassed === 0 ? at : state.since,
    kind: nextKind(state, result),
  };
  // A mistake does not go away by itself, so the issue is opened at once.
  const isDue = isOutage(state) || result.misconfigured || isLongEnough(missed, thresholds);
  if (!isDue || state.phase === "outage") return missed;
  return { ...missed, phase: isMuted(state, at) ? "muted" : "outage" };
}

export function isOutage({ phase }: CheckState): boolean {
  return phase === "outage" || phase === "muted";
}

export function isMuted({ mutedUntil }: CheckState, at: string): boolean {
  return mutedUntil > at;
}

function runId(run: string): string {
  return run.split(".", 1)[0] || "none";
}

/** A run that could not tell does not change a failure. */
function nextKind({ kind }: CheckState, { verdict, misconfigured }: RunResult): FailureKind {
  if (misconfigured) return "misconfigured";
  return verdict === "fail" || kind === "fails" ? "fails" : "untested";
}

/** Each kind has its own threshold. If failed and unknown runs alternate, both together count too. */
function isLongEnough({ fails, notPassed }: CheckState, { failures, unknowns }: Thresholds): boolean {
  return fails >= failures || notPassed - fails >= unknowns || notPassed >= Math.max(failures, unknowns);
}

/** A person closed the issue of an outage as completed: the outage is over, and counting starts again. */
export function endOutage(state: CheckState, at: string): CheckState {
  return { ...state, ...noCounts, phase: "recovered", ended: at, mutedUntil: "" };
}

const recentMs = 7 * dayMs;

/** Whether an outage that begins now goes on in the issue of the last one. A callback that flaps has one issue. */
export function isRecent({ ended }: CheckState, at: string): boolean {
  return Date.parse(at) - Date.parse(ended) <= recentMs;
}

const longestStrip = 30;

export function lastResults(results: string): string {
  return results.slice(-longestStrip);
}
