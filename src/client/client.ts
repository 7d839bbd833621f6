import { setTimeout as sleep } from "node:timers/promises";
import type { SecureContext } from "node:tls";
import type {
  CallbackTestRequest,
  Operation,
  Outcome,
  ReissueRequest,
  Values,
  Verdict,
} from "../contract/index.ts";
import {
  CertOrderError,
  callbackTest,
  checkConnection,
  Issue,
  isAbsent,
  namedByContract,
  problemOfName,
  reissue,
  settings,
} from "../contract/index.ts";
import type { Ask, Attempt, Held, JournalEntry, Place } from "../journal/index.ts";
import { Answered, Journal, MemoryShelf, whatIsAsked } from "../journal/index.ts";
import { CallbackGate } from "./callback-gate.ts";
import { checkRequest } from "./check.ts";
import { classify } from "./classify.ts";
import { serviceUrl } from "./connection.ts";
import { endingAfter } from "./deadline.ts";
import { InvalidRequestError, refusedByJournal } from "./errors.ts";
import { isFinal } from "./failure-codes.ts";
import { nameOf, toError } from "./messages.ts";
import { proxyFor } from "./proxy.ts";
import { outgoing } from "./request.ts";
import { latestStart, waitBeforeRetry } from "./retry.ts";
import { parseRetryAfter } from "./retry-after.ts";
import { redactor } from "./text.ts";
import { exchange } from "./transport.ts";
import { trusting } from "./trust.ts";

export interface ClientOptions {
  /** Base address of the service. HTTPS, or plain HTTP to this machine itself. */
  readonly baseUrl: string;
  readonly authKey: string;
  readonly keyId: string;
  /** Time for a whole call, waits and repetitions included. Default: 120 s. */
  readonly timeoutMs?: number | undefined;
  /** Time for one connection to be ready. Default: 10 s. */
  readonly connectTimeoutMs?: number | undefined;
  /** Time from sending until the whole answer is read. Default: 60 s. */
  readonly responseTimeoutMs?: number | undefined;
  /** What the service is called, whatever its address. Default: the address where the order was reissued first. */
  readonly service?: string | undefined;
  /** How often a request that was not sent is tried. Default: 3. */
  readonly maxAttempts?: number | undefined;
  /** PEM certificates of authorities to trust beside the usual ones. */
  readonly ca?: string | undefined;
  /** Keeps a reissue from being sent twice across crashes. Default: none, then only this process remembers. */
  readonly journal?: Journal | undefined;
  /** Hears of warnings and repetitions. */
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
  /** Where the proxy variables are read. Default: the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

export type ClientEvent =
  | { readonly type: "warning"; readonly issue: Issue }
  | {
      readonly type: "retry";
      /** The try that failed; 1 for the first. */
      readonly attempt: number;
      readonly maxAttempts: number;
      readonly reason: CertOrderError;
      readonly waitMs: number;
    }
  /** The outcome is known but could not be written down; the journal will go on refusing the order. */
  | {
      readonly type: "journal";
      readonly error: Error;
      readonly attemptId: string;
      readonly orderId: string;
      readonly certificateId?: string | undefined;
    };

type Tell = (event: ClientEvent) => void;

export interface CallOptions {
  /** Ends the call wherever it is. A request that was sent by then has an unknown outcome. */
  readonly signal?: AbortSignal | undefined;
  /** Ends connecting, waiting and repeating, but never a request that was sent: its answer is awaited. */
  readonly stopSignal?: AbortSignal | undefined;
  /** Hears of this call's warnings and repetitions. Default: the client's `onEvent`. */
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
}

export interface ReissueOptions extends CallOptions {
  /** Reasons for this reissue other than its request; part of what makes two wishes the same. */
  readonly triggers?: Readonly<Record<string, string>> | undefined;
  /**
   * A name for this wish: asked for again under it, it is answered with its result and never sent again. Without one,
   * every call is a wish of its own, and its result has to be acknowledged in the journal.
   */
  readonly wish?: string | undefined;
  /** An attempt on top of which to reissue, although the order was reissued in a way that was not known here. */
  readonly anew?: string | undefined;
  /** What is known as the order's newest certificate. Default: whatever is the newest when this is called. */
  readonly held?: Held | undefined;
  /** The newest counts as known only if it was there by then. A function is asked only where that matters. */
  readonly heldBefore?: Date | (() => Promise<Date>) | undefined;
  /**
   * Test the account's saved callback right before the reissue is sent, and send it only if that passes; else a
   * `CallbackRequiredError` tells the verdict. Reissues of one client share a verdict for up to a minute. Default: false.
   */
  readonly requireCallback?: boolean | undefined;
  /** For those that declare what there should be: how it differs from a command. @internal */
  readonly declared?: Declared | undefined;
}

interface Declared {
  /** One more is asked for, also of the same request. A command always asks for one more. */
  readonly again: boolean;
  /** Attempts that are stored in a state. */
  readonly stored?: readonly Attempt[] | undefined;
}

export interface ReissueResult {
  readonly outcome: "done";
  readonly orderId: string;
  readonly certificateId: string;
  /** The journal's name for the attempt; acknowledge it there once the result is stored. */
  readonly attemptId: string;
  /** Nothing was sent: the wish had been fulfilled before, and this is what came of it. */
  readonly answered: Attempt | undefined;
  readonly httpStatus: number | undefined;
  readonly attempts: number;
}

export interface CallbackTestResult {
  readonly outcome: "done";
  readonly verdict: Extract<Verdict, "pass">;
  readonly httpStatus: number;
  readonly attempts: number;
  readonly durationMs: number;
}

/** The two operations of a certificate order service. Every failure is a `CertOrderError` that knows its outcome. */
export class CertOrderClient {
  readonly #options: ClientOptions;
  readonly #limits: Limits;
  readonly #base: URL;
  /** Where reissues are remembered. */
  readonly journal: Journal;
  readonly #callback = new CallbackGate<ClientEvent>((timeoutMs, caller) =>
    this.#perform(
      callbackTest,
      {},
      { ...caller, deadline: performance.now() + timeoutMs, waitsOutRateLimits: true },
    ),
  );
  #trust: SecureContext | undefined;

  constructor(options: ClientOptions) {
    const { baseUrl: base_url, authKey: auth_key, keyId: key_id } = options;
    const issues = checkConnection({ base_url, auth_key, key_id });
    if (issues.length > 0) throw new InvalidRequestError("The client cannot be set up", issues);
    this.#options = { ...options };
    this.#limits = limitsOf(options);
    this.#base = serviceUrl(options.baseUrl);
    this.journal = options.journal ?? memoryOf(this.#base.href);
  }

  /** Where orders are: the service's name, and its address in one spelling. @internal */
  get place(): Place {
    const { service } = this.#options;
    return { name: service && asName(service), address: asName(this.#base.href) };
  }

  /**
   * Reissues the certificate of an order. Sent at most once: only what provably never left, or was refused as too
   * fast, is tried again.
   */
  async reissue(
    orderId: string,
    request: ReissueRequest,
    options: ReissueOptions = {},
  ): Promise<ReissueResult> {
    return this.send(reissue, { ...namedByContract(reissue.fields, request), order_id: orderId }, options);
  }

  /** Has the service send a simulated callback to the account's address, or to the one given. */
  async testCallback(
    request: CallbackTestRequest = {},
    options: CallOptions = {},
  ): Promise<CallbackTestResult> {
    return this.send(callbackTest, namedByContract(callbackTest.fields, request), options);
  }

  /** Either operation, with values under the contract's own names. What these two and every face come down to. @internal */
  send(operation: typeof reissue, values: Values, options?: ReissueOptions): Promise<ReissueResult>;
  /** @internal */
  send(operation: typeof callbackTest, values: Values, options?: CallOptions): Promise<CallbackTestResult>;
  async send(
    operation: typeof reissue | typeof callbackTest,
    values: Values,
    options: ReissueOptions = {},
  ): Promise<ReissueResult | CallbackTestResult> {
    return operation.name === reissue.name
      ? this.#reissue(values, options)
      : this.#testCallback(values, options);
  }

  async #reissue(values: Values, options: ReissueOptions): Promise<ReissueResult> {
    const orderId = String(values.order_id);
    checkWish(options.wish);
    const onEvent = this.#check(reissue, values, options);

    const deadline = performance.now() + this.#limits.timeoutMs;
    const beforeEach = options.requireCallback
      ? () => this.#passGate(nameOf(reissue, values), deadline, { ...options, onEvent })
      : undefined;
    let entry: JournalEntry | undefined;
    try {
      const until = new Date(Date.now() + this.#limits.timeoutMs);
      entry = await this.#begin(this.#ask(values, options), until, beforeEach);
      const {
        certificateId = "",
        status,
        attempts,
      } = await this.#perform(reissue, values, { ...options, onEvent, deadline, beforeEach }, entry);
      await settle(entry, orderId, onEvent, "done", certificateId);
      const { attemptId } = entry;
      // Whoever called has it, and nobody else can ask for what only this process remembers.
      if (!this.#options.journal) await this.journal.acknowledge(attemptId).catch(() => {});
      return {
        ...{ outcome: "done", orderId, certificateId, attemptId, answered: undefined },
        ...{ httpStatus: status, attempts },
      };
    } catch (error) {
      if (error instanceof Answered) {
        const { attempt: answered, certificateId } = error;
        return {
          ...{ outcome: "done", orderId, certificateId, attemptId: answered.attemptId, answered },
          ...{ httpStatus: undefined, attempts: 0 },
        };
      }
      const { outcome = "unknown", certificateId } = error as { outcome?: Outcome; certificateId?: string };
      await settle(entry, orderId, onEvent, CertOrderError.is(error) ? outcome : "unknown", certificateId);
      throw error;
    }
  }

  async #testCallback(values: Values, options: CallOptions): Promise<CallbackTestResult> {
    const onEvent = this.#check(callbackTest, values, options);
    const started = performance.now();
    const deadline = started + this.#limits.timeoutMs;
    const { status, attempts } = await this.#perform(callbackTest, values, { ...options, onEvent, deadline });
    // What is saved has passed: reissues that wait for it need no test of their own.
    if (Object.values(values).every(isAbsent)) this.#callback.notePass();
    const durationMs = Math.round(performance.now() - started);
    return { outcome: "done", verdict: "pass", httpStatus: status, attempts, durationMs };
  }

  /** Ends in time for the reissue to hear its answer. */
  #passGate(subject: string, deadline: number, caller: CallOptions & { onEvent: Tell }): Promise<void> {
    return this.#callback.pass(subject, (deadline - performance.now()) * latestStart, caller);
  }

  async #begin(ask: Ask, until: Date, first?: () => Promise<void>): Promise<JournalEntry> {
    try {
      return await this.journal.begin(ask, until, first);
    } catch (error) {
      throw refusedByJournal(error);
    }
  }

  /** Throws when the request is not right. Returns whom to tell about it. */
  #check(operation: Operation, values: Values, { onEvent = this.#options.onEvent }: CallOptions): Tell {
    const issues = checkRequest(operation, values);
    if (issues.some((issue) => issue.severity === "error"))
      throw new InvalidRequestError(`${nameOf(operation, values)} was not sent`, issues);
    const tell = (event: ClientEvent) => {
      try {
        onEvent?.(event);
      } catch {
        // A listener that fails must not change what becomes of the request.
      }
    };
    for (const issue of issues) tell({ type: "warning", issue });
    return tell;
  }

  #ask(values: Values, options: ReissueOptions): Ask {
    const { wish: name, anew, held, heldBefore, declared, triggers } = options;
    const orderId = String(values.order_id);
    return {
      place: this.place,
      orderId,
      what: whatIsAsked(orderId, values, triggers),
      ...{ name, anew, held, heldBefore },
      again: declared?.again ?? true,
      isDeclared: declared !== undefined,
      stored: declared?.stored,
      unshown: declared === undefined && name === undefined,
      validityDays: values.validity_days as number | undefined,
    };
  }

  async #perform(operation: Operation, values: Values, options: Performing, entry?: JournalEntry) {
    const { deadline } = options;
    const subject = nameOf(operation, values);
    const secrets = () => [this.#options.authKey, ...secretsIn(operation, values)];
    const ending = endingAfter(deadline - performance.now(), options);
    try {
      for (let attempt = 1; ; attempt++) {
        await options.beforeEach?.();
        const exchanged = await exchange({
          ...this.#sending(operation, values, entry),
          ...ending.signals,
        });
        if (!exchanged.answered && exchanged.refusedBy !== undefined)
          throw refusedByJournal(exchanged.refusedBy);
        const classified = classify(operation, exchanged, secrets);
        if (classified.outcome === "done") return { ...classified, attempts: attempt };

        const retryAfterMs = exchanged.answered
          ? parseRetryAfter(exchanged.header("retry-after"), Date.now())
          : undefined;
        const error = toError(classified, {
          subject,
          operation,
          attempts: attempt,
          retryAfterMs,
          attemptId: entry?.attemptId,
          orderId: String(values.order_id),
          isKept: this.#options.journal !== undefined,
          redact: redactor(secrets()),
        });
        const isWaitedOut = options.waitsOutRateLimits && classified.rateLimited;
        const maxAttempts = isWaitedOut ? Number.POSITIVE_INFINITY : this.#limits.maxAttempts;
        const waitMs = waitBeforeRetry(
          { ...classified, retryAfterMs, final: isFinal(classified.code) },
          { attempt, maxAttempts, remainingMs: deadline - performance.now(), random: Math.random() },
        );
        if (waitMs === undefined || ending.signals.stopSignal.aborted) throw error;
        // Whatever happens while waiting, it must not look as if this try were still on its way.
        await entry
          ?.pause(classified.outcome)
          .catch(unwritten(entry, String(values.order_id), options.onEvent));
        options.onEvent({ type: "retry", attempt, maxAttempts, reason: error, waitMs });
        // Cancelled while waiting: the try before is still all that happened.
        await sleep(waitMs, undefined, { signal: ending.signals.stopSignal }).catch(() =>
          Promise.reject(error),
        );
      }
    } finally {
      ending.clear();
    }
  }

  #sending(operation: Operation, values: Values, entry: JournalEntry | undefined) {
    const { ca } = this.#options;
    const { connectTimeoutMs, responseTimeoutMs } = this.#limits;
    const { method, url, headers, body } = outgoing(operation, values, {
      ...this.#options,
      base: this.#base,
    });
    const to = new URL(url);
    if (ca !== undefined) this.#trust ??= trusting(ca);
    return {
      ...{ method, url: to, headers, body: body && JSON.stringify(body) },
      proxy: proxyFor(to, this.#options.env ?? process.env),
      trust: this.#trust,
      ...{ connectTimeoutMs, responseTimeoutMs },
      beforeSend: entry && (() => entry.sending()),
    };
  }
}

interface Performing extends CallOptions {
  readonly onEvent: Tell;
  /** On the clock of `performance.now()`. */
  readonly deadline: number;
  /** Has to succeed before each try. */
  readonly beforeEach?: (() => Promise<void>) | undefined;
  /** However often that is: for what costs nothing. */
  readonly waitsOutRateLimits?: boolean | undefined;
}

type Limits = Record<"timeoutMs" | "connectTimeoutMs" | "responseTimeoutMs" | "maxAttempts", number>;

/** What is left out is as the setting of that name has it. */
function limitsOf(options: ClientOptions): Limits {
  return {
    timeoutMs: options.timeoutMs ?? settings.timeout_seconds.default * 1000,
    connectTimeoutMs: options.connectTimeoutMs ?? settings.connect_timeout_seconds.default * 1000,
    responseTimeoutMs: options.responseTimeoutMs ?? settings.response_timeout_seconds.default * 1000,
    maxAttempts: options.maxAttempts ?? settings.max_attempts.default,
  };
}

/** A name that is no name would be that of every wish. */
function checkWish(wish: unknown): void {
  if (wish === undefined) return;
  const problem = typeof wish === "string" ? problemOfName(wish) : "is not a text";
  if (problem === undefined) return;
  throw new InvalidRequestError("The reissue was not sent", [
    new Issue(
      "wish",
      "name",
      `wish ${problem}.`,
      "Give a text that stands for this one wish, such as the number of a ticket, or leave it out.",
    ),
  ]);
}

/** A name as it compares: people copy an address with and without its last slash, and a variable with its line end. */
function asName(text: string): string {
  return text.trim().toLowerCase().replace(/\/+$/, "");
}

/** What clients without a journal remember, by the service's address. */
const memories = new Map<string, Journal>();

function memoryOf(address: string): Journal {
  const memory = memories.get(address) ?? new Journal({ shelf: new MemoryShelf() });
  memories.set(address, memory);
  return memory;
}

function secretsIn(operation: Operation, values: Values): string[] {
  return Object.entries(operation.fields).flatMap(([name, field]) =>
    field.sensitive ? [String(values[name] ?? "")] : [],
  );
}

/** A reissue that happened must not fail because it could not be written down; the journal stays on the safe side. */
async function settle(
  entry: JournalEntry | undefined,
  orderId: string,
  onEvent: Tell,
  outcome: Outcome,
  certificateId?: string,
): Promise<void> {
  await entry?.settle(outcome, certificateId).catch(unwritten(entry, orderId, onEvent, certificateId));
}

/** Tells that what became of an attempt could not be written down. */
function unwritten({ attemptId }: JournalEntry, orderId: string, tell: Tell, certificateId?: string) {
  return (error: Error) => tell({ type: "journal", error, attemptId, orderId, certificateId });
}
