import { dayMs } from "../contract/index.ts";

const units = [
  ["day", dayMs],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** A time with its age: `3 days ago (2026-11-01T…)`. */
export function withAge(time: string | undefined, now = Date.now()): string {
  if (time === undefined) return "at an unknown time";
  const ms = now - Date.parse(time);
  const [unit, unitMs] = units.find(([, unitMs]) => ms >= unitMs) ?? [];
  // If a clock is wrong, only the time itself is shown.
  if (!(ms >= 0)) return `at ${time}`;
  if (unitMs === undefined) return `less than a minute ago (${time})`;
  const count = Math.floor(ms / unitMs);
  return `${count} ${unit}${count === 1 ? "" : "s"} ago (${time})`;
}
