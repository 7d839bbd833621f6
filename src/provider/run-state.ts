import type { CallbackTestResult } from "../client/index.ts";
import type { Attempt, Journal, OrderHistory, Witness } from "../journal/index.ts";
import { isUnavailable } from "../journal/index.ts";
import type { Diagnostic, JsonObject } from "../plugin/index.ts";
import { warning } from "../plugin/index.ts";
import { toWitness } from "./reissue/stored.ts";
import { SharedTests } from "./shared-tests.ts";

/** A planned reissue of an order. */
interface PlannedReissue {
  readonly history: readonly Attempt[];
  /** It takes the place of another order: `count` indexes have shifted. */
  readonly replacesOtherOrder: boolean;
}

/**
 * What this process has seen during one run of the core. The core plans a tainted object without its prior state, so
 * the provider keeps what `upgrade` received.
 */
export class RunState {
  readonly #stored = new Map<string, Witness[]>();
  readonly #read = new Map<string, OrderHistory>();
  readonly #described = new Set<string>();
  readonly #planned = new Map<string, PlannedReissue>();
  readonly #reissues = new Set<string>();
  #unknownOrders = 0;
  #problem: string | undefined;
  #unreachable: Error | undefined;
  readonly #shown = new Set<string>();
  /** The tests of gates that run at the same time. */
  readonly tests = new SharedTests<CallbackTestResult>();

  /** Starts a new run: a debugged process serves several. */
  clear(): void {
    for (const part of [
      this.#stored,
      this.#read,
      this.#described,
      this.#planned,
      this.#reissues,
      this.#shown,
    ])
      part.clear();
    this.#unknownOrders = 0;
    this.#problem = undefined;
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
  addStored(stored: JsonObject): void {
    const orderId = String(stored.order_id);
    this.#stored.set(orderId, [...(this.#stored.get(orderId) ?? []), toWitness(stored)]);
  }

  /** What stored objects know about an order. */
  stored(orderId: string): readonly Witness[] {
    return this.#stored.get(orderId) ?? [];
  }

  /** What stored objects know about all orders. */
  allStored(): readonly Witness[] {
    return [...this.#stored.values()].flat();
  }

  /** False if another object of this run describes the same order. */
  addDescribed(orderId: string): boolean {
    const isNew = !this.#described.has(orderId);
    this.#described.add(orderId);
    return isNew;
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

  addReissue(orderId: string, planned: PlannedReissue): void {
    this.#planned.set(orderId, planned);
  }

  /** Drops a planned reissue when it is applied. */
  dropReissue(orderId: string): void {
    this.#planned.delete(orderId);
  }

  plannedReissue(orderId: string): PlannedReissue | undefined {
    return this.#planned.get(orderId);
  }

  /** How many reissues this run has so far, this one included. An order that is not known yet counts as one. */
  countReissue(orderId: string | undefined): number {
    if (orderId === undefined) this.#unknownOrders++;
    else this.#reissues.add(orderId);
    return this.#reissues.size + this.#unknownOrders;
  }

  /** True for the first call with this text. */
  markShown(text: string): boolean {
    const isFirst = !this.#shown.has(text);
    this.#shown.add(text);
    return isFirst;
  }

  /** The journal cannot be used, and `best-effort` goes on without it. */
  addJournalProblem(problem: string): void {
    this.#problem ??= problem;
  }

  /** Warns once of a journal that cannot be used. */
  consumeJournalProblem(): Diagnostic[] {
    const problem = this.#problem;
    this.#problem = undefined;
    if (problem === undefined) return [];
    return [
      warning(
        "The journal cannot be used",
        `${problem} journal = "best-effort" goes on without it. If this run is cut off, nothing remembers its reissues.`,
      ),
    ];
  }
}
