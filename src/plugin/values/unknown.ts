import type { ExactNumber } from "./number.ts";

/** What the core already knows about a value that it cannot tell yet. */
export interface Refinement {
  /** False: the value will not be null. True: it will be. */
  readonly nullness?: boolean;
  readonly stringPrefix?: string;
  readonly numberLowerBound?: NumberBound;
  readonly numberUpperBound?: NumberBound;
  readonly lengthLowerBound?: number;
  readonly lengthUpperBound?: number;
}

export interface NumberBound {
  readonly limit: number | ExactNumber;
  readonly inclusive: boolean;
}

/**
 * A value that will be known only when the change is applied.
 *
 * An unknown may carry a refinement. Its encoded form is kept beside it, so that a value which only passes
 * through leaves exactly as it came, including refinements that newer cores may invent.
 */
export class Unknown {
  readonly refinement: Refinement | undefined;
  readonly encoded: Uint8Array | undefined;

  constructor(refinement?: Refinement, encoded?: Uint8Array) {
    this.refinement = refinement;
    this.encoded = encoded;
  }
}

/** The unknown that promises nothing: what a resource plans for a value it will learn while applying. */
export const UNKNOWN = new Unknown();
