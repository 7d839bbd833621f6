import type { FaultKind } from "./target.ts";

/** How the inputs to one target ended. */
export interface FuzzResult {
  inputs: number;
  readonly wrong: Partial<Record<FaultKind, number>>;
  /** Some of what was wrong, each with how to see it again. */
  readonly examples: string[];
}
