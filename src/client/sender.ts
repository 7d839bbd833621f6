import { setTimeout as sleep } from "node:timers/promises";
import type { SecureContext } from "node:tls";
import type {
  CertOrderError,
  callbackTestOperation,
  Operation,
  reissueOperation,
  Values,
} from "../contract/index.ts";
import { failures, isFinal } from "../contract/index.ts";
import type { NothingToSend } from "../journal/index.ts";
import { trustContext } from "../trust-context.ts";
import { answerRedactor } from "./addresses.ts";
import type { CallOptions, SendOptions } from "./calls.ts";
import { type Classified, classify } from "./classify.ts";
import { chooseProxy, endpoint } from "./connection.ts";
import { type Deadline, startDeadline } from "./deadline.ts";
import { throwJournalFailure } from "./errors.ts";
import { type CallLimits, limitTry } from "./limits.ts";
import { describeOperation, type Failed, toError } from "./messages.ts";
import type { ClientOptions, Notify } from "./options.ts";
import { type Recorder, reportUnrecorded } from "./recorder.ts";
import { buildRequest } from "./request.ts";
import { latestStartShare, parseRetryAfter, waitBeforeRetry } from "./retry.ts";
import { exchange } from "./transport.ts";

/** A reissue that the service carried out now. */
export type Reissued = Extract<Classified, { kind: "reissued" }> & { readonly tries: number };
type CallbackPassed = Extract<Classified, { kind: "callback-passed" }> & { readonly tries: number };
/** How sending ended, unless it failed. */
type SendResult = Reissued | CallbackPassed | NothingToSend;

type FailedTry = Failed & {
  readonly kind: "failed";
  readonly retryAfterMs: number | undefined;
  readonly error: CertOrderError;
};

/** One call, in which a request is tried until it succeeds or its time is over. */
export interface SendContext extends CallOptions {
  readonly onEvent: Notify;
  /** On the clock of `performance.now()`. */
  readonly deadline: number;
  /** Has to succeed before each try. */
  readonly beforeEachTry?: (() => Promise<void>) | undefined;
  readonly beforeRetry?: SendOptions["beforeRetry"];
  /** Waits for as long as a rate limit lasts, whatever `maxTries` is. For callback tests, which cost nothing. */
  readonly waitsOutRateLimits?: boolean | undefined;
}

/** Sends the requests of a client, and tries again where nothing can have happened. */
export class Sender {
  readonly #options: ClientOptions;
  readonly #base: URL;
  readonly #limits: CallLimits;
  #trust: SecureContext | undefined;

  constructor(options: ClientOptions, base: URL, limits: CallLimits) {
    this.#options = options;
    this.#base = base;
    this.#limits = limits;
  }

  /** Sends a request, with retries. If there is a recorder, its journal may refuse. */
  send(
    operation: typeof callbackTestOperation,
    values: Values,
    context: SendContext,
  ): Promise<CallbackPassed>;
  send(operation: typeof reissueOperation, values: Values, context: SendContext): Promise<Reissued>;
  send(
    operation: typeof reissueOperation,
    values: Values,
    context: SendContext,
    recorder: Recorder,
  ): Promise<Reissued | NothingToSend>;
  async send(
    operation: Operation,
    values: Values,
    context: SendContext,
    recorder?: Recorder,
  ): Promise<SendResult> {
    const { deadline, onEvent } = context;
    const { signals, clear } = startDeadline(deadline - performance.now(), context);
    try {
      for (let tryNumber = 1; ; tryNumber++) {
        await context.beforeEachTry?.();
        const result = await this.#try(operation, values, tryNumber, { ...context, ...signals }, recorder);
        if (result.kind !== "failed") return result;
        const { reason, outcome, error } = result;
        const isWaitedOut = context.waitsOutRateLimits && result.isRateLimited;
        const maxTries = isWaitedOut ? undefined : this.#limits.maxTries;
        const waitMs = waitBeforeRetry(
          { ...result, isFinal: isFinal(reason) },
          { tryNumber, maxTries, remainingMs: deadline - performance.now(), random: Math.random() },
        );
        if (waitMs === undefined || signals.stopSignal.aborted) throw error;
        // Nothing is in flight during the wait, and the journal has to say so.
        await recorder?.pause(outcome).catch(reportUnrecorded(recorder, onEvent));
        onEvent({ type: "retry", tryNumber, maxTries, reason: error, waitMs });
        // If there is no other try, report the one before the wait.
        if (!(await mayRetry(waitMs, context))) throw error;
      }
    } finally {
      clear();
    }
  }

  async #try(
    operation: Operation,
    values: Values,
    tryNumber: number,
    { onEvent, signal, stopSignal }: SendContext & Deadline["signals"],
    recorder: Recorder | undefined,
  ): Promise<SendResult | FailedTry> {
    const orderId = values.order_id as string | undefined;
    const secrets = () => [this.#options.authKey, ...requestSecrets(operation, values)];
    const request = () => ({ operation: operation.name, orderId, tryNumber, attemptId: recorder?.attemptId });
    let since = performance.now();
    const elapsed = () => Math.round(performance.now() - since);
    const onSent = () => {
      onEvent({ type: "sent", ...request(), connectMs: elapsed() });
      since = performance.now();
    };
    const sending = this.#sending(operation, values, recorder);
    const exchanged = await exchange({ ...sending, signal, stopSignal, onSent });
    if (!exchanged.hasResponse && exchanged.refusedBy !== undefined) throwJournalFailure(exchanged.refusedBy);
    if (recorder?.refusal) return recorder.refusal;
    const classified = classify(operation, exchanged, secrets);
    const about = { ...request(), outcome: classified.outcome, durationMs: elapsed() };
    onEvent(
      exchanged.hasResponse
        ? { type: "answered", ...about, httpStatus: exchanged.status }
        : { type: "unanswered", ...about, code: failures[exchanged.reason].code },
    );
    if (classified.outcome === "done") return { ...classified, tries: tryNumber };
    const retryAfterMs = exchanged.hasResponse
      ? parseRetryAfter(exchanged.header("retry-after"), Date.now())
      : undefined;
    const error = toError(classified, {
      subject: describeOperation(operation, values),
      operation,
      tries: tryNumber,
      retryAfterMs,
      attemptId: recorder?.attemptId,
      orderId: String(orderId),
      redact: answerRedactor(secrets(), String(values.url ?? "")),
    });
    return { kind: "failed", ...classified, retryAfterMs, error };
  }

  #sending(operation: Operation, values: Values, recorder: Recorder | undefined) {
    const { ca } = this.#options;
    const { method, path, headers, body } = buildRequest(operation, values, this.#options);
    const url = endpoint(this.#base, path);
    if (ca !== undefined) this.#trust ??= trustContext(ca);
    return {
      method,
      url,
      headers,
      body: body && JSON.stringify(body),
      proxy: chooseProxy(url, this.#options.env ?? process.env),
      trust: this.#trust,
      ...limitTry(this.#limits),
      beforeSend: recorder && (() => recorder.recordSent()),
    };
  }
}

/** Waits before the next try. False: the caller cancelled the wait, or it left too little time for an answer. */
async function mayRetry(waitMs: number, context: SendContext): Promise<boolean> {
  const remainingMs = context.deadline - performance.now();
  const { signals, clear } = startDeadline(remainingMs * latestStartShare, context);
  const { stopSignal } = signals;
  try {
    await sleep(waitMs, undefined, { signal: stopSignal }).catch(() => {});
    await context.beforeRetry?.(stopSignal);
    return !stopSignal.aborted;
  } finally {
    clear();
  }
}

function requestSecrets(operation: Operation, values: Values): string[] {
  return Object.entries(operation.fields).flatMap(([name, field]) =>
    field.sensitive ? [String(values[name] ?? "")] : [],
  );
}
