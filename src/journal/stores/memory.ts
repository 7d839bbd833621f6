import type { JournalEvent } from "../events.ts";
import { isOrderLog } from "../log-names.ts";
import type { JournalStore, OrderLog, StoredLog } from "../store.ts";

/** Keeps events as long as the process runs. */
export class MemoryStore implements JournalStore {
  readonly title = "The memory of this process";
  callbacks: MemoryStore | undefined;
  readonly #events = new Map<string, JournalEvent[]>();

  /** @param hasCallbacks - Whether receivers may write beside it. */
  constructor(hasCallbacks = true) {
    this.callbacks = hasCallbacks ? new MemoryStore(false) : undefined;
  }

  log(orderId: string): OrderLog {
    return {
      orderId,
      read: async () => [...(this.#events.get(orderId) ?? [])],
      append: async (event) => {
        this.#events.set(orderId, [...(this.#events.get(orderId) ?? []), event]);
      },
    };
  }

  async *readAll(): AsyncIterable<StoredLog> {
    for (const [orderId, events] of this.#events) if (isOrderLog(orderId)) yield { orderId, events };
  }

  async check(): Promise<void> {}
}
