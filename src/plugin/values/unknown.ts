import type { ExactNumber } from "./number.ts";

/** What is already known about an unknown value. */
export interface Refinement {
  /** False: the value will not be null. True: it will be. */
  readonly nullness?: boolean;
  readonly stringPrefix?: string;
  readonly numberLowerBound?: NumberBound;
  readonly numberUpperBound?: NumberBound;
  readonly lengthLowerBound?: number;
  readonly lengthUpperBound?: number;
}

/** The smallest or the largest number that an unknown value can become. */
export interface NumberBound {
  readonly limit: number | ExactNumber;
  readonly inclusive: boolean;
}

/**
 * A value that becomes known during the apply. It may have a refinement, whose encoded form is kept. So a value that
 * only passes through is sent back unchanged, even with a refinement that later cores add.
 */
export class Unknown {
  readonly refinement: Refinement | undefined;
  readonly encoded: Uint8Array | undefined;

  constructor(refinement?: Refinement, encoded?: Uint8Array) {
    this.refinement = refinement;
    this.encoded = encoded;
  }

  /** JSON has no unknown. Without this, it would become `{}`, and be stored or sent as if it were a value. */
  toJSON(): never {
    throw new TypeError("an unknown value is not JSON: check it with isKnown");
  }
}

/** An unknown without a refinement. A resource plans it for a value that it learns during the apply. */
export const UNKNOWN = new Unknown();
