import { CertOrderError } from "../contract/index.ts";
import type { JournalEvent } from "./events.ts";
import { type OrderHistory, readHistory } from "./history.ts";
import type { JournalStore, OrderLog } from "./store.ts";
import { journalUnavailable } from "./unavailable.ts";

/** The log of an order stays in memory. A server that runs for long may see any number of orders. */
const keptLogs = 1_000;

/** The logs of a store, by order, and the store's time. Every error of the store says what to do. */
export class OrderLogs {
  readonly store: JournalStore;
  readonly #localTime: () => Date;
  readonly #kept = new Map<string, OrderLog>();
  /** The logs that receivers write, if the store has them. */
  readonly callbacks: OrderLogs | undefined;
  /** By order: the outcomes that the store did not take. */
  readonly #unrecorded = new Map<string, readonly JournalEvent[]>();

  constructor(store: JournalStore, localTime: () => Date = () => new Date()) {
    this.store = store;
    this.#localTime = localTime;
    this.callbacks = store.callbacks && new OrderLogs(store.callbacks, localTime);
  }

  /** Keeps the logs that were used last: a store on a server reads only new entries. */
  get(orderId: string): OrderLog {
    const log = this.#kept.get(orderId) ?? this.store.log(orderId);
    // A map lists first what was set first.
    this.#kept.delete(orderId);
    this.#kept.set(orderId, log);
    if (this.#kept.size > keptLogs) this.#kept.delete(this.#kept.keys().next().value ?? "");
    return log;
  }

  async read(log: OrderLog): Promise<OrderHistory> {
    const events = await this.reportingUnavailable(() => log.read());
    return readHistory(log.orderId, [...events, ...(this.#unrecorded.get(log.orderId) ?? [])]);
  }

  /** Reads the logs of all orders, one by one. */
  async *histories(): AsyncGenerator<OrderHistory & { readonly orderId: string }> {
    try {
      for await (const { orderId, events } of this.store.readAll())
        yield { ...readHistory(orderId, events), orderId };
    } catch (error) {
      throw this.toUnavailable(error);
    }
  }

  async append(log: OrderLog, event: JournalEvent): ReturnType<OrderLog["append"]> {
    await this.recordMissing(log);
    return this.reportingUnavailable(() => log.append(event));
  }

  /** Keeps an outcome that the store did not take. It counts in this process, and is recorded with the next event. */
  addMissing({ orderId }: OrderLog, event: JournalEvent): void {
    this.#unrecorded.set(orderId, [...(this.#unrecorded.get(orderId) ?? []), event]);
  }

  async recordMissing(log: OrderLog): Promise<void> {
    const events = this.#unrecorded.get(log.orderId) ?? [];
    await this.reportingUnavailable(async () => {
      for (const event of events) await log.append(event);
    });
    // Another one may have been added meanwhile.
    const left = (this.#unrecorded.get(log.orderId) ?? []).filter((event) => !events.includes(event));
    if (left.length > 0) this.#unrecorded.set(log.orderId, left);
    else this.#unrecorded.delete(log.orderId);
  }

  /** Records have the store's time, so that they mean the same on every machine. */
  now(): Date {
    return this.toStoreTime(this.#localTime());
  }

  /** The store's time, as records have it. */
  timestamp(): string {
    return this.now().toISOString();
  }

  toStoreTime(localTime: Date): Date {
    return new Date(localTime.getTime() + (this.store.clockSkewMs ?? 0));
  }

  /** Whether the store has been created. Does not create it. */
  exists(): Promise<boolean> {
    return this.reportingUnavailable(async () => (await this.store.exists?.()) ?? true);
  }

  /** Runs work on the store. Every error of it becomes `journal_unavailable`. */
  async reportingUnavailable<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.toUnavailable(error);
    }
  }

  toUnavailable(error: unknown): CertOrderError {
    return CertOrderError.is(error) ? error : journalUnavailable(this.store, error);
  }
}
