import type { CallbackTestResult } from "../client/index.ts";
import type { Attempt, Journal, OrderHistory, StateRecord } from "../journal/index.ts";
import { isUnavailable } from "../journal/index.ts";
import type { JsonObject } from "../plugin/index.ts";
import type { ReissueState } from "./reissue/schema.ts";
import { toStateRecord } from "./reissue/stored.ts";
import { SharedTests } from "./shared-tests.ts";

/** A planned reissue of an order. */
interface PlannedReissue {
  readonly attempts: readonly Attempt[];
  /** It takes the place of another order: `count` indexes have shifted. */
  readonly replacesOtherOrder: boolean;
}

/**
 * What this process has seen during one run of the core. The core plans a tainted object without its prior state, so
 * the provider keeps what `upgrade` received.
 */
export class CoreRun {
  readonly #stored = new Map<string, StateRecord[]>();
  readonly #ends = new Map<string, string>();
  readonly #read = new Map<string, OrderHistory>();
  /** Each order that is not known yet has a symbol. */
  readonly #reissues = new Set<string | symbol>();
  readonly #seen = new Set<string>();
  #unreachable: Error | undefined;
  /** Reissues that are planned and not applied yet, by order. */
  readonly planned = new Map<string, PlannedReissue>();
  /** The tests of gates that run at the same time. */
  readonly tests = new SharedTests<CallbackTestResult>();

  /** Starts a new run: a debugged process serves several. */
  clear(): void {
    for (const part of [this.#stored, this.#ends, this.#read, this.planned, this.#reissues, this.#seen])
      part.clear();
    this.#unreachable = undefined;
  }

  /** Reads the history of an order. A server that does not answer is asked only once in a run. */
  async history(journal: Journal, orderId: string): Promise<OrderHistory> {
    if (this.#unreachable) throw this.#unreachable;
    try {
      return await journal.history(orderId);
    } catch (failure) {
      if (journal.isShared && isUnavailable(failure)) this.#unreachable = failure;
      throw failure;
    }
  }

  /** A state has an object of this order. It may have several. */
  addStored(stored: JsonObject | ReissueState): void {
    const orderId = String(stored.order_id);
    this.#stored.set(orderId, [...(this.#stored.get(orderId) ?? []), toStateRecord(stored)]);
  }

  /** When an open attempt of a state ended. Only private data has the time. */
  addEnd(attemptId: string | null | undefined, endedAt: string | undefined): void {
    if (attemptId && endedAt) this.#ends.set(attemptId, endedAt);
  }

  /** What a stored object knows about its order, with the time at which its open attempt ended. */
  toRecord(stored: JsonObject | ReissueState): StateRecord {
    return this.#withEnds(toStateRecord(stored));
  }

  #withEnds({ attempts, earlier }: StateRecord): StateRecord {
    const withEnd = (attempt: Attempt) => {
      const end = this.#ends.get(attempt.attemptId);
      // The state does not know when it was sent. It ended within its deadline.
      return { ...attempt, endedAt: attempt.endedAt ?? end, issuedAt: attempt.issuedAt ?? end };
    };
    return { attempts: attempts.map(withEnd), earlier };
  }

  /** What stored objects know about an order. */
  records(orderId: string): readonly StateRecord[] {
    return (this.#stored.get(orderId) ?? []).map((record) => this.#withEnds(record));
  }

  /** What stored objects know about all orders. */
  allRecords(): readonly StateRecord[] {
    return [...this.#stored.values()].flat();
  }

  /** Keeps the history that a refresh has read, so that the plan need not read it again. */
  addRead(orderId: string, history: OrderHistory): void {
    this.#read.set(orderId, history);
  }

  /** The history from the refresh, for one use. */
  consumeRead(orderId: string): OrderHistory | undefined {
    const history = this.#read.get(orderId);
    this.#read.delete(orderId);
    return history;
  }

  /** How many reissues this run has so far, this one included. An order that is not known yet counts as one. */
  countReissue(orderId: string | undefined): number {
    return this.#reissues.add(orderId ?? Symbol()).size;
  }

  /** Marks a text as seen. True the first time. */
  markSeen(text: string): boolean {
    const { size } = this.#seen;
    return this.#seen.add(text).size > size;
  }
}
