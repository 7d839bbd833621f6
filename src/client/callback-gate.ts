import type { Verdict } from "../contract/index.ts";
import { CertOrderError, words } from "../contract/index.ts";
import { endingAfter } from "./deadline.ts";
import { NotSentError } from "./errors.ts";
import type { FailureCode } from "./failure-codes.ts";
import { failures } from "./failure-codes.ts";
import { verdictOf } from "./verdict.ts";

/** A reissue was to be sent only while the callback works, and the test of the callback did not pass. */
export class CallbackRequiredError extends NotSentError {
  override readonly name = "CallbackRequiredError";
  /** `unknown`: the test did not get as far as the callback. */
  readonly verdict: Exclude<Verdict, "pass">;

  constructor(subject: string, failure: CertOrderError) {
    super(
      words`${subject} was not sent, because the callback has to pass a test right before it. ${failure.words.message}`,
      { code: failure.code, remedy: failure.words.remedy, cause: failure },
    );
    this.verdict = verdictOf(failure);
  }

  override toJSON(): object {
    return { ...super.toJSON(), verdict: this.verdict };
  }
}

interface Signals {
  readonly signal?: AbortSignal | undefined;
  readonly stopSignal?: AbortSignal | undefined;
}

/** Tests the callback, within the time and until the signal. Throws unless it passes. */
type Test = (timeoutMs: number, signal: AbortSignal) => Promise<unknown>;

/** How long one verdict stands for all who ask: the service limits how often an account may test. */
const freshMs = 60_000;

/** Lets reissues pass while the callback works. */
export class CallbackGate {
  readonly #test: Test;
  #last: { readonly result: Promise<CertOrderError | undefined>; endedAt: number } | undefined;

  constructor(test: Test) {
    this.#test = test;
  }

  /** Throws a `CallbackRequiredError` unless the callback passes. */
  async pass(subject: string, timeoutMs: number, caller: Signals): Promise<void> {
    const ending = endingAfter(timeoutMs, caller);
    const { stopSignal: ended } = ending.signals;
    const whenEnded = new Promise<CertOrderError>((resolve) => {
      const end = () => resolve(endedBy(ended.reason as FailureCode));
      if (ended.aborted) end();
      ended.addEventListener("abort", end);
    });
    try {
      for (;;) {
        const failure = await Promise.race([this.#verdict(timeoutMs, ended), whenEnded]);
        if (failure === undefined) return;
        // Whoever began the test has given it up. That says nothing to the others, who go on.
        if (!isGivenUp(failure) || ended.aborted) throw new CallbackRequiredError(subject, failure);
      }
    } finally {
      ending.clear();
    }
  }

  /** The verdict that stands, or of a test that begins now. */
  #verdict(timeoutMs: number, signal: AbortSignal): Promise<CertOrderError | undefined> {
    if (this.#last && performance.now() - this.#last.endedAt < freshMs) return this.#last.result;
    const result = this.#test(timeoutMs, signal).then(
      () => {
        last.endedAt = performance.now();
        return undefined;
      },
      (error: unknown) => {
        const isVerdict = CertOrderError.is(error) && !isGivenUp(error);
        last.endedAt = isVerdict ? performance.now() : Number.NEGATIVE_INFINITY;
        if (!CertOrderError.is(error)) throw error;
        return error;
      },
    );
    const last = { result, endedAt: Number.POSITIVE_INFINITY };
    this.#last = last;
    return result;
  }
}

function isGivenUp({ code }: CertOrderError): boolean {
  return code === ("aborted" satisfies FailureCode) || code === ("deadline_exceeded" satisfies FailureCode);
}

function endedBy(code: FailureCode): NotSentError {
  const { what, remedy } = failures[code];
  return new NotSentError(`The callback test did not end: ${what}.`, { code, remedy });
}
