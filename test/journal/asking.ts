import type { Outcome } from "../../src/contract/index.ts";
import type { Ask, Journal } from "../../src/journal/index.ts";

export const address = "https://service.example";

/** Somebody creates something: they hold nothing, and do not insist. */
export function creating(told: Partial<Ask> = {}): Ask {
  return {
    place: { name: undefined, address },
    orderId: "order-1",
    what: "A",
    held: {},
    again: false,
    ...told,
  };
}

/** Somebody types a command: they hold whatever is the newest, and want one more. */
export function typing(told: Partial<Ask> = {}): Ask {
  return { place: { name: undefined, address }, orderId: "order-1", what: "A", again: true, ...told };
}

/** When nobody waits for an answer any more. */
export function soon(): Date {
  return new Date(Date.now() + 60_000);
}

/** Reissues, from the beginning to a known end. Returns the attempt's id. */
export async function reissue(
  journal: Journal,
  ask: Ask,
  outcome: Outcome = "done",
  certificateId = outcome === "done" ? "cert-1" : undefined,
): Promise<string> {
  const entry = await journal.begin(ask, soon());
  await entry.sending();
  await entry.settle(outcome, certificateId);
  return entry.attemptId;
}

/** Whether an attempt gets as far as being sent; nothing is left of it. */
export async function isSent(journal: Journal, ask: Ask): Promise<boolean> {
  const entry = await journal.begin(ask, soon()).catch(() => undefined);
  if (!entry) return false;
  await entry.sending();
  await entry.settle("not-sent");
  return true;
}
