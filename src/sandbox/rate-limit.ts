/** How many requests an account may send in how much time. */
export interface Rate {
  readonly requests: number;
  readonly perSeconds: number;
}

/** A limit for each account over a sliding window. A refused request does not count. */
export class RateLimit {
  readonly #rate: Rate;
  readonly #accepted = new Map<string, number[]>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** Counts a request and returns 0, or returns the milliseconds to wait. */
  take(account: string, now: Date): number {
    const windowMs = this.#rate.perSeconds * 1000;
    const recent = (this.#accepted.get(account) ?? []).filter((at) => at > now.getTime() - windowMs);
    this.#accepted.set(account, recent);
    if (recent.length >= this.#rate.requests) return (recent[0] ?? now.getTime()) + windowMs - now.getTime();
    recent.push(now.getTime());
    return 0;
  }
}
