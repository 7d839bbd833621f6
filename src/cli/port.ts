import { UsageError } from "./command.ts";

/** The port that a flag gives. 0: any free one. */
export function readPort(flag: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const port = Number(value);
  if (/^\d{1,5}$/.test(String(value)) && port <= 65_535) return port;
  throw new UsageError(`--${flag} must be a number from 0 to 65535.`, "Correct the number.");
}
