import { randomBytes } from "node:crypto";
import type { Ask, JournalEntry, Outcome, ReissueJournal } from "../../contract/index.ts";
import type { Entry } from "./entry.ts";
import type { DeploymentRecord } from "./record.ts";

/**
 * Journal and record as one: both have to agree before anything is sent, and both hear what became of it. The journal
 * helps where the runner's disk outlives the job, the record everywhere.
 */
export class Guard implements ReissueJournal {
  readonly #journal: ReissueJournal | undefined;
  readonly #record: DeploymentRecord | undefined;
  #open: Entry | undefined;
  /** Set when the attempt that is open had no effect. Tries that follow belong to it, so this is written at the end. */
  #harmless: "rejected" | "not-sent" | undefined;

  constructor(journal: ReissueJournal | undefined, record: DeploymentRecord | undefined) {
    this.#journal = journal;
    this.#record = record;
  }

  async open(ask: Ask): Promise<JournalEntry> {
    const seen = await this.#record?.look(ask);
    const inJournal = await this.#journal?.open(ask);
    const attemptId = inJournal?.attemptId ?? randomBytes(6).toString("hex");
    // Before connecting: GitHub's answer may take longer than a connection waits.
    if (seen) this.#open = await this.#record?.begin(ask, attemptId, seen);
    return {
      attemptId,
      sending: async () => {
        this.#harmless = undefined;
        await inJournal?.sending();
      },
      settle: async (outcome, certificateId) => {
        const written = await Promise.allSettled([
          inJournal?.settle(outcome, certificateId),
          this.#settle(outcome, certificateId),
        ]);
        for (const result of written) if (result.status === "rejected") throw result.reason;
      },
    };
  }

  /** To be called when no further try will follow. */
  async close(): Promise<void> {
    if (this.#harmless && this.#open) await this.#record?.end(this.#open, this.#harmless);
    this.#harmless = undefined;
  }

  async #settle(outcome: Outcome, certificateId: string | undefined): Promise<void> {
    if (outcome === "rejected" || outcome === "not-sent") this.#harmless = outcome;
    else if (this.#open) await this.#record?.end(this.#open, outcome, certificateId);
  }
}
