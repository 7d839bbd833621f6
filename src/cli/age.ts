import type { Attempt } from "../journal/index.ts";

/** When an attempt made its certificate, as far as it is known. */
export function reissuedAt({ issuedAt, sentAt, endedAt }: Attempt): string {
  return issuedAt || sentAt || endedAt || "an unknown time";
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** A time as people read it: `3 days ago (2026-11-01T…)`. */
export function withAge(time: string, now = Date.now()): string {
  const ms = now - Date.parse(time);
  const [unit, unitMs] = units.find(([, unitMs]) => ms >= unitMs) ?? [];
  // A clock may be wrong. Then only the time itself is shown.
  if (!(ms >= 0)) return `at ${time}`;
  if (unitMs === undefined) return `less than a minute ago (${time})`;
  const count = Math.floor(ms / unitMs);
  return `${count} ${unit}${count === 1 ? "" : "s"} ago (${time})`;
}
