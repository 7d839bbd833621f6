const month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const time = "\\d{2}:\\d{2}:\\d{2}";
const day = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const wholeDay = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";

/** The three forms of a date in HTTP. */
const httpDate = new RegExp(
  [
    `^${day}, \\d{2} ${month} \\d{4} ${time} GMT$`,
    `^${wholeDay}, \\d{2}-${month}-\\d{2} ${time} GMT$`,
    `^${day} ${month} [ \\d]\\d ${time} \\d{4}$`,
  ].join("|"),
);

const longestMs = 24 * 3_600_000;

/** Reads a Retry-After header: seconds, or a date. Anything else is ignored. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const value = header?.trim();
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Math.min(Number(value) * 1000, longestMs);
  if (!httpDate.test(value)) return undefined;
  // The oldest of the three forms names no zone; it means GMT like the others.
  const at = Date.parse(value.endsWith("GMT") ? value : `${value} GMT`);
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, at - nowMs), longestMs);
}
