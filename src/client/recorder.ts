import type { Outcome } from "../contract/index.ts";
import type { Attempt, Claim, Journal, NothingToSend, OrderIntent } from "../journal/index.ts";
import { ifItBlocks, newAttemptId } from "../journal/index.ts";
import { withTimeout } from "../waiting.ts";
import { unlessAborted } from "./deadline.ts";
import type { Notify } from "./options.ts";

/** How long a call that has ended waits for a store that is recording `sent`. */
const longestWaitMs = 5_000;
/** How long a call waits for a store if its caller wants to end at once. A store that works answers in this time. */
const shortestWaitMs = 500;

/** The call whose attempts are recorded. */
interface RecordedCall {
  readonly journal: Journal;
  readonly intent: OrderIntent;
  /** The attempt whose certificate the new one replaces. */
  readonly previous: Attempt | undefined;
  readonly deadline: Date;
  /** Ends the wait for a store that hangs. */
  readonly signal?: AbortSignal | undefined;
}

/** Records the attempts of one call in the journal: `sent` before the first byte, then the outcome. */
export class Recorder {
  readonly #call: RecordedCall;
  #claiming: { readonly attemptId: string; readonly claim: Promise<Claim> } | undefined;
  #claim: Claim | undefined;
  #advice: string | undefined;

  constructor(call: RecordedCall) {
    this.#call = call;
  }

  /** Resolves to whether the request may be sent. A machine that slept past the deadline must not send. */
  async recordSent(): Promise<boolean> {
    const { journal, intent, previous, deadline } = this.#call;
    if (!this.#claiming) {
      this.#claim = undefined;
      const attemptId = newAttemptId();
      this.#claiming = { attemptId, claim: journal.claim(intent, previous, deadline, attemptId) };
    }
    this.#claim = await this.#claiming.claim;
    return this.#claim.kind === "send" && Date.now() < deadline.getTime();
  }

  get orderId(): string {
    return this.#call.intent.orderId;
  }

  /** Why the journal did not let it be sent. */
  get refusal(): NothingToSend | undefined {
    return this.#claim?.kind === "send" ? undefined : this.#claim;
  }

  get attemptId(): string | undefined {
    return this.#claim?.kind === "send" ? this.#claim.attempt.attemptId : undefined;
  }

  /** The store did not answer in time, and may still record `sent`. Then it tells what to do if that blocks the order. */
  get advice(): string | undefined {
    return this.#advice;
  }

  /** The try had no effect, and another one follows. */
  async pause(outcome: Outcome): Promise<void> {
    if (this.#call.journal.claimsBeforeConnecting) return;
    try {
      await this.recordOutcome(outcome);
    } finally {
      // The next try is an attempt of its own, which has no id before it is claimed.
      this.#claim = undefined;
    }
  }

  async recordOutcome(outcome: Outcome, certificateId?: string): Promise<void> {
    const claiming = this.#claiming;
    this.#claiming = undefined;
    if (!claiming) return;
    // A call that ends while `sent` is being recorded must not leave it behind: it would block the order.
    const claimed = claiming.claim.catch(() => undefined);
    const recording = claimed.then(async (claim) => {
      if (claim?.kind === "send") await claim.attempt.recordOutcome(outcome, certificateId);
    });
    if (this.#claim !== undefined) return this.#await(recording);
    // A store that hangs must not keep the call from ending. If it answers later, the outcome is recorded then. A store
    // that is only slow records `sent` in this time, and the call waits for the outcome as usual.
    const claimedInTime = withTimeout(longestWaitMs, claimed, silentJournal);
    await this.#await(Promise.all([claimedInTime, recording])).catch(() => {
      this.#advice = ifItBlocks(claiming.attemptId, this.#call.deadline.toISOString());
    });
  }

  async #await(work: Promise<unknown>): Promise<void> {
    const { signal } = this.#call;
    try {
      await unlessAborted(work, signal, silentJournal);
    } catch (error) {
      if (!signal?.aborted) throw error;
      await withTimeout(shortestWaitMs, work, silentJournal);
    }
  }
}

function silentJournal(): Error {
  return new Error("The journal does not answer.");
}

/** A reissue that happened must not fail because it could not be recorded. The attempt stays open in the journal. */
export function reportUnrecorded({ attemptId, orderId }: Recorder, notify: Notify, certificateId?: string) {
  return (error: Error) => {
    // Without an id nothing was sent: the store did not answer in time.
    if (attemptId !== undefined) notify({ type: "unrecorded", error, attemptId, orderId, certificateId });
  };
}
