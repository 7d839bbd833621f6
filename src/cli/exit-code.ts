import { type CertOrderError, InvalidInputError, invalidSetting, outcomes } from "../contract/index.ts";

/** The exit codes beside those of the outcomes, which are in the contract. */
export const exitCodes = {
  ok: 0,
  /** A bug, or a result could not be written. For a reissue that is `done-unread`. */
  bug: 1,
  /** The command line, a setting or the request is wrong. Nothing was sent. */
  usage: 2,
  /** A check found a problem, the journal did not do what a command asked for, or a person said no or cancelled it. */
  failed: 7,
  /** A wait ended before the callback came. */
  timedOut: 8,
} as const;

/** The exit codes that the help and the manual page list in addition to those of the outcomes. */
export const otherExits = [
  [exitCodes.usage, "usage", "The command line, a setting or the request is wrong. Nothing was sent."],
  [exitCodes.failed, "failed", "A check found a problem, the journal refused, or you said no or cancelled."],
  [exitCodes.timedOut, "timed out", "The wait ended before the callback came."],
] as const;

export function exitCode(error: CertOrderError): number {
  // A store that is bundled for itself has its own copy of the class.
  const isWrong = error instanceof InvalidInputError || error.code === invalidSetting;
  return isWrong ? exitCodes.usage : outcomes[error.outcome].exitCode;
}
