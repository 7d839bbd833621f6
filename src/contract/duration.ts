export const dayMs = 86_400_000;

const unitMs: Readonly<Record<string, number>> = { d: dayMs, h: 3_600_000, m: 60_000, s: 1_000 };

/** For a text that `parseDuration` does not take: `--timeout is not a time above 0.` */
export const notATime = {
  problem: "is not a time above 0",
  remedy: "Write a whole number above 0 and a unit, such as 90s, 45m, 12h or 30d.",
};

/** The milliseconds of a time such as `30d`, `12h`, `45m` or `90s`. Undefined for any other text, and for zero. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit = ""] = /^([1-9]\d{0,5})([dhms])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * (unitMs[unit] ?? 0);
}

const ageUnits = [
  ["day", dayMs],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** A time with its age: `3 days ago (2026-11-01T…)`. */
export function withAge(time: string | undefined, now = new Date()): string {
  if (time === undefined) return "at an unknown time";
  const ms = now.getTime() - Date.parse(time);
  // If a clock is wrong, only the time itself is shown.
  if (!(ms >= 0)) return `at ${time}`;
  const [unit, unitMs] = ageUnits.find(([, unitMs]) => ms >= unitMs) ?? [];
  if (unitMs === undefined) return `less than a minute ago (${time})`;
  const count = Math.floor(ms / unitMs);
  return `${count} ${unit}${count === 1 ? "" : "s"} ago (${time})`;
}
