import { dayMs } from "../../contract/index.ts";
import type { ReissueState } from "./schema.ts";

/** Whether the renewal is due. Never within a day of the last reissue. */
export function isRenewalDue(state: ReissueState, now: Date): boolean {
  const { renew_before_days: before, validity_days: days } = state;
  const issued = Date.parse(state.issued_at ?? "");
  if (before === null || days === null || Number.isNaN(issued)) return false;
  const dueAt = Math.max(issued + (days - before) * dayMs, issued + dayMs);
  return now.getTime() >= dueAt;
}

/** A clock was wrong when the certificate was issued, or is wrong now. Renewals are counted from that time. */
export function isIssuedInFuture({ renew_before_days, issued_at }: ReissueState, now: Date): boolean {
  return renew_before_days !== null && Date.parse(issued_at ?? "") > now.getTime() + dayMs;
}
