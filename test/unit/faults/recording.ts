import { type Claim, type ClaimedAttempt, Journal, MemoryStore } from "../../../src/journal/index.ts";

interface Behaviour {
  readonly claim?: () => Promise<unknown>;
  readonly recordOutcome?: ClaimedAttempt["recordOutcome"];
}

/** A journal that lists what it is asked to record, and fails or waits where a test wants it to. */
export class RecordingJournal extends Journal {
  readonly recorded: string[] = [];
  readonly #behaviour: Behaviour;

  constructor(behaviour: Behaviour = {}) {
    super({ store: new MemoryStore() });
    this.#behaviour = behaviour;
  }

  override async claim(): Promise<Claim> {
    this.recorded.push("sent");
    await this.#behaviour.claim?.();
    const recordOutcome: ClaimedAttempt["recordOutcome"] = async (outcome, certificateId) => {
      this.recorded.push([outcome, certificateId].filter(Boolean).join(" "));
      await this.#behaviour.recordOutcome?.(outcome, certificateId);
    };
    return { kind: "send", attempt: { attemptId: "a1", recordOutcome } };
  }
}
