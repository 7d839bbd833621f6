import { dayMs, serviceMayTake } from "../contract/index.ts";
import type { Attempt } from "./attempt.ts";

// What the times of an attempt mean. They are those of the store.

/** Whether the sender still waits for an answer, by the deadline that it recorded. */
export function isAwaited({ process, sentAt, deadline }: Attempt, now: Date): boolean {
  return process !== undefined && parse(sentAt) <= now.getTime() && now.getTime() < parse(deadline);
}

/** Whether the service may still be carrying out the request. A time more than a day ahead comes from a wrong clock. */
export function mayBeAtWork(attempt: Attempt, now: Date): boolean {
  const isClockWrong = parse(attempt.sentAt) > now.getTime() + dayMs;
  return !isClockWrong && now.getTime() < findResolvableTime(attempt).getTime();
}

/** From this time on, a person can state that the reissue did not happen. */
export function findResolvableTime({ sentAt, deadline, endedAt }: Attempt): Date {
  const sent = parse(sentAt);
  // A deadline more than a day later comes from a wrong clock, so it is capped. An attempt that only a state records has
  // no `sentAt`, so its end counts.
  const end = Number.isNaN(sent) ? parse(endedAt) : Math.min(parse(endedAt ?? deadline), sent + dayMs);
  return new Date((Number.isNaN(end) ? 0 : end) + serviceMayTake.ms);
}

/** Whether its certificate has expired. */
export function hasExpired(attempt: Attempt, now: Date): boolean {
  const expiry = findExpiry(attempt);
  return expiry !== undefined && expiry <= now;
}

/** When its certificate expires, by the validity that was requested: the journal does not know the certificate. Undefined if that is not known. */
export function findExpiry({ issuedAt, sentAt, validityDays }: Attempt): Date | undefined {
  const expiry = new Date(parse(issuedAt ?? sentAt) + (validityDays ?? Number.NaN) * dayMs);
  return Number.isNaN(expiry.getTime()) ? undefined : expiry;
}

/** Not a number if the time is not known. */
function parse(time: string | undefined): number {
  return Date.parse(time ?? "");
}
