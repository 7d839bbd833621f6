import type { CallbackVerdict, ErrorDetails, Text } from "../contract/index.ts";
import {
  CertOrderError,
  callbackCodes,
  InvalidInputError,
  isCallbackCode,
  NotSentError,
} from "../contract/index.ts";

type Details = Omit<ErrorDetails, "outcome">;

/** Nothing is sent without the journal. A journal that fails in another way than with an error of ours has a bug. */
export function throwJournalFailure(error: unknown): never {
  if (CertOrderError.is(error)) throw error;
  throw new NotSentError("The reissue was not sent: the journal failed.", {
    code: "journal_unavailable",
    remedy: "See the cause of this error.",
    cause: error,
  });
}

/** The service refused. Nothing happened. */
export class RejectedError extends CertOrderError {
  override readonly name = "RejectedError";
  declare readonly outcome: "rejected";
  /** How long the service asked to wait, where it did. */
  readonly retryAfterMs: number | undefined;
  readonly #isRateLimited: boolean;

  constructor(
    message: Text,
    details: Details & {
      readonly retryAfterMs?: number | undefined;
      readonly isRateLimited?: boolean | undefined;
    },
  ) {
    super(message, { ...details, outcome: "rejected" });
    this.retryAfterMs = details.retryAfterMs;
    this.#isRateLimited = details.isRateLimited === true;
  }

  /** The service refused because requests come too fast. @internal */
  get isRateLimited(): boolean {
    return this.#isRateLimited;
  }

  override toJSON(): object {
    return { ...super.toJSON(), retryAfterMs: this.retryAfterMs };
  }
}

interface OpenDetails extends Details {
  /** The attempt's id in the journal, for `resolve`. */
  readonly attemptId?: string | undefined;
}

/** A person has to find out something before the order can be reissued again. */
abstract class OpenOutcomeError extends CertOrderError {
  /** The open attempt, for `journal.resolve`. Undefined without a journal. */
  readonly attemptId: string | undefined;

  constructor(
    message: Text,
    { attemptId, ...details }: OpenDetails & { outcome: "unknown" | "done-unread" },
  ) {
    super(message, details);
    this.attemptId = attemptId;
  }

  override toJSON(): object {
    return { ...super.toJSON(), attemptId: this.attemptId };
  }
}

/**
 * The request was sent, and it is not known whether it happened. Look the order up before you repeat it.
 *
 * @example
 * ```ts
 * if (UnknownOutcomeError.is(error)) {
 *   console.error("Look the order up in the portal, then resolve this attempt:", error.attemptId);
 * }
 * ```
 */
export class UnknownOutcomeError extends OpenOutcomeError {
  override readonly name = "UnknownOutcomeError";
  declare readonly outcome: "unknown";
  /** The certificate that the answer names, if any. Look for it first. */
  readonly certificateId: string | undefined;

  constructor(message: Text, details: OpenDetails & { readonly certificateId?: string | undefined }) {
    super(message, { ...details, outcome: "unknown" });
    this.certificateId = details.certificateId;
  }

  override toJSON(): object {
    return { ...super.toJSON(), certificateId: this.certificateId };
  }
}

/** It happened, but the answer could not be read, so the result is lost. */
export class DoneUnreadError extends OpenOutcomeError {
  override readonly name = "DoneUnreadError";
  declare readonly outcome: "done-unread";

  constructor(message: Text, details: OpenDetails) {
    super(message, { ...details, outcome: "done-unread" });
  }
}

/**
 * What a failed callback test says about the callback. The checks before sending use the service's codes with the
 * same meaning. An unknown code says nothing.
 *
 * @returns `fail`: the callback does not work. `unknown`: the error says nothing about it.
 */
export function callbackVerdict(error: CertOrderError): Exclude<CallbackVerdict, "pass"> {
  const isJudged = error.outcome === "rejected" || error instanceof InvalidInputError;
  return isJudged && isCallbackCode(error.code) ? callbackCodes[error.code].verdict : "unknown";
}
