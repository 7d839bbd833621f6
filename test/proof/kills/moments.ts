import type { Fault } from "../../../src/sandbox/index.ts";
import type { Random } from "../../harness/random.ts";

/** Long enough for a moment in it to be hit. */
export const slowAnswer: Fault = { kind: "slow-bytes", everyMs: 3 };

interface Moment {
  /** How long after the start it is; earlier in each round. */
  readonly ms: (round: number) => number;
  readonly where: string;
}

/** Moments in a run that takes as long as this one. Most of its time goes into starting; what matters comes after that. */
export async function momentsWithin(
  usualRun: () => Promise<unknown>,
  times: number,
  random: Random,
): Promise<Moment[]> {
  const started = performance.now();
  await usualRun();
  const usualMs = performance.now() - started;
  return Array.from({ length: times }, () => {
    const share = 0.4 + random.next() * 0.6;
    return {
      ms: (round: number) => usualMs * share * 0.7 ** round,
      where: `after ${share.toFixed(3)} of the usual time`,
    };
  });
}
