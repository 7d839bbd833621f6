import { type Attempt, blankAttempt, statusAfter } from "../../../src/journal/attempt.ts";
import { at } from "./events.ts";
import { address } from "./intents.ts";

const lastEvents = { open: "unknown", succeeded: "done", void: "rejected" } as const;

/** An open attempt. Only what a test names matters. */
export function attempt(attemptId: string, more: Partial<Attempt> = {}): Attempt {
  return {
    ...blankAttempt(attemptId, "order-1"),
    service: address,
    address,
    requestDigest: "A",
    sentAt: at,
    process: "host/1/2",
    deadline: "2026-11-15T12:02:00.000Z",
    ...statusAfter(more.lastEvent ?? lastEvents[more.status ?? "open"]),
    ...more,
  };
}

export function succeeded(attemptId: string, more: Partial<Attempt> = {}): Attempt {
  return attempt(attemptId, { status: "succeeded", certificateId: `c-${attemptId}`, ...more });
}

export function voided(attemptId: string, more: Partial<Attempt> = {}): Attempt {
  return attempt(attemptId, { status: "void", ...more });
}
