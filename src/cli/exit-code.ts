import { InvalidRequestError } from "../client/index.ts";
import type { CertOrderError } from "../contract/index.ts";
import { outcomes } from "../contract/index.ts";

/** The outcomes have codes of their own in the contract; these are the rest. */
export const exitCodes = {
  ok: 0,
  /** A mistake in this program, or a result other than a reissue's could not be written: that one is `done-unread`. */
  bug: 1,
  /** The command line, a setting or the request is wrong. Nothing was sent. */
  usage: 2,
} as const;

export function exitCode(error: CertOrderError): number {
  return error instanceof InvalidRequestError ? exitCodes.usage : outcomes[error.outcome].exitCode;
}
