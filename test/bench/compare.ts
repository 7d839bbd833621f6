import type { Measurement } from "./measurement.ts";

/**
 * How much worse a number may be. Medians of the same code differ by up to a tenth in speed on a shared machine, and by a few
 * percent in memory; a size differs only with the code, its compression or a dependency.
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
