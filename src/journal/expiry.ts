import type { Attempt } from "./attempt.ts";
import { day } from "./in-flight.ts";

/** By the requested validity. The journal does not know the certificate itself. */
export function hasExpired({ issuedAt, sentAt, validityDays }: Attempt, now: Date): boolean {
  return validityDays !== undefined && Date.parse(issuedAt ?? sentAt) + validityDays * day <= now.getTime();
}
