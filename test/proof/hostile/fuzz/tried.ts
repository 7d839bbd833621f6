import type { WrongKind } from "./target.ts";

/** How the inputs to one target ended. */
export interface Tried {
  inputs: number;
  readonly wrong: Partial<Record<WrongKind, number>>;
  /** Some of what was wrong, each with how to see it again. */
  readonly examples: string[];
}
