import type { JournalEvent } from "../../../src/journal/attempt.ts";

export const at = "2026-11-15T12:00:00.000Z";
export const later = "2026-11-15T12:00:01.000Z";

type Sent = Extract<JournalEvent, { event: "sent" }>;
type Imported = Extract<JournalEvent, { event: "imported" }>;

const recorded = {
  order: "order-1",
  digest: "A",
  service: "https://service.example",
  address: "https://service.example",
};

export function sent(attempt = "a1", more: Partial<Sent> = {}): Sent {
  return {
    event: "sent",
    attempt,
    at,
    ...recorded,
    process: "host/1/2",
    deadline: "2026-11-15T12:02:00.000Z",
    ...more,
  };
}

/** An attempt that only a state knew. */
export function imported(attempt = "a1", more: Partial<Imported> = {}): Imported {
  return {
    event: "imported",
    attempt,
    at: later,
    ...recorded,
    outcome: "done",
    certificate: `c-${attempt}`,
    follows: null,
    ...more,
  };
}

export function ended(
  event: "rejected" | "not-sent" | "unknown" | "done-unread",
  attempt = "a1",
): JournalEvent {
  return { event, attempt, at: later };
}

export function done(attempt = "a1", certificate = `c-${attempt}`): JournalEvent {
  return { event: "done", attempt, at: later, certificate };
}

/** A person said what happened. */
export function resolved(attempt: string, certificate: string | null): JournalEvent {
  return { event: "resolved", attempt, at: later, certificate };
}

export function answered(attempt: string, key: string, run?: string): JournalEvent {
  return { event: "key-answered", attempt, at: later, key, run };
}

export function setAside(entry: string): JournalEvent {
  return { event: "set-aside", entry, at: later };
}

/** The attempt that an event is about, if it is about one. */
export function attemptIn(event: JournalEvent): string | undefined {
  return "attempt" in event ? event.attempt : undefined;
}
