import { dayMs } from "../../contract/index.ts";

/** `misconfigured`: a mistake in the account or the workflow. The next run will fail the same way. */
export type FailureKind = "fails" | "untested" | "misconfigured";

/** What the issue of a check remembers, in its body. Times are by GitHub's clock. */
export interface CheckState {
  readonly phase: "failing" | "works";
  /** When the issue was opened. A copy of the body in another issue has another time, so it is not taken for the check's issue. */
  readonly opened: string;
  /** When the outage began. */
  readonly since: string;
  /** The kinds of failure that this outage had so far. */
  readonly kinds: readonly FailureKind[];
  /** When the test of the newest result ended, and its run: `ID.ATTEMPT`. */
  readonly at: string;
  readonly run: string;
  /** Digest of the title that the check wrote. A title that a person wrote stays. */
  readonly title: string;
}

/** What a test found. */
export interface Finding {
  /** Undefined: the callback works. */
  readonly kind: FailureKind | undefined;
  /** When the test ended, by GitHub's clock. */
  readonly at: string;
  /** `ID.ATTEMPT` */
  readonly run: string;
}

/** What is known of an issue of the check. */
export interface KnownIssue {
  readonly number: number;
  readonly isOpen: boolean;
  /** Empty while it is open. */
  readonly closedAt: string;
  readonly state: CheckState;
}

/** An outage that begins within this time goes on in the issue of the last one. */
const recentMs = 14 * dayMs;

/** The open issues of an outage, the oldest first. Parallel runs may have opened several. */
export function openOutages<I extends KnownIssue>(issues: readonly I[]): I[] {
  return issues
    .filter(({ isOpen, state }) => isOpen && state.phase === "failing")
    .sort((a, b) => a.number - b.number);
}

/** The issue that was closed last. */
export function closedLast<I extends KnownIssue>(issues: readonly I[]): I | undefined {
  return issues.filter(({ isOpen }) => !isOpen).sort((a, b) => (a.closedAt < b.closedAt ? 1 : -1))[0];
}

/**
 * The issue that reports a failure: that of the outage, else one that a person left open, else the one that was closed last, if that
 * is not long ago. Undefined: a new one.
 */
export function issueToKeep<I extends KnownIssue>(issues: readonly I[], at: string): I | undefined {
  const [outage] = openOutages(issues);
  const left = issues.filter(({ isOpen }) => isOpen).sort((a, b) => b.number - a.number)[0];
  const closed = closedLast(issues);
  const isRecent = closed && Date.parse(at) - Date.parse(closed.closedAt) <= recentMs;
  return outage ?? left ?? (isRecent ? closed : undefined);
}

/** GitHub tells its time in whole seconds, and its answer takes a while. Times that are closer have no order. */
const closeMs = 2_000;

/** What is further ahead than this is a mistake, and counts as no time. */
const aheadMs = 60_000;

/**
 * Whether a newer result stands in the issue. Of two results, one is newer for both runs, whichever of them reports first: by the
 * attempts of one run, else by GitHub's clock, else by the numbers that GitHub gave the runs.
 */
export function isOutdated(finding: Finding, { state }: Pick<KnownIssue, "state">, now: string): boolean {
  const [shown, own] = [readRun(state.run), readRun(finding.run)];
  if (shown.id === own.id) return shown.attempt > own.attempt;
  const at = Date.parse(state.at);
  if (!(at <= Date.parse(now) + aheadMs)) return false;
  const laterMs = at - Date.parse(finding.at);
  return Math.abs(laterMs) > closeMs ? laterMs > 0 : shown.id > own.id;
}

/** Run ids grow. What cannot be read is older than every run. */
function readRun(run: string): { readonly id: number; readonly attempt: number } {
  const [id = 0, attempt = 0] = run.split(".").map(Number);
  return { id, attempt };
}

/** The state after a failure. */
export function afterFailure(
  before: CheckState,
  finding: Finding & { readonly kind: FailureKind },
): CheckState {
  const { at, run, kind } = finding;
  const isSameOutage = before.phase === "failing" && before.since !== "";
  return {
    ...before,
    phase: "failing",
    since: isSameOutage ? before.since : at,
    kinds: isSameOutage ? [...new Set([...before.kinds, kind])] : [kind],
    at,
    run,
  };
}

/** Whether an open issue gets a comment: the outage is new in it, or had no failure of this kind. */
export function isNews(before: CheckState, after: CheckState): boolean {
  return before.phase === "works" || after.kinds.length > before.kinds.length;
}

export function afterPass(before: CheckState, { at, run }: Finding): CheckState {
  return { ...before, phase: "works", at, run };
}
