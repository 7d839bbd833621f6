import type { Flags, FlagValues } from "../command.ts";
import { UsageError } from "../command-error.ts";
import { parseRate } from "../rate.ts";
import { mostInARow, mostUnknown } from "./run-rows.ts";

export const manyFlags = {
  from: {
    kind: "value",
    value: "FILE",
    doc: "Reissue the orders of a CSV or NDJSON file, one a row; - is standard input. Flags that describe a request are defaults for all rows.",
  },
  limit: {
    kind: "number",
    range: [1, 999_999_999],
    doc: "With --from: stop after so many requests that left and were not rejected.",
  },
} as const satisfies Flags;

const defaultConcurrency = 4;

export const moreManyFlags = {
  concurrency: {
    kind: "number",
    range: [1, 64],
    doc: "With --from: so many rows at once.",
    default: String(defaultConcurrency),
  },
  rate: {
    kind: "value",
    value: "COUNT/s|m|h",
    doc: "With --from: so many rows begin to send in a second, a minute or an hour, such as 5/s or 100/m.",
  },
  "max-failures": {
    kind: "number",
    range: [1, 999_999_999],
    doc: `With --from: start no further rows after so many are blocked, rejected, not sent or unknown. Default: after ${mostUnknown} unknown outcomes, or ${mostInARow} rows one after another that were not sent or rejected with the same code.`,
  },
  quiet: {
    kind: "switch",
    doc: "Show problems only. For timers.",
  },
} as const satisfies Flags;

type ManyValues = FlagValues<typeof manyFlags & typeof moreManyFlags>;

/** How the rows of a file are run. */
export interface ManyChoices {
  readonly concurrency: number;
  /** The time between two rows that begin to send. */
  readonly betweenMs: number;
  readonly limit: number | undefined;
  readonly maxFailures: number | undefined;
}

export function readManyChoices(flags: ManyValues): ManyChoices {
  const { concurrency = defaultConcurrency, rate, limit, "max-failures": maxFailures } = flags;
  const { count, perMs } = rate === undefined ? { count: 1, perMs: 0 } : parseRate("rate", rate);
  return { concurrency, betweenMs: perMs / count, limit, maxFailures };
}

/** Each command line names either an order or a file. */
export function checkOrderOrFile(operands: readonly string[], flags: ManyValues): void {
  const { from, quiet: _, ...others } = flags;
  if ((from === undefined) === (operands.length === 0))
    throw new UsageError("certorder reissue needs either ORDER_ID or --from FILE.", "Give one of them.");
  const names = Object.keys({ ...manyFlags, ...moreManyFlags });
  const stray = Object.keys(others).find((name) => names.includes(name));
  if (from === undefined && stray !== undefined)
    throw new UsageError(`--${stray} needs --from FILE.`, "Leave it out for a single order.");
}
