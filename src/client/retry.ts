import { dayMs, type Outcome } from "../contract/index.ts";

interface Failure {
  readonly outcome: Exclude<Outcome, "done">;
  /** The service refused because requests come too fast. */
  readonly isRateLimited: boolean;
  /** Trying again cannot help, such as an untrusted certificate. */
  readonly isFinal: boolean;
  /** How long the service asked to wait. */
  readonly retryAfterMs?: number | undefined;
}

interface RetryContext {
  /** 1 for the first try. */
  readonly tryNumber: number;
  /** Undefined: as often as the time allows. */
  readonly maxTries: number | undefined;
  readonly remainingMs: number;
  /** In [0, 1). */
  readonly random: number;
}

const notSentBaseMs = 500;
const rateLimitBaseMs = 1_000;
const longestWaitMs = 30_000;
/**
 * The share of the remaining time in which a try may start. Later, its answer could miss the deadline, and its
 * outcome would be unknown.
 */
export const latestStartShare = 0.8;

/** How long to wait before the request is tried again, or undefined when it must not be. */
export function waitBeforeRetry(failed: Failure, context: RetryContext): number | undefined {
  const { tryNumber, maxTries, remainingMs, random } = context;
  // Only these two are known to have had no effect. Anything else may have happened already.
  const harmless = failed.outcome === "not-sent" || (failed.outcome === "rejected" && failed.isRateLimited);
  if (!harmless || failed.isFinal) return undefined;
  // This counts rate-limited tries too: a service that acts and then says "too fast" must not keep us trying.
  if (maxTries !== undefined && tryNumber >= maxTries) return undefined;

  const base = failed.isRateLimited ? rateLimitBaseMs : notSentBaseMs;
  const backoff = Math.min(longestWaitMs, base * 2 ** Math.min(tryNumber - 1, 16));
  // Jitter takes up to half away, so that many clients that failed together do not come back together.
  const jittered = backoff * (1 - random / 2);
  const wait = failed.retryAfterMs === undefined ? jittered : failed.retryAfterMs + jittered - backoff / 2;
  const waitMs = Math.ceil(wait);
  return waitMs < remainingMs * latestStartShare ? waitMs : undefined;
}

/** The one form of a date that HTTP still writes. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Reads a Retry-After header: seconds, or a date. Anything else is ignored. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const value = header?.trim() ?? "";
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  const ms = httpDate.test(value) ? Date.parse(value) - nowMs : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), dayMs);
}
