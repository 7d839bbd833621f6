import type { Outcome } from "./outcome.ts";

/** One wish of a person to have an order reissued: what must not be carried out twice. */
export interface Ask {
  readonly service: string;
  readonly orderId: string;
  /** Same order, same request, same circumstances: same id. Without the auth key it says nothing about them. */
  readonly askId: string;
  /** When the person asked, in milliseconds since the epoch. */
  readonly askedAtMs: number;
}

/** What the client needs of a journal; what a journal offers to the client. */
export interface ReissueJournal {
  /** Begins an attempt, or throws because an earlier one at the same order is not settled. */
  open(ask: Ask): Promise<JournalEntry>;
}

export interface JournalEntry {
  readonly attemptId: string;
  /** Resolves once it is certain to be remembered that the request is about to be sent. */
  sending(): Promise<void>;
  /** Remembers what became of it. */
  settle(outcome: Outcome, certificateId?: string): Promise<void>;
}

/** How a person tells the journal what became of an attempt. */
export function howToResolve(attempt: {
  readonly attemptId: string;
  /** The service reported success: that it did not happen is not among the answers. */
  readonly happened: boolean;
  readonly certificateId?: string | undefined;
}): string {
  const command = `certorder journal resolve ${attempt.attemptId}`;
  const happened = `${command} --certificate-id ${attempt.certificateId ?? "ID"}`;
  return attempt.happened
    ? `Then run: ${happened}`
    : `If it was not reissued, run: ${command} --not-happened. If it was, run: ${happened}`;
}
