import type { JournalEntry } from "../../src/journal/index.ts";
import { Journal, MemoryShelf } from "../../src/journal/index.ts";

type Told = Partial<Pick<JournalEntry, "sending" | "pause" | "settle">>;

/** A journal that writes down what it is told, and fails or waits where a test wants it to. */
export class RecordingJournal extends Journal {
  readonly told: string[] = [];
  readonly #entry: Told;

  constructor(entry: Told = {}) {
    super({ shelf: new MemoryShelf() });
    this.#entry = entry;
  }

  override async begin(): Promise<JournalEntry> {
    const { told } = this;
    const entry = this.#entry;
    return {
      attemptId: "a1",
      // Not an async function: a journal may also throw at once.
      sending() {
        told.push("sending");
        return entry.sending?.() ?? Promise.resolve();
      },
      async pause(outcome) {
        told.push(`pause ${outcome}`);
        await entry.pause?.(outcome);
      },
      async settle(outcome, certificateId) {
        told.push([outcome, certificateId].filter(Boolean).join(" "));
        await entry.settle?.(outcome, certificateId);
      },
    };
  }
}
