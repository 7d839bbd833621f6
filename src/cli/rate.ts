import { UsageError } from "./command-error.ts";

/** So many in a time. */
export interface Rate {
  readonly count: number;
  readonly perMs: number;
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** The value of a flag such as `5/s` or `100/m`. */
export function parseRate(flag: string, text: string): Rate {
  const [, count, unit = ""] = /^([1-9]\d{0,5})\/([smh])$/.exec(text) ?? [];
  if (count === undefined)
    throw new UsageError(
      `--${flag} is not a rate above 0.`,
      "Write a count and a unit, such as 5/s or 100/m.",
    );
  return { count: Number(count), perMs: units[unit] ?? 0 };
}
