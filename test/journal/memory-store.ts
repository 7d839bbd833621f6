import type { Entry, Store } from "../../src/journal/shelves/numbered.ts";

/** A server's part, in memory. What goes wrong on the way to it can be told beforehand, try by try. */
export class MemoryStore implements Store {
  aheadMs = 0;
  readonly #orders = new Map<string, Map<number, string>>();
  /** For the next ones that create: `lost` after the entry was made, or `late`, when it is made by the next try. */
  readonly troubles: ("lost" | "late" | "gone" | "never")[] = [];
  #late: (() => void) | undefined;

  async read(orderId: string, after: number): Promise<Entry[]> {
    return [...this.entries(orderId)]
      .map(([position, text]) => ({ position, text }))
      .filter(({ position }) => position > after)
      .sort((a, b) => a.position - b.position);
  }

  async create(orderId: string, { position, text }: Entry): Promise<"created" | "taken" | "unclear"> {
    const entries = this.entries(orderId);
    const make = () => {
      const isFree = !entries.has(position);
      if (isFree) entries.set(position, text);
      return isFree;
    };
    const trouble = this.troubles.shift();
    if (trouble === "gone") throw new Error("The server is gone.");
    if (trouble === "lost") make();
    if (trouble === "late") this.#late = make;
    if (trouble !== undefined) return "unclear";
    this.#late?.();
    this.#late = undefined;
    return make() ? "created" : "taken";
  }

  async orders(): Promise<string[]> {
    return [...this.#orders.keys()];
  }

  async isThere(): Promise<boolean> {
    return this.#orders.size > 0;
  }

  async check(): Promise<void> {}

  /** For tests that look, or take something away. */
  entries(orderId: string): Map<number, string> {
    const entries = this.#orders.get(orderId) ?? new Map<number, string>();
    this.#orders.set(orderId, entries);
    return entries;
  }
}
