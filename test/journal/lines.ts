import type { Line } from "../../src/journal/attempt.ts";

export const at = "2026-11-15T12:00:00.000Z";
export const later = "2026-11-15T12:00:01.000Z";

type Sent = Extract<Line, { event: "sent" }>;

/** The line with which an attempt begins. */
export function sent(attempt = "a1", told: Partial<Sent> = {}): Sent {
  return {
    ...{ event: "sent", attempt, at, order: "order-1", what: "A", process: "host/1/2" },
    ...{ service: "https://service.example", address: "https://service.example" },
    until: "2026-11-15T12:02:00.000Z",
    ...told,
  };
}

/** A line that says what became of an attempt. */
export function ended(event: "rejected" | "not-sent" | "unknown" | "done-unread", attempt = "a1"): Line {
  return { event, attempt, at: later };
}

export function done(attempt = "a1", certificate = `c-${attempt}`): Line {
  return { event: "done", attempt, at: later, certificate };
}

/** A person says what became of an attempt. */
export function resolved(attempt: string, certificate: string | null): Line {
  return { event: "resolved", attempt, at: later, certificate };
}

export function acknowledged(attempt = "a1"): Line {
  return { event: "acknowledged", attempt, at: later };
}
