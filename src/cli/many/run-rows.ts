import type { CertOrderClient, ReissueOptions } from "../../client/index.ts";
import { CallbackRequiredError, type ClientEvent, RejectedError } from "../../client/index.ts";
import { CertOrderError } from "../../contract/index.ts";
import type { StopSignals } from "../../interrupt.ts";
import type { OrderRow } from "../orders/index.ts";
import { resultData } from "../reissue-result.ts";
import { UnwrittenError } from "../stdout.ts";
import { Limit } from "./limit.ts";
import type { Pace } from "./pace.ts";
import { Counts, kindOfError, type RowResult } from "./row-result.ts";

/** Why a run starts no further rows. */
export type StopReason =
  | "interrupted"
  | "limit"
  | "failures"
  | "unknown"
  | "in-a-row"
  | "callback"
  | "output";

/** Without `maxFailures`, so many unknown outcomes end a run: a person has to look each of them up. */
export const mostUnknown = 10;

/** Without `maxFailures`, so many rows one after another that were not sent, or rejected with one code, end a run: it is not about one order. */
export const mostInARow = 10;

/** The service refused a request as too fast, and did not say how long to wait. */
const defaultHoldMs = 1_000;

export interface RunOptions {
  readonly client: CertOrderClient;
  /** How each row is asked for. */
  readonly asked: Pick<ReissueOptions, "idempotencyKey" | "maxAgeMs" | "requireCallback">;
  readonly concurrency: number;
  readonly pace: Pace;
  /** So many requests may leave that are not rejected. */
  readonly limit?: number | undefined;
  readonly maxFailures?: number | undefined;
  readonly signals: StopSignals;
  readonly onEvent: (event: ClientEvent) => void;
  readonly report: (result: RowResult) => Promise<void>;
}

/**
 * Reissues the orders of all rows, some at once. Each row reads the journal right before it decides, as a single reissue does, so
 * the journal is all that a run remembers. Rows without a result were not started, or were ended before they sent.
 */
export class Run {
  readonly counts = new Counts();
  readonly #options: RunOptions;
  readonly #stop = new AbortController();
  #stopReason: StopReason | undefined;
  readonly #limit: Limit;
  #inARow: InARow | undefined;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#limit = new Limit(options.limit);
  }

  get stopReason(): StopReason | undefined {
    return this.#stopReason;
  }

  /** The last rows, if they failed in the same way. */
  get inARow(): InARow | undefined {
    return this.#inARow;
  }

  async reissue(rows: AsyncIterable<OrderRow>): Promise<void> {
    const { concurrency, signals } = this.#options;
    const interrupted = () => this.#stopFor("interrupted");
    signals.stopSignal.addEventListener("abort", interrupted, { once: true });
    const iterator = rows[Symbol.asyncIterator]();
    try {
      const works = Array.from({ length: concurrency }, () => this.#work(iterator));
      const ended = await Promise.allSettled(works);
      const failed = ended.find((result) => result.status === "rejected");
      if (failed) throw failed.reason;
    } finally {
      signals.stopSignal.removeEventListener("abort", interrupted);
      await iterator.return?.();
    }
  }

  async #work(rows: AsyncIterator<OrderRow>): Promise<void> {
    try {
      while (!this.#stop.signal.aborted) {
        const next = await rows.next();
        if (next.done || this.#stop.signal.aborted) return;
        const result = await this.#reissue(next.value);
        if (result) await this.#take(result);
      }
    } catch (error) {
      // The others end what they have begun.
      this.#stop.abort();
      throw error;
    }
  }

  /** Sends a row, which holds a place of the limit from its start to its result. */
  async #reissue(row: OrderRow): Promise<RowResult | undefined> {
    let hasPlace = false;
    const mayStart = async () => {
      hasPlace = await this.#limit.take();
      if (!hasPlace) this.#stopFor("limit");
      if (!this.#stop.signal.aborted) await this.#options.pace.turn(this.#stop.signal);
      if (this.#stop.signal.aborted) throw new NotStarted();
    };
    let result: RowResult | undefined;
    try {
      result = await this.#send(row, mayStart);
      return result;
    } finally {
      if (hasPlace) this.#limit.settle(result?.kind === "sent" || result?.kind === "unknown");
    }
  }

  /** @param mayStart - Returns once the row may be recorded and sent. */
  async #send(row: OrderRow, mayStart: () => Promise<void>): Promise<RowResult | undefined> {
    const { client, asked, signals, pace, onEvent } = this.#options;
    try {
      const reissued = await client.sendReissue(row.values, {
        signal: signals.signal,
        // However the run stops, no row may wait any longer: the service may ask to wait for a day.
        stopSignal: this.#stop.signal,
        ...asked,
        // Waits for the first turn here: the time of the call has not begun, and nothing is recorded.
        confirm: mayStart,
        beforeRetry: (signal) => pace.turn(signal),
        onEvent: (event) => {
          if (event.type === "retry") this.#holdAfter(event.reason, event.waitMs);
          onEvent(event);
        },
      });
      const kind = reissued.alreadyDone ? "already-done" : "sent";
      return { row, kind, details: resultData(reissued) };
    } catch (error) {
      if (error instanceof NotStarted) return undefined;
      if (!CertOrderError.is(error)) throw error;
      // Ended before it sent: the next run sends it.
      if (error.outcome === "not-sent" && error.failure === "aborted") return undefined;
      this.#holdAfter(error, RejectedError.is(error) ? error.retryAfterMs : undefined);
      if (CallbackRequiredError.is(error)) this.#stopFor("callback");
      return { row, kind: kindOfError(error), error };
    }
  }

  /** What one row is told counts for all: no row asks the service again before the wait is over. */
  #holdAfter(error: CertOrderError, waitMs = defaultHoldMs): void {
    if (RejectedError.is(error) && error.isRateLimited) this.#options.pace.hold(waitMs);
  }

  async #take(result: RowResult): Promise<void> {
    const { maxFailures, report } = this.#options;
    this.counts.add(result);
    if (!this.#stop.signal.aborted) this.#inARow = oneMore(this.#inARow, result);
    if (maxFailures === undefined) {
      if (this.counts.of("unknown") >= mostUnknown) this.#stopFor("unknown");
      if (Number(this.#inARow?.count) >= mostInARow) this.#stopFor("in-a-row");
    } else if (this.counts.failures >= maxFailures) this.#stopFor("failures");
    try {
      await report(result);
    } catch (error) {
      if (!(error instanceof UnwrittenError)) throw error;
      this.#stopFor("output");
      if (!result.error) this.counts.addOutcome("done-unread");
    }
  }

  #stopFor(reason: StopReason): void {
    this.#stopReason ??= reason;
    this.#stop.abort();
  }
}

/** Rows one after another that failed in the same way. */
export interface InARow {
  readonly kind: "rejected" | "not-sent";
  /** The code of the last one. */
  readonly code: string;
  readonly count: number;
}

function oneMore(before: InARow | undefined, { kind, error }: RowResult): InARow | undefined {
  // A rate limit is not about this row: all rows wait, and then go on.
  if (RejectedError.is(error) && error.isRateLimited) return before;
  if (!error || (kind !== "rejected" && kind !== "not-sent")) return undefined;
  const { code } = error;
  // A service that is away has several codes.
  const isSame = before?.kind === kind && (kind === "not-sent" || before.code === code);
  return { kind, code, count: isSame ? before.count + 1 : 1 };
}

/** The run has ended before this row began to send. */
class NotStarted extends Error {}
