import type { ReissueState } from "./schema.ts";

const day = 86_400_000;

/** When the certificate ends, going by what was asked for. */
export function expiryEstimate(issuedAt: string | null, validityDays: number | null): string | null {
  const issued = Date.parse(issuedAt ?? "");
  return Number.isNaN(issued) || validityDays === null
    ? null
    : new Date(issued + validityDays * day).toISOString();
}

/** Whether the stored reissue is to be renewed by now. Never within a day of the last one, whatever the numbers say. */
export function isRenewalDue(state: ReissueState, now: Date): boolean {
  const { renew_before_days: before, validity_days: days } = state;
  const issued = Date.parse(state.issued_at ?? "");
  if (before === null || days === null || Number.isNaN(issued)) return false;
  const dueAt = Math.max(issued + (days - before) * day, issued + day);
  return now.getTime() >= dueAt;
}
