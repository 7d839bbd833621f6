import { dayMs } from "../../contract/index.ts";
import type { OrderStatus } from "../../journal/index.ts";

/** What is not known is null. */
export function statusJson(status: OrderStatus): object {
  const { orderId, state, why, latest, ageMs, leftMs, openAttempts, receivers, lastEvent } = status;
  return {
    orderId,
    state,
    why: why === "" ? null : why,
    certificateId: latest?.certificateId ?? null,
    attemptId: latest?.attemptId ?? null,
    since: latest?.since ?? null,
    expiresAt: latest?.expiresAt ?? null,
    ageDays: wholeDays(ageMs),
    daysLeft: wholeDays(leftMs),
    openAttempts,
    receivers,
    lastEvent: lastEvent ?? null,
  };
}

function wholeDays(ms: number | undefined): number | null {
  return ms === undefined ? null : Math.floor(ms / dayMs);
}
