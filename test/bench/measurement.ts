import type { Finding } from "../harness/finding.ts";

/** A finding whose number can be compared with that of a run on another day or another machine. */
export interface Measurement extends Finding {
  /** Stays the same as long as the number means the same. Each part has its own names. */
  readonly name: string;
  /** A size, or a ratio of things that one run measured: times alone say more about the machine. */
  readonly number: number;
  readonly kind: "speed" | "memory" | "size";
  readonly better: "lower" | "higher";
}

/** Of the same measurement in several runs, the one in the middle; of two in the middle, the lower one. */
export function median(measurements: readonly [Measurement, ...Measurement[]]): Measurement {
  const sorted = measurements.toSorted((a, b) => a.number - b.number);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? measurements[0];
}
