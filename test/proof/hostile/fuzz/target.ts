import type { Random } from "../../../harness/random.ts";

/** What may be wrong with the answer to a hostile input. */
export const faultKinds = {
  crash: "crashes",
  hang: "hangs",
  unclassified: "unclassified errors",
  "second request": "second requests",
  "wrong answer": "wrong answers",
} as const;

export type FaultKind = keyof typeof faultKinds;

/** Thrown by a target when what came back is not what it has to be. */
export class WrongAnswer extends Error {
  readonly kind: FaultKind;

  constructor(kind: FaultKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** Something that takes what others give it. */
export interface Target {
  /** How many inputs are tried at the same time, each in a world of its own. Default: 1. */
  readonly lanes?: number;
  /** What takes longer than this hangs: far more than the deadlines inside. */
  readonly retryDelaysMs: number;
  open(): Promise<OpenTarget>;
}

/** A target that is ready to be tried. */
export interface OpenTarget {
  /** Tries one input, drawn from chance alone, so that the same chance is the same input. Throws `Wrong`. */
  attack(random: Random): Promise<void> | void;
  close(): Promise<void> | void;
}

/** For errors that a target has no name for. */
export function unclassified(error: unknown): WrongAnswer {
  return new WrongAnswer(
    "unclassified",
    error instanceof Error ? (error.stack ?? String(error)) : String(error),
  );
}
