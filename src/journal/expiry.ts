import { dayMs } from "../contract/index.ts";
import type { Attempt } from "./attempt.ts";

/** By the requested validity. The journal does not know the certificate itself. */
export function hasExpired({ issuedAt, sentAt, validityDays }: Attempt, now: Date): boolean {
  return validityDays !== undefined && Date.parse(issuedAt ?? sentAt) + validityDays * dayMs <= now.getTime();
}
