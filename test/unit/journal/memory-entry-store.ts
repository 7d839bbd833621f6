import type { EntryStore, LogEntry } from "../../../src/journal/stores/numbered.ts";

/** The server of a store, in memory. A test can set what goes wrong, try by try. */
export class MemoryEntryStore implements EntryStore {
  clockSkewMs = 0;
  readonly #orders = new Map<string, Map<number, string>>();
  /** For the next calls of `create`: `lost`: after the entry was stored; `late`: the next try stores it. */
  readonly troubles: ("lost" | "late" | "gone" | "never")[] = [];
  #late: (() => void) | undefined;

  async read(orderId: string, after: number): Promise<LogEntry[]> {
    return [...this.entries(orderId)]
      .map(([position, text]) => ({ position, text }))
      .filter(({ position }) => position > after)
      .sort((a, b) => b.position - a.position);
  }

  async create(orderId: string, { position, text }: LogEntry): Promise<"created" | "taken" | "unclear"> {
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

  async confirm(): Promise<"confirmed" | "unclear"> {
    return "confirmed";
  }

  async *readAll(isWanted: (orderId: string) => boolean): ReturnType<EntryStore["readAll"]> {
    for (const orderId of this.#orders.keys())
      if (isWanted(orderId)) for (const entry of await this.read(orderId, 0)) yield { orderId, ...entry };
  }

  async lengths(): Promise<Map<string, number>> {
    return new Map([...this.#orders].map(([orderId, entries]) => [orderId, Math.max(...entries.keys())]));
  }

  async exists(): Promise<boolean> {
    return true;
  }

  async check(): Promise<void> {}

  /** For tests that look at entries, or remove one. */
  entries(orderId: string): Map<number, string> {
    const entries = this.#orders.get(orderId) ?? new Map<number, string>();
    this.#orders.set(orderId, entries);
    return entries;
  }
}
