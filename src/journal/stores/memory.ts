import type { JournalEvent } from "../attempt.ts";
import type { JournalStore, OrderLog } from "../store.ts";

/** Keeps events as long as the process runs. */
export class MemoryStore implements JournalStore {
  readonly title = "The memory of this process";
  readonly #lines = new Map<string, JournalEvent[]>();

  log(orderId: string): OrderLog {
    return {
      orderId,
      read: async () => [...(this.#lines.get(orderId) ?? [])],
      append: async (line) => {
        this.#lines.set(orderId, [...(this.#lines.get(orderId) ?? []), line]);
      },
    };
  }

  async logs(): Promise<readonly OrderLog[]> {
    return [...this.#lines.keys()].map((orderId) => this.log(orderId));
  }

  async check(): Promise<void> {}
}
