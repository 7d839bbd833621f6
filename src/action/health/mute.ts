import { type Issue, parseDuration } from "../../contract/index.ts";
import { inputIssue } from "../input-issue.ts";

/** This label on the check's issue mutes the check. */
export const muteLabel = "certorder-mute";

/** Until when a check is muted. Empty: it is not muted. */
export interface Mute {
  readonly until: string;
}

const longestDays = 90;
const longest = longestDays * 86_400_000;

/** Reads the input `mute`. Undefined: the input is empty. */
export function parseMute(text: string, now: number): Mute | Issue | undefined {
  if (text === "") return undefined;
  if (text === "off") return { until: "" };
  const ms = parseDuration(text);
  return ms !== undefined && ms <= longest
    ? { until: new Date(now + ms).toISOString() }
    : inputIssue(
        "mute",
        `mute must be a time of at most ${longestDays} days.`,
        "Write a time such as 7d, 12h or 30m, or off.",
      );
}

/** Checks a stored end: people may edit the issue, and no run can have set more than the longest time. */
export function plausibleMuteEnd(until: string, at: string): string {
  return Date.parse(until) - Date.parse(at) <= longest ? until : "";
}
