import { type Attempt, type KnownLatest, latestAttempt } from "../journal/index.ts";

/** When a workflow run was created. */
export interface RunCreation {
  /** See `runName`. */
  readonly run: string;
  /** An attempt that ended before this time, by the journal's clock, ended before the run was created. */
  readonly createdAt: Date;
}

/** A run's creation time and id: names of runs sort by their creation. */
export function runName(createdAt: Date, runId: number): string {
  return `${createdAt.toISOString().slice(0, 19)}Z ${String(runId).padStart(15, "0")}`;
}

/** What a run knows as the order's latest, and when it forces one more of the same request. */
export function runIntent({ run, createdAt }: RunCreation): {
  readonly run: string;
  readonly knownLatest: KnownLatest;
  readonly force: (latest: Attempt) => boolean;
} {
  const hadSucceeded = ({ endedAt }: Attempt) => Date.parse(endedAt ?? "") < createdAt.getTime();
  return {
    run,
    knownLatest: (history) => {
      const latest = latestAttempt(history);
      if (!latest) return undefined;
      const runs = [latest, ...latest.answeredKeys].map((asked) => asked.run);
      // An attempt that answered a newer run is that run's: an older run must not override it.
      if (runs.some((other) => other !== undefined && other > run)) return undefined;
      // Of two pushes, the newer one may build on the older one.
      const isOfOlderRuns = runs.every((other) => other !== undefined && other < run);
      return hadSucceeded(latest) || isOfOlderRuns ? latest : undefined;
    },
    force: hadSucceeded,
  };
}
