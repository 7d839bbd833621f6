import type { Verdict } from "../../contract/index.ts";

/** What is remembered of an outage, in the body of its issue. */
export interface Outage {
  /** Runs in a row that failed, and that passed since. */
  readonly fails: number;
  readonly oks: number;
  /** When the first of them failed. */
  readonly since: string;
  /** What the last failure was called. */
  readonly code: string;
  /** The last results, newest last; see strip.ts. */
  readonly results: string;
}

/** The result of this run. */
export interface Result {
  readonly verdict: Verdict;
  readonly code: string;
  /** A mistake in the account or the workflow, which the next run will meet again. */
  readonly misconfigured: boolean;
  readonly at: string;
}

export interface Thresholds {
  readonly failures: number;
  readonly recoveries: number;
}

/** What to do with the issue. */
export type Step =
  | { readonly do: "nothing" }
  | { readonly do: "open"; readonly outage: Outage }
  | { readonly do: "edit"; readonly outage: Outage; readonly changedFrom?: string }
  | { readonly do: "close"; readonly outage: Outage };

/** `earlier`: the results of the runs before, newest last, where they are known. They count only until there is an issue. */
export function nextStep(
  outage: Outage | undefined,
  earlier: string,
  { verdict, code, misconfigured, at }: Result,
  thresholds: Thresholds,
): Step {
  const fails = verdict === "fail" || misconfigured;
  // A test that did not get as far as the callback says nothing about it.
  if (!fails && verdict !== "pass") return { do: "nothing" };
  const results = (outage?.results ?? earlier) + (fails ? "F" : "P");
  if (!outage) {
    if (!fails) return { do: "nothing" };
    const before = /F*$/.exec(earlier)?.[0].length ?? 0;
    // A mistake does not go away by itself, so there is nothing to wait for.
    if (!misconfigured && before + 1 < thresholds.failures) return { do: "nothing" };
    return { do: "open", outage: { fails: before + 1, oks: 0, since: at, code, results: kept(results) } };
  }
  if (fails)
    return {
      do: "edit",
      outage: { ...outage, fails: outage.fails + 1, oks: 0, code, results: kept(results) },
      ...(outage.code !== code && { changedFrom: outage.code }),
    };
  const passed = { ...outage, oks: outage.oks + 1, results: kept(results) };
  return { do: passed.oks >= thresholds.recoveries ? "close" : "edit", outage: passed };
}

const longestStrip = 30;

export function kept(results: string): string {
  return results.slice(-longestStrip);
}
