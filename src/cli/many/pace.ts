import { setTimeout as sleep } from "node:timers/promises";

/** How time passes. Tests pass a clock of their own. */
export interface Clock {
  now(): number;
  /** Resolves after the time, or when the signal fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
};

/** The time in which the tries are counted that the service takes. */
const countedMs = 1_000;

/**
 * Says when a request may be sent: so many in a time, and none while the service asks to wait. After such a wait, the requests
 * start one after the other, as fast as the service took them before. If all started at once, a row would soon have used its tries up.
 */
export class Pace {
  readonly #betweenMs: number;
  readonly #clock: Clock;
  #next = 0;
  #heldUntil = 0;
  /** When requests started lately that the service did not refuse as too fast. */
  #taken: number[] = [];
  /** The time between two requests that the service takes. It becomes shorter with each request, until the service refuses one. */
  #learnedMs = 0;

  /** @param betweenMs - The time between two requests. */
  constructor(betweenMs = 0, clock = systemClock) {
    this.#betweenMs = betweenMs;
    this.#clock = clock;
  }

  /** Waits for the turn of a request, or until the signal fires. */
  async turn(signal: AbortSignal): Promise<void> {
    for (;;) {
      if (signal.aborted) return;
      const ms = Math.max(this.#next, this.#heldUntil) - this.#clock.now();
      if (ms <= 0) break;
      await this.#clock.sleep(ms, signal);
    }
    // At once after the look: another row may wait for the same turn.
    const now = this.#clock.now();
    this.#next = Math.max(this.#next, now) + Math.max(this.#betweenMs, this.#learnedMs);
    this.#learnedMs *= 0.99;
    this.#taken = [...this.#takenLately(), now];
  }

  /** The service refuses a request as too fast, and asks to wait. */
  hold(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, this.#clock.now() + ms);
    this.#taken.pop();
    this.#learnedMs = Math.max(this.#learnedMs, countedMs / Math.max(1, this.#takenLately().length));
  }

  #takenLately(): number[] {
    return this.#taken.filter((at) => at > this.#clock.now() - countedMs);
  }
}
