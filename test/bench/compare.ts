import type { Measurement } from "./measurement.ts";

/**
 * How much worse a number may be. Medians of the same code, of five parts on two shared cores, differed by up to 7 % in speed. Only
 * the journal in PostgreSQL differed more, while six times as much wanted to run as there were cores. A size differs only with the
 * code, its compression or a dependency.
 */
export const tolerance: Readonly<Record<Measurement["kind"], number>> = {
  speed: 0.15,
  memory: 0.1,
  size: 0.02,
};

/** By which part of the recorded number the one of now is worse; negative if it is better. */
export function worseBy({ number, better }: Measurement, recorded: number): number {
  return (better === "lower" ? number / recorded : recorded / number) - 1;
}

export function isWorse(measurement: Measurement, recorded: number): boolean {
  return worseBy(measurement, recorded) > tolerance[measurement.kind];
}
