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

/** Whether its certificate has expired, by the validity that was requested. The journal does not know the certificate. */
export function hasExpired({ issuedAt, sentAt, validityDays }: Attempt, now: Date): boolean {
  return validityDays !== undefined && parse(issuedAt ?? sentAt) + validityDays * dayMs <= now.getTime();
}

/** Not a number if the time is not known. */
function parse(time: string | undefined): number {
  return Date.parse(time ?? "");
}
