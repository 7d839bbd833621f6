import type {
  CallbackTestRequest,
  Environment,
  Operation,
  ReissueRequest,
  Values,
} from "../contract/index.ts";
import {
  callbackTestOperation,
  checkAsking,
  checkConnection,
  combineSettings,
  InvalidInputError,
  isAbsent,
  readIssueTime,
  reissueOperation,
  settingProblem,
  settings,
  toContractNames,
} from "../contract/index.ts";
import type { Attempt, ServiceRef } from "../journal/index.ts";
import { type Journal, openConfiguredJournal, recordRequest, toServiceRef } from "../journal/index.ts";
import { CallbackGate } from "./callback-gate.ts";
import {
  type AskedReissueOptions,
  type CallbackTestResult,
  type CallOptions,
  type ImportOptions,
  type ReissueOptions,
  type ReissueResult,
  resultOfSent,
  type SendOptions,
  type SendTestOptions,
} from "./calls.ts";
import { serviceUrl } from "./connection.ts";
import {
  callOptionNames,
  clientOptionNames,
  importOptionNames,
  reissueOptionNames,
  unknownOptions,
} from "./known-options.ts";
import { type CallLimits, checkCallLimits, readCallLimits } from "./limits.ts";
import { describeOperation } from "./messages.ts";
import { type ClientEvent, type ClientOptions, clientOptions, type Notify } from "./options.ts";
import { reissueRecorded, untilJournalAnswers } from "./recorded-reissue.ts";
import { checkRequest } from "./request.ts";
import { latestStartShare } from "./retry.ts";
import { Sender } from "./sender.ts";

/**
 * The two operations of a certificate order service. Every failure is a `CertOrderError` with its outcome.
 *
 * @example
 * ```ts
 * const client = CertOrderClient.fromEnvironment(); // CERTORDER_BASE_URL, CERTORDER_JOURNAL and so on
 * await client.testCallback();
 * ```
 */
export class CertOrderClient<J extends Journal | "none" = Journal | "none"> {
  readonly #options: ClientOptions<J>;
  readonly #limits: CallLimits;
  readonly #base: URL;
  readonly #sender: Sender;
  readonly #callback: CallbackGate;
  /** Where this client records reissues. */
  readonly journal: J;

  /**
   * Checks the options. Sends nothing, and does not look whether the journal exists.
   *
   * @throws `InvalidInputError` if an option is missing, wrong or unknown.
   *
   * @example
   * ```ts
   * const client = new CertOrderClient({
   *   baseUrl: "https://service.example",
   *   keyId: "key-1",
   *   authKey: process.env.CERTORDER_AUTH_KEY ?? "",
   *   journal: new Journal("/var/lib/certorder"),
   * });
   * ```
   */
  constructor(options: ClientOptions<J>) {
    const { baseUrl: base_url, authKey: auth_key, keyId: key_id, journal } = options;
    const problems = [
      ...checkConnection({ base_url, auth_key, key_id }),
      ...unknownOptions(options, clientOptionNames),
    ];
    // Without type checks a caller could pass null, and nothing would be recorded.
    const isJournal = typeof (journal as Partial<Journal> | null)?.claim === "function";
    if (journal !== "none" && !isJournal)
      problems.push(
        settingProblem("journal", "required", "journal is missing.", 'Pass a Journal, or "none".'),
      );
    this.#limits = readCallLimits(options);
    problems.push(...checkCallLimits(this.#limits));
    if (problems.length > 0) throw new InvalidInputError("The client cannot be set up", problems);
    this.#options = { ...options };
    this.#base = serviceUrl(options.baseUrl);
    this.journal = journal;
    this.#sender = new Sender(this.#options, this.#base, this.#limits);
    this.#callback = new CallbackGate((timeoutMs, caller) =>
      this.#sender.send(
        callbackTestOperation,
        {},
        { ...caller, deadline: performance.now() + timeoutMs, waitsOutRateLimits: true },
      ),
    );
  }

  /**
   * A client with the settings that every other interface reads: CERTORDER_BASE_URL, CERTORDER_JOURNAL and so on.
   *
   * @param env - Where the settings are read. Default: the environment of the process.
   * @throws `InvalidInputError` if a setting is missing or wrong, or if CERTORDER_JOURNAL is `none`.
   *
   * @example
   * ```ts
   * const client = CertOrderClient.fromEnvironment(process.env, { onEvent: (event) => console.error(event.type) });
   * ```
   */
  static fromEnvironment(
    env: Environment = process.env,
    { onEvent }: Pick<ClientOptions, "onEvent"> = {},
  ): CertOrderClient<Journal> {
    const { settings: found, problems } = combineSettings({}, env);
    if (problems.length > 0) throw new InvalidInputError("The client cannot be set up", problems);
    const journal = openConfiguredJournal(found, { env });
    if (!journal)
      throw new InvalidInputError("The client cannot be set up", [
        settingProblem(
          "journal",
          "required",
          `${settings.journal.env} is "none", and idempotency keys need a journal.`,
          'Unset it, or use new CertOrderClient({ journal: "none" }).',
        ),
      ]);
    return new CertOrderClient({ ...clientOptions(found), onEvent, env, journal });
  }

  /** The service: its name, and its address in one spelling. @internal */
  get service(): ServiceRef {
    return toServiceRef(this.#options.service, this.#base.href);
  }

  /**
   * Reissues the certificate of an order. It is sent at most once: only a request that provably never left, or was refused as too
   * fast, is tried again.
   *
   * @param orderId - The order.
   * @param request - The fields of the service, in camelCase.
   * @param options - With a journal it is required, and has `idempotencyKey` or `maxAgeMs`.
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
      ? [options?: Omit<ReissueOptions, "idempotencyKey" | "maxAgeMs" | "supersede" | "triggers">]
      : [options: AskedReissueOptions]
  ): Promise<ReissueResult> {
    const [given] = options;
    const { idempotencyKey, maxAgeMs, supersede }: ReissueOptions = given ?? {};
    const asked = {
      idempotencyKey,
      maxAgeMs,
      supersede,
      hasJournal: this.journal !== "none",
      validityDays: request.validityDays,
    };
    const problems = [...unknownOptions(given ?? {}, reissueOptionNames), ...checkAsking(asked)];
    if (problems.length > 0) throw new InvalidInputError("The reissue was not sent", problems);
    const values = { ...toContractNames(reissueOperation.fields, request), order_id: orderId };
    return this.sendReissue(values, given);
  }

  /**
   * Records that a certificate is the order's latest, although this journal did not see it made: it comes from another program, or from
   * the service's portal. Sends nothing. A later import corrects an earlier one.
   *
   * @returns The attempt that stands for the certificate in the journal.
   * @throws `NotSentError` if the history refuses it, for example because an attempt of the order is open.
   *
   * @example
   * ```ts
   * await client.importCertificate("order-ssl-1", "cert-7", { issuedAt: "2026-11-01" });
   * await client.reissue("order-ssl-1", request, { maxAgeMs: 60 * 86_400_000 });
   * ```
   */
  async importCertificate(
    orderId: string,
    certificateId: string,
    options: ImportOptions = {},
  ): Promise<Attempt> {
    const { request, triggers, issuedAt, asLatest, bringsBack, corrects } = options;
    const what = "The certificate was not imported";
    const unknown = unknownOptions(options, importOptionNames);
    if (unknown.length > 0) throw new InvalidInputError(what, unknown);
    if (this.journal === "none")
      throw new InvalidInputError(what, [
        settingProblem("journal", "required", "There is no journal to import it into.", "Use a journal."),
      ]);
    const time = issuedAt === undefined ? {} : readIssueTime(issuedAt, this.journal.now());
    if (time.problem) throw new InvalidInputError(what, [time.problem]);
    const values = request && toContractNames(reissueOperation.fields, request);
    const statement = {
      orderId,
      certificateId,
      asLatest,
      bringsBack,
      corrects,
      issuedAt: time.issuedAt,
      ...(values && recordRequest(orderId, values, triggers)),
    };
    return (await this.journal.importCertificate(statement, this.service)).attempt;
  }

  /**
   * Has the service send a simulated callback to the account's address, or to the one given. Returns if the callback answered
   * 200, and throws otherwise: `callbackVerdict` says what the error tells about the callback.
   *
   * @param request - Another address and its access key. Default: those that are saved in the account.
   * @param options - Options of this call.
   *
   * @example
   * ```ts
   * try {
   *   await client.testCallback();
   * } catch (error) {
   *   if (!CertOrderError.is(error)) throw error;
   *   console.error(callbackVerdict(error), error.message); // fail, or unknown
   * }
   * ```
   */
  async testCallback(
    request: CallbackTestRequest = {},
    options: CallOptions = {},
  ): Promise<CallbackTestResult> {
    const unknown = unknownOptions(options, callOptionNames);
    if (unknown.length > 0) throw new InvalidInputError("The callback test was not sent", unknown);
    return this.sendCallbackTest(toContractNames(callbackTestOperation.fields, request), options);
  }

  /** A reissue with values under the contract's names, for the other interfaces. @internal */
  async sendReissue(values: Values, options: SendOptions = {}): Promise<ReissueResult> {
    const onEvent = this.#check(reissueOperation, values, options);
    const { journal, service } = this;
    const begin = () => ({ ...this.#beginReissue(values, { ...options, onEvent }), service });
    if (journal !== "none") return reissueRecorded(this.#sender, journal, values, begin);
    await options.confirm?.(undefined);
    const reissued = await this.#sender.send(reissueOperation, values, begin());
    return resultOfSent(String(values.order_id), reissued);
  }

  /** The time of a reissue begins, and with it that of the callback test before it. */
  #beginReissue<O extends SendOptions & { readonly onEvent: Notify }>(values: Values, options: O) {
    const { timeoutMs } = this.#limits;
    const deadline = performance.now() + timeoutMs;
    const until = new Date(Date.now() + timeoutMs);
    const subject = describeOperation(reissueOperation, values);
    // The test leaves enough of the deadline for the answer to the reissue.
    const beforeEachTry = async () => {
      if (options.requireCallback)
        await this.#callback.pass(subject, (deadline - performance.now()) * latestStartShare, options);
    };
    return { ...options, deadline, until, beforeEachTry };
  }

  /** A callback test with values under the contract's names, for the other interfaces. @internal */
  async sendCallbackTest(values: Values, options: SendTestOptions = {}): Promise<CallbackTestResult> {
    const onEvent = this.#check(callbackTestOperation, values, options);
    const started = performance.now();
    const deadline = started + (options.timeoutMs ?? this.#limits.timeoutMs);
    const context = { ...options, onEvent, deadline };
    const passed = await this.#sender.send(callbackTestOperation, values, context);
    // This tested the saved callback, so reissues that need it can use this verdict.
    if (Object.values(values).every(isAbsent)) this.#callback.notePass();
    const durationMs = Math.round(performance.now() - started);
    const { status: httpStatus, message, tries } = passed;
    return { outcome: "done", verdict: "pass", message, httpStatus, tries, durationMs };
  }

  /** Waits for the journal, but not longer than for a whole call. @internal */
  async untilJournalAnswers<T>(orderId: string, work: Promise<T>, options: CallOptions = {}): Promise<T> {
    return untilJournalAnswers(orderId, work, this.#limits.timeoutMs, options);
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
}
