import type { CallbackSource } from "./source.ts";

/** The reasons to refuse a callback, with the status that the sender gets. */
export const refusals = {
  /** Not a POST. */
  wrong_method: 405,
  /** The authentication header is missing. */
  missing_auth: 401,
  /** The authentication header is wrong. */
  unauthorized: 401,
  /** The check threw, or did not finish in time. */
  check_failed: 500,
  /** The body is larger than the limit. */
  too_large: 413,
  /** The body did not arrive in time. */
  timeout: 408,
  /** The connection ended in the middle of the body. */
  incomplete: 400,
  /** The body is not JSON, or its content type is not. */
  not_json: 415,
  /** The body is JSON, but no event: a field that is used is missing, cannot be a name, or is too long. */
  invalid_event: 422,
  /** The journal cannot be written, or not in time. The service may send the callback again. */
  journal_unavailable: 503,
  /** `onEvent` threw or rejected. */
  handler_failed: 500,
  /** `onEvent` did not finish in time. It may still be running. */
  handler_timeout: 503,
} as const;

/** Why the receiver refused a request. @useDeclaredType */
export type RefusalReason = keyof typeof refusals;

/** A callback that was refused: why, and where it came from. */
export interface Refusal extends CallbackSource {
  readonly reason: RefusalReason;
  /** The HTTP status that the sender gets. */
  readonly status: number;
  /** The field of the body that is missing or wrong, as the service names it, for `invalid_event`. */
  readonly field?: string | undefined;
  /** What was thrown, for `handler_failed`, `check_failed` and `journal_unavailable`. */
  readonly error?: unknown;
}

/** Ends the work on a callback. The sender gets the status of the refusal. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(reason: RefusalReason, details: Pick<Refusal, "field" | "error"> = {}) {
    super(reason);
    this.refusal = { reason, status: refusals[reason], ...details };
  }
}
