import type { CallbackVerdict, FailureReason, KnownCode, Text } from "../contract/index.ts";
import {
  CertOrderError,
  callbackCodes,
  failures,
  isCallbackCode,
  NotSentError,
  text,
} from "../contract/index.ts";
import { startDeadline, unlessAborted } from "./deadline.ts";
import { callbackVerdict } from "./errors.ts";
import type { ClientEvent } from "./options.ts";

/** The reissue needs a callback that works (`requireCallback`), and the callback test did not pass. Nothing was sent. */
export class CallbackRequiredError extends NotSentError {
  override readonly name = "CallbackRequiredError";
  /** `unknown`: no answer of the service says whether it works. */
  readonly verdict: Exclude<CallbackVerdict, "pass">;

  constructor(subject: string, failure: CertOrderError, testedMsAgo: number) {
    super(
      text`${subject} was not sent, because the callback has to pass a test right before it. ${failure.texts.message}${age(testedMsAgo)}`,
      {
        // The service may have given the test a code of its own.
        code: failure.code as KnownCode,
        failure: failure.failure,
        remedy: text`${savedCallbackRemedy(failure)} Then ask for the reissue again.`,
        cause: failure,
      },
    );
    this.verdict = callbackVerdict(failure);
  }

  override toJSON(): object {
    return { ...super.toJSON(), verdict: this.verdict };
  }
}

/** Says how old a stored verdict is: a person may have repaired the callback after that test. */
function age(ms: number): string {
  const isKept = ms >= 1_000 && ms < freshMs;
  return isKept ? ` That was ${Math.floor(ms / 1000)} s ago; a verdict counts for a minute.` : "";
}

/** The remedy for the saved callback. A reissue cannot name another one. */
function savedCallbackRemedy({ code, outcome, failure }: CertOrderError): Text {
  if (outcome === "rejected" && isCallbackCode(code)) {
    const known: { readonly remedy: Text; readonly remedyOfSaved?: string } = callbackCodes[code];
    return known.remedyOfSaved ?? known.remedy;
  }
  return failure ? failures[failure].remedy : "See why the service could not test the callback.";
}

interface Caller {
  readonly signal?: AbortSignal | undefined;
  readonly stopSignal?: AbortSignal | undefined;
  readonly onEvent: (event: ClientEvent) => void;
}

/** Tests the callback, within the time and until the signal. Throws unless it passes. */
type Test = (
  timeoutMs: number,
  caller: Pick<Caller, "onEvent"> & { readonly signal: AbortSignal },
) => Promise<unknown>;

/** How long one verdict counts for all reissues. The service limits how often an account may test. */
const freshMs = 60_000;

/** Lets reissues pass while the callback works. */
export class CallbackGate {
  readonly #test: Test;
  #last: { readonly result: Promise<CertOrderError | undefined>; endedAt: number } | undefined;

  constructor(test: Test) {
    this.#test = test;
  }

  /** Throws a `CallbackRequiredError` unless the callback passes. */
  async pass(subject: string, timeoutMs: number, caller: Caller): Promise<void> {
    const testedMsAgo = performance.now() - Number(this.#last?.endedAt);
    const ending = startDeadline(timeoutMs, caller);
    const { stopSignal: ended } = ending.signals;
    const refused = (failure: CertOrderError) => new CallbackRequiredError(subject, failure, testedMsAgo);
    const cutOff = () => refused(testCutOff(ended.reason as FailureReason));
    try {
      for (;;) {
        const verdict = this.#verdict(timeoutMs, ended, caller.onEvent);
        const failure = await unlessAborted(verdict, ended, cutOff);
        if (failure === undefined) return;
        // The caller that started the test cancelled it. The other callers test again.
        if (!isGivenUp(failure)) throw refused(failure);
      }
    } finally {
      ending.clear();
    }
  }

  /** The verdict of the last test if it is fresh, else of a test that starts now. */
  #verdict(timeoutMs: number, signal: AbortSignal, onEvent: Caller["onEvent"]) {
    if (this.#last && performance.now() - this.#last.endedAt < freshMs) return this.#last.result;
    const result = this.#test(timeoutMs, { signal, onEvent }).then(
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

  /** Stores a pass that another call has seen. */
  notePass(): void {
    this.#last = { result: Promise.resolve(undefined), endedAt: performance.now() };
  }
}

/** The caller cancelled the test, which says nothing about the callback. A timeout does: the next test would time out too. */
function isGivenUp({ failure }: CertOrderError): boolean {
  return failure === "aborted";
}

function testCutOff(failure: FailureReason): NotSentError {
  const { code, what, remedy } = failures[failure];
  return new NotSentError(`The callback test did not end: ${what}.`, { code, failure, remedy });
}
