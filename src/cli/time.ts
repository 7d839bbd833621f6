import { notATime, parseDuration } from "../contract/index.ts";
import { UsageError } from "./command.ts";

/** The milliseconds that a flag gives. */
export function readTime(flag: string, text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined) throw new UsageError(`--${flag} ${notATime.problem}.`, notATime.remedy);
  return ms;
}
