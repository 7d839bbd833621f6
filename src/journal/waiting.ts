import { serviceMayTake } from "../contract/index.ts";
import type { Attempt } from "./attempt.ts";

// How long to wait before anybody can say of an attempt that nothing came of it. Dates are those of whoever sent it.

export const day = 86_400_000;

/** By its own word, whoever sent it still waits for an answer. */
export function isAwaited({ process, sentAt, until }: Attempt, now: Date): boolean {
  return process !== "" && Date.parse(sentAt) <= now.getTime() && now.getTime() < Date.parse(until);
}

/** The service may still be at work on it. */
export function mayBeAtWork({ sentAt, until, endedAt }: Attempt, now: Date): boolean {
  const sent = Date.parse(sentAt);
  // A date that is still to come, or out of all proportion, is the fault of a clock.
  const end = Math.min(Date.parse(endedAt ?? until), sent + day);
  return sent <= now.getTime() && now.getTime() < end + serviceMayTake.ms;
}

/**
 * How old an attempt is whose time is still to come, nobody knows: some clock was wrong. What has to be waited for is
 * counted from when somebody first wants to say that it did not happen. Undefined: there is nothing to wait for.
 */
export function doubtUntil(
  { sentAt, until, doubtedAt = "" }: Attempt,
  now: Date,
): { readonly over: Date; readonly isNew: boolean } | undefined {
  const sent = Date.parse(sentAt);
  if (!(sent > now.getTime())) return undefined;
  const isNew = !(Date.parse(doubtedAt) <= now.getTime());
  const since = isNew ? now.getTime() : Date.parse(doubtedAt);
  const over = new Date(since + Math.min(Date.parse(until) - sent || 0, day) + serviceMayTake.ms);
  return over <= now ? undefined : { over, isNew };
}
