import type { Random } from "../../../harness/random.ts";

export interface Target {
  /** How many inputs are tried at the same time, each in a world of its own. Default: 1. */
  readonly lanes?: number;
  /** What takes longer than this hangs: far more than the deadlines inside. Default: a minute. */
  readonly hangsAfterMs?: number;
  open(): Promise<OpenTarget>;
}

export interface OpenTarget {
  /**
   * Tries one input, drawn from chance alone, so that the same chance is the same input. Throws when what came back is not
   * what it has to be; an error that the target has no name for is thrown on.
   */
  attack(random: Random): Promise<void> | void;
  close?(): Promise<void>;
}
