import type { Line } from "../attempt.ts";
import type { History, Shelf } from "../shelf.ts";

/** Remembers as long as the process lives. */
export class MemoryShelf implements Shelf {
  readonly title = "The memory of this process";
  readonly #lines = new Map<string, Line[]>();

  history(orderId: string): History {
    return {
      orderId,
      read: async () => [...(this.#lines.get(orderId) ?? [])],
      append: async (line) => {
        this.#lines.set(orderId, [...(this.#lines.get(orderId) ?? []), line]);
      },
    };
  }

  async histories(): Promise<readonly History[]> {
    return [...this.#lines.keys()].map((orderId) => this.history(orderId));
  }

  async check(): Promise<void> {}
}
