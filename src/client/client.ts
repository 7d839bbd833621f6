import { setTimeout as sleep } from "node:timers/promises";
import type { SecureContext } from "node:tls";
import type {
  CallbackTestRequest,
  CallbackVerdict,
  Environment,
  Operation,
  Outcome,
  ReissueRequest,
  Values,
} from "../contract/index.ts";
import {
  CertOrderError,
  callbackTestOperation,
  checkConnection,
  type FailureCode,
  failures,
  InputProblem,
  InvalidInputError,
  isAbsent,
  isFinal,
  NotSentError,
  nameProblem,
  reissueOperation,
  resolveSettings,
  settingProblem,
  settings,
  text,
  toContractNames,
} from "../contract/index.ts";
import type {
  Attempt,
  JournalOptions,
  NothingToSend,
  OrderIntent,
  OrderSnapshot,
  ServiceRef,
} from "../journal/index.ts";
import {
  BlockedError,
  comparableService,
  type Journal,
  knowing,
  openConfiguredJournal,
  requestDigest,
} from "../journal/index.ts";
import { CallbackGate } from "./callback-gate.ts";
import { type Classified, classify } from "./classify.ts";
import { chooseProxy, serviceUrl, trustContext } from "./connection.ts";
import { type Deadline, startDeadline, unlessAborted } from "./deadline.ts";
import { throwJournalFailure } from "./errors.ts";
import { type CallLimits, checkCallLimits, readCallLimits } from "./limits.ts";
import { describeOperation, type Failed, toError } from "./messages.ts";
import { type ClientEvent, type ClientOptions, clientOptions } from "./options.ts";
import { Recorder } from "./recorder.ts";
import { buildRequest, checkRequest } from "./request.ts";
import { latestStart, parseRetryAfter, waitBeforeRetry } from "./retry.ts";
import { redactor } from "./text.ts";
import { exchange } from "./transport.ts";

type Notify = (event: ClientEvent) => void;
/** Waits for the journal until the call's time is over, or the caller ends the call. */
type InTime = <T>(work: Promise<T>) => Promise<T>;

/** Options of both operations. */
export interface CallOptions {
  /** Ends the call wherever it is. A request that was sent by then has an unknown outcome. */
  readonly signal?: AbortSignal | undefined;
  /** Ends connecting, waiting and retrying, but never a request that was sent: its answer is awaited. */
  readonly stopSignal?: AbortSignal | undefined;
  /** Called for each thing that happens in this call. Default: the client's `onEvent`. */
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
}

/** Options of a reissue. */
export interface ReissueOptions extends CallOptions {
  /**
   * Needed with a journal. A key that led to a certificate is never sent again: the call returns that certificate, or
   * throws `idempotency_key_used` if the request differs. After `rejected` or `not-sent`, the same key may be used again. Use a ticket or a commit, never a time.
   */
  readonly idempotencyKey?: string | undefined;
  /** Reasons for this reissue beside its request. They are part of the request digest. */
  readonly triggers?: Readonly<Record<string, string>> | undefined;
  /** The latest attempt of the order, to reissue once more on top of it. */
  readonly supersede?: string | undefined;
  /**
   * Test the account's saved callback right before the reissue is sent, and send it only if the test passes. Else a
   * `CallbackRequiredError` has the verdict. Reissues of one client share a verdict for up to a minute. Default: false.
   */
  readonly requireCallback?: boolean | undefined;
}

/** Options that the other interfaces pass. @internal */
export interface SendOptions extends ReissueOptions {
  /**
   * What the interface knows about the order, and whether it forces one more reissue. Default: the caller knows the
   * latest attempt at the start of the call, and forces one more.
   */
  readonly intent?:
    | Partial<Pick<OrderIntent, "knownLatest" | "force" | "run" | "witnesses" | "resolutions">>
    | undefined;
  /** The order's snapshot, if this call has read it already. */
  readonly snapshot?: OrderSnapshot | undefined;
}

/** A reissue that succeeded, now or earlier. */
export interface ReissueResult {
  readonly outcome: "done";
  /** The order that was reissued. */
  readonly orderId: string;
  /** The new certificate, or the one that an earlier attempt made. */
  readonly certificateId: string;
  /** The attempt's id in the journal. Undefined without a journal. */
  readonly attemptId: string | undefined;
  /** Nothing was sent: an earlier attempt made the certificate. */
  readonly alreadyDone: boolean;
  /** The attempt that made the certificate, if nothing was sent. */
  readonly earlierAttempt: Attempt | undefined;
  /** The status of the answer. Undefined if nothing was sent. */
  readonly httpStatus: number | undefined;
  /** How often the request was tried; 0 if nothing was sent. */
  readonly tries: number;
}

/** The callback answered 200. */
export interface CallbackTestResult {
  readonly outcome: "done";
  readonly verdict: Extract<CallbackVerdict, "pass">;
  /** The status of the service's answer. */
  readonly httpStatus: number;
  /** How often the request was tried. */
  readonly tries: number;
  /** The time for the whole call, retries included. */
  readonly durationMs: number;
}

/** The result of a reissue that needs no request: this attempt made its certificate. */
export function resultOfEarlier(attempt: Attempt): ReissueResult {
  const { orderId, certificateId = "", attemptId } = attempt;
  const unsent = { alreadyDone: true, earlierAttempt: attempt, httpStatus: undefined, tries: 0 };
  return { outcome: "done", orderId, certificateId, attemptId, ...unsent };
}

function resultOfSent(orderId: string, sent: Reissued, attemptId?: string): ReissueResult {
  const { certificateId, status: httpStatus, tries } = sent;
  const sentNow = { alreadyDone: false, earlierAttempt: undefined };
  return { outcome: "done", orderId, certificateId, attemptId, ...sentNow, httpStatus, tries };
}

/**
 * The two operations of a certificate order service. Every failure is a `CertOrderError` with its outcome.
 *
 * @example
 * ```ts
 * const client = CertOrderClient.fromEnvironment(); // CERTORDER_BASE_URL, CERTORDER_JOURNAL_DIR and so on
 * await client.testCallback();
 * ```
 */
export class CertOrderClient<J extends Journal | "none" = Journal | "none"> {
  readonly #options: ClientOptions<J>;
  readonly #limits: CallLimits;
  readonly #base: URL;
  readonly journal: J;
  readonly #callback = new CallbackGate((timeoutMs, caller) =>
    this.#sendWithRetries(
      callbackTestOperation,
      {},
      { ...caller, deadline: performance.now() + timeoutMs, waitsOutRateLimits: true },
    ),
  );
  #trust: SecureContext | undefined;

  constructor(options: ClientOptions<J>) {
    const { baseUrl: base_url, authKey: auth_key, keyId: key_id, journal } = options;
    const problems = checkConnection({ base_url, auth_key, key_id });
    // Without type checks a caller could pass null, and nothing would be recorded.
    const isJournal = typeof (journal as Partial<Journal> | null)?.claim === "function";
    if (journal !== "none" && !isJournal)
      problems.push(
        new InputProblem("journal", "required", "journal is missing.", 'Pass a Journal, or "none".'),
      );
    this.#limits = readCallLimits(options);
    problems.push(...checkCallLimits(this.#limits));
    if (problems.length > 0) throw new InvalidInputError("The client cannot be set up", problems);
    this.#options = { ...options };
    this.#base = serviceUrl(options.baseUrl);
    this.journal = journal;
  }

  /** A client with the settings that every other interface reads: CERTORDER_BASE_URL, CERTORDER_JOURNAL_DIR and so on. */
  static fromEnvironment(
    env: Environment = process.env,
    more: Pick<ClientOptions, "onEvent"> & Pick<JournalOptions, "onProblem"> = {},
  ): CertOrderClient<Journal> {
    const { onProblem, ...options } = more;
    const { settings: found, problems } = resolveSettings({}, env);
    if (problems.length > 0) throw new InvalidInputError("The client cannot be set up", problems);
    const journal = openConfiguredJournal(found, { env, onProblem });
    if (!journal)
      throw new InvalidInputError("The client cannot be set up", [
        settingProblem(
          "journal",
          "required",
          `${settings.journal.env} is "none", and idempotency keys need a journal.`,
          'Unset it, or use new CertOrderClient({ journal: "none" }).',
        ),
      ]);
    return new CertOrderClient({ ...clientOptions(found), ...options, env, journal });
  }

  /** The service: its name, and its address in one spelling. @internal */
  get service(): ServiceRef {
    const { service } = this.#options;
    return {
      name: comparableService(service ?? "") || undefined,
      address: comparableService(this.#base.href),
    };
  }

  /**
   * Reissues the certificate of an order. It is sent at most once: only a request that provably never left, or was refused as too
   * fast, is tried again.
   *
   * @param orderId - The order.
   * @param request - The fields of the service, in camelCase.
   * @param options - With a journal it is required, and has the `idempotencyKey`.
   * @returns The certificate's id. A refusal, a blocked order and a lost answer are thrown.
   *
   * @example
   * ```ts
   * try {
   *   const { certificateId } = await client.reissue(
   *     "order-ssl-1",
   *     { signHash: "sha256", commonName: "www.example.com", csr },
   *     { idempotencyKey: "ticket-7" },
   *   );
   * } catch (error) {
   *   if (!CertOrderError.is(error)) throw error;
   *   // rejected, not-sent: nothing happened. unknown, done-unread: look the order up, then journal.resolve(…).
   *   console.error(error.outcome, error.message, error.remedy);
   * }
   * ```
   */
  async reissue(
    orderId: string,
    request: ReissueRequest,
    ...options: [J] extends ["none"]
      ? [options?: Omit<ReissueOptions, "idempotencyKey">]
      : [options: ReissueOptions & { readonly idempotencyKey: string }]
  ): Promise<ReissueResult> {
    const [given] = options;
    const { idempotencyKey }: ReissueOptions = given ?? {};
    if (this.journal === "none" && idempotencyKey !== undefined) throw invalidKey("needs a journal");
    if (this.journal !== "none" && idempotencyKey === undefined) throw invalidKey("is missing");
    return this.send(
      reissueOperation,
      { ...toContractNames(reissueOperation.fields, request), order_id: orderId },
      given,
    );
  }

  /**
   * Has the service send a simulated callback to the account's address, or to the one given. Returns if the callback answered
   * 200, and throws otherwise: `callbackVerdict` says what the error tells about the callback.
   */
  async testCallback(
    request: CallbackTestRequest = {},
    options: CallOptions = {},
  ): Promise<CallbackTestResult> {
    return this.send(callbackTestOperation, toContractNames(callbackTestOperation.fields, request), options);
  }

  /** Either operation, with values under the contract's names. Every interface uses it. @internal */
  send(operation: typeof reissueOperation, values: Values, options?: SendOptions): Promise<ReissueResult>;
  /** @internal */
  send(
    operation: typeof callbackTestOperation,
    values: Values,
    options?: CallOptions,
  ): Promise<CallbackTestResult>;
  async send(
    operation: typeof reissueOperation | typeof callbackTestOperation,
    values: Values,
    options: SendOptions = {},
  ): Promise<ReissueResult | CallbackTestResult> {
    return operation.name === reissueOperation.name
      ? this.#reissue(values, options)
      : this.#testCallback(values, options);
  }

  async #reissue(values: Values, options: SendOptions): Promise<ReissueResult> {
    const { idempotencyKey: key } = options;
    if (key !== undefined) {
      const problem = typeof key === "string" ? nameProblem(key) : "is not a text";
      if (problem !== undefined) throw invalidKey(problem);
    }
    const onEvent = this.#check(reissueOperation, values, options);
    const { timeoutMs } = this.#limits;
    const deadline = performance.now() + timeoutMs;
    const until = new Date(Date.now() + timeoutMs);
    const subject = describeOperation(reissueOperation, values);
    // The test leaves enough of the deadline for the answer to the reissue.
    const passGate = () =>
      this.#callback.pass(subject, (deadline - performance.now()) * latestStart, { ...options, onEvent });
    const beforeEachTry = options.requireCallback ? passGate : undefined;
    const context = { ...options, onEvent, deadline, until, beforeEachTry };
    const { journal } = this;
    if (journal !== "none") return this.#reissueRecorded(journal, values, context);
    const reissued = await this.#sendWithRetries(reissueOperation, values, context);
    return resultOfSent(String(values.order_id), reissued);
  }

  /** Reissues if the journal allows it, and records the attempt and its outcome. */
  async #reissueRecorded(journal: Journal, values: Values, context: RecordedContext): Promise<ReissueResult> {
    const orderId = String(values.order_id);
    /** The journal has as long as the rest of the call. */
    const inTime: InTime = (work) =>
      this.untilJournalAnswers(orderId, work, context, context.deadline - performance.now());
    const { intent, decision } = await inTime(this.#preview(journal, values, context));
    if (decision.kind !== "send") return this.#withoutSending(journal, intent, decision, inTime);
    await context.beforeEachTry?.();
    const { until: deadline, signal } = context;
    const recorder = new Recorder({ journal, intent, known: decision.known, deadline, signal });
    const recordOutcome = (outcome: Outcome, certificateId?: string) =>
      recorder
        .recordOutcome(outcome, certificateId)
        .catch(reportUnrecorded(recorder, context.onEvent, certificateId));
    try {
      if (journal.claimsBeforeConnecting) await inTime(recorder.claim());
      const result =
        recorder.refusal ?? (await this.#sendWithRetries(reissueOperation, values, context, recorder));
      if (result.kind !== "reissued") return await this.#withoutSending(journal, intent, result, inTime);
      await recordOutcome("done", result.certificateId);
      return resultOfSent(orderId, result, recorder.attemptId);
    } catch (error) {
      const { outcome = "unknown", certificateId } = error as { outcome?: Outcome; certificateId?: string };
      await recordOutcome(CertOrderError.is(error) ? outcome : "unknown", certificateId);
      const { advice } = recorder;
      throw advice === undefined
        ? error
        : journalSilentError(orderId, (error as { code: FailureCode }).code, advice);
    }
  }

  /** Waits for the journal, but not longer than for a whole call. @internal */
  async untilJournalAnswers<T>(
    orderId: string,
    work: Promise<T>,
    options: CallOptions = {},
    timeoutMs = this.#limits.timeoutMs,
  ): Promise<T> {
    const { signals, clear } = startDeadline(timeoutMs, options);
    const late = () => journalSilentError(orderId, signals.stopSignal.reason as FailureCode);
    try {
      // A journal of another author may throw any error. Nothing is sent then.
      return await unlessAborted(work.catch(throwJournalFailure), signals.stopSignal, late);
    } finally {
      clear();
    }
  }

  /** Reads the order's history once, and decides. By default the caller knows the latest attempt of this moment. */
  async #preview(journal: Journal, values: Values, options: SendOptions) {
    const orderId = String(values.order_id);
    const { service } = this;
    const { idempotencyKey, supersede, triggers } = options;
    const snapshot = options.snapshot ?? (await journal.snapshot(orderId, service, options.intent));
    // A caller that has read the order has written what it found.
    if (!options.snapshot) await journal.write(snapshot);
    const intent: OrderIntent = {
      orderId,
      service,
      idempotencyKey,
      supersede,
      requestDigest: requestDigest(orderId, values, triggers),
      validityDays: values.validity_days as number | undefined,
      // Fix the known latest now. Attempts that finish later must not count as known to the caller.
      knownLatest: knowing(snapshot.latest ?? {}),
      force: true,
      ...options.intent,
    };
    return { intent, decision: await journal.preview(intent, snapshot) };
  }

  /** Returns the certificate that already exists, or throws what blocks the order. */
  async #withoutSending(
    journal: Journal,
    intent: OrderIntent,
    decision: NothingToSend,
    inTime: InTime,
  ): Promise<ReissueResult> {
    const final =
      decision.kind === "blocked" ? decision : await inTime(journal.recordAnswer(intent, decision.attempt));
    if (final.kind === "blocked") throw new BlockedError(final.blocked);
    return resultOfEarlier(final.attempt);
  }

  async #testCallback(values: Values, options: CallOptions): Promise<CallbackTestResult> {
    const onEvent = this.#check(callbackTestOperation, values, options);
    const started = performance.now();
    const deadline = started + this.#limits.timeoutMs;
    const context = { ...options, onEvent, deadline };
    const { status: httpStatus, tries } = await this.#sendWithRetries(callbackTestOperation, values, context);
    // This tested the saved callback, so reissues that need it can use this verdict.
    if (Object.values(values).every(isAbsent)) this.#callback.notePass();
    const durationMs = Math.round(performance.now() - started);
    return { outcome: "done", verdict: "pass", httpStatus, tries, durationMs };
  }

  /** Throws if the request is wrong. Returns the listener for its warnings. */
  #check(operation: Operation, values: Values, { onEvent = this.#options.onEvent }: CallOptions): Notify {
    const problems = checkRequest(operation, values);
    if (problems.some((problem) => problem.severity === "error"))
      throw new InvalidInputError(`${describeOperation(operation, values)} was not sent`, problems);
    const notify = (event: ClientEvent) => {
      try {
        onEvent?.(event);
      } catch {
        // A listener that fails must not change the outcome.
      }
    };
    for (const problem of problems) notify({ type: "warning", problem });
    return notify;
  }

  /** Sends a request, with retries. If there is a recorder, its journal may refuse. */
  #sendWithRetries(
    operation: typeof callbackTestOperation,
    values: Values,
    context: SendContext,
  ): Promise<CallbackPassed>;
  #sendWithRetries(
    operation: typeof reissueOperation,
    values: Values,
    context: SendContext,
  ): Promise<Reissued>;
  #sendWithRetries(
    operation: typeof reissueOperation,
    values: Values,
    context: SendContext,
    recorder: Recorder,
  ): Promise<Reissued | NothingToSend>;
  async #sendWithRetries(
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
        const { code, outcome, error } = result;
        const isWaitedOut = context.waitsOutRateLimits && result.isRateLimited;
        const maxTries = isWaitedOut ? undefined : this.#limits.maxTries;
        const waitMs = waitBeforeRetry(
          { ...result, isFinal: isFinal(code) },
          { tryNumber, maxTries, remainingMs: deadline - performance.now(), random: Math.random() },
        );
        if (waitMs === undefined || signals.stopSignal.aborted) throw error;
        // Nothing is in flight during the wait, and the journal has to say so.
        await recorder?.pause(outcome).catch(reportUnrecorded(recorder, onEvent));
        onEvent({ type: "retry", tryNumber, maxTries, reason: error, waitMs });
        // If the caller cancels the wait, report the try before it.
        await sleep(waitMs, undefined, { signal: signals.stopSignal }).catch(() => Promise.reject(error));
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
        : { type: "unanswered", ...about, code: exchanged.code },
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
      redact: redactor(secrets()),
    });
    return { kind: "failed", ...classified, retryAfterMs, error };
  }

  #sending(operation: Operation, values: Values, recorder: Recorder | undefined) {
    const { ca } = this.#options;
    const { connectTimeoutMs, responseTimeoutMs } = this.#limits;
    const { method, url, headers, body } = buildRequest(operation, values, {
      ...this.#options,
      base: this.#base,
    });
    const to = new URL(url);
    if (ca !== undefined) this.#trust ??= trustContext(ca);
    return {
      method,
      url: to,
      headers,
      body: body && JSON.stringify(body),
      proxy: chooseProxy(to, this.#options.env ?? process.env),
      trust: this.#trust,
      connectTimeoutMs,
      responseTimeoutMs,
      beforeSend: recorder && (() => recorder.claim()),
    };
  }
}

type Reissued = Extract<Classified, { kind: "reissued" }> & { readonly tries: number };
type CallbackPassed = Extract<Classified, { kind: "callback-passed" }> & { readonly tries: number };
/** How sending ended, unless it failed. */
type SendResult = Reissued | CallbackPassed | NothingToSend;

type FailedTry = Failed & {
  readonly kind: "failed";
  readonly retryAfterMs: number | undefined;
  readonly error: CertOrderError;
};

interface SendContext extends CallOptions {
  readonly onEvent: Notify;
  /** On the clock of `performance.now()`. */
  readonly deadline: number;
  /** Has to succeed before each try. */
  readonly beforeEachTry?: (() => Promise<void>) | undefined;
  /** Waits for as long as a rate limit lasts, whatever `maxTries` is. For callback tests, which cost nothing. */
  readonly waitsOutRateLimits?: boolean | undefined;
}

/** The context of a reissue with a journal. `until`: the deadline, on the clock of the machine. */
type RecordedContext = SendOptions & SendContext & { readonly until: Date };

function invalidKey(problem: string): InvalidInputError {
  return new InvalidInputError("The reissue was not sent", [
    new InputProblem(
      "idempotency_key",
      "name",
      `idempotencyKey ${problem}.`,
      "Give a text that stays the same for this one reissue, such as the number of a ticket. A retry has to use the same key.",
    ),
  ]);
}

function requestSecrets(operation: Operation, values: Values): string[] {
  return Object.entries(operation.fields).flatMap(([name, field]) =>
    field.sensitive ? [String(values[name] ?? "")] : [],
  );
}

/** The call ended before the journal answered. `advice`: what to do about an attempt that it may still record. */
function journalSilentError(orderId: string, code: FailureCode, advice?: string): NotSentError {
  const { what, remedy } = failures[code];
  const subject = describeOperation(reissueOperation, { order_id: orderId });
  return new NotSentError(`${subject} was not sent: the journal did not answer, and ${what}.`, {
    code,
    remedy: advice === undefined ? remedy : text`${remedy} ${advice}`,
  });
}

/** A reissue that happened must not fail because it could not be recorded. The attempt stays open in the journal. */
function reportUnrecorded({ attemptId, orderId }: Recorder, notify: Notify, certificateId?: string) {
  return (error: Error) => {
    // Without an id nothing was sent: the store did not answer in time.
    if (attemptId !== undefined) notify({ type: "unrecorded", error, attemptId, orderId, certificateId });
  };
}
