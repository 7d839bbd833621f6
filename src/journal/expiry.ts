import type { Attempt } from "./attempt.ts";
import { day } from "./in-flight.ts";

/** By the requested validity. What the certificate itself says is not known here. */
export function hasExpired({ issuedAt, sentAt, validityDays }: Attempt, now: Date): boolean {
  return validityDays !== undefined && Date.parse(issuedAt ?? sentAt) + validityDays * day <= now.getTime();
}
