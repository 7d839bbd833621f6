import type { JournalEvent } from "../../../src/journal/events.ts";
import { readHistory } from "../../../src/journal/history.ts";
import { importedEvent } from "../../../src/journal/import.ts";

export const at = "2026-11-15T12:00:00.000Z";
export const later = "2026-11-15T12:00:01.000Z";

type Sent = Extract<JournalEvent, { event: "sent" }>;
type FromState = Extract<JournalEvent, { event: "from-state" }>;
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
export function fromState(attempt = "a1", more: Partial<FromState> = {}): FromState {
  return {
    event: "from-state",
    attempt,
    at: later,
    ...recorded,
    word: "done",
    certificate: `c-${attempt}`,
    follows: null,
    ...more,
  };
}

/** A person, who saw this log, stated that a certificate is the latest. */
export function imported(
  log: readonly JournalEvent[],
  certificateId: string,
  statement: Partial<Parameters<typeof importedEvent>[2]> = {},
): Imported {
  const { attempts } = readHistory(recorded.order, log);
  const service = { name: undefined, address: recorded.address };
  return importedEvent(recorded.order, attempts, { certificateId, ...statement }, { service, at: later });
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

export function answered(attempt: string, key: string, time = later): JournalEvent {
  return { event: "key-answered", attempt, at: time, key };
}

/** The service called back. */
export function issued(certificate: string, ...attempts: readonly string[]): JournalEvent {
  return { event: "issued", at: later, order: recorded.order, certificate, receiver: "receiver-1", attempts };
}

export function setAside(entry: string): JournalEvent {
  return { event: "set-aside", entry, at: later };
}

/** The attempt that an event is about, if it is about one. */
export function attemptIn(event: JournalEvent): string | undefined {
  return "attempt" in event ? event.attempt : undefined;
}
