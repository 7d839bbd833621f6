import type { Attempt } from "../../../src/journal/attempt.ts";
import type * as rules from "../../../src/journal/rules.ts";

/** What is tried: the rules themselves, or a copy of them with a mistake in it. */
export type Rules = Pick<typeof rules, "decide" | "headOf" | "isHeld" | "isOpen" | "joined">;

/** What was tried, and the first thing that did not hold, with all that is needed to see why. */
export interface Tried {
  readonly counts: Readonly<Record<string, number>>;
  readonly broken: string | undefined;
}

/** An attempt of which only what is said matters. */
export function attempt(attemptId: string, told: Partial<Attempt> = {}): Attempt {
  const { fate = "open" } = told;
  return {
    ...{ attemptId, orderId: "order-1", service: "service", address: "https://service.example" },
    ...{ what: "A", name: undefined, replaced: undefined, validityDays: undefined },
    ...{ sentAt: "2026-11-15T12:00:00.000Z", process: "host/1/2", until: "2026-11-15T12:02:00.000Z" },
    ...{ state: states[fate], fate, endedAt: undefined, certificateId: undefined, unshown: false },
    ...told,
  };
}

const states = { open: "unknown", done: "done", void: "rejected" } as const;
