import { dayMs, parseDuration } from "../../contract/index.ts";
import type { CheckState } from "./state.ts";

/** This label on the issue of an outage mutes that outage. */
export const muteLabel = "certorder-mute";

/** Until when a check is muted. Empty: it is not muted. */
export interface Mute {
  readonly until: string;
}

export const longestDays = 90;

/** How long a label or a closed issue mutes an outage. */
export const issueMuteDays = 30;

/** Reads the input `mute`. Undefined: the input is empty. */
export function parseMute(text: string, now: number): Mute | "invalid" | undefined {
  if (text === "") return undefined;
  if (text === "off") return { until: "" };
  const ms = parseDuration(text) ?? Number.POSITIVE_INFINITY;
  return ms <= longestDays * dayMs ? { until: new Date(now + ms).toISOString() } : "invalid";
}

/**
 * The mute of this run. `muteAction` is what people did to the issue: it mutes an outage that is reported, from the first run
 * that sees it, and only once. So a label that stays on the issue does not mute the next outage.
 */
export function nextMute(
  state: CheckState,
  muteAction: string,
  input: Mute | undefined,
  at: string,
): Pick<CheckState, "mutedUntil" | "muteAction"> {
  if (input) return { mutedUntil: input.until, muteAction };
  if (state.phase !== "outage" || muteAction === state.muteAction)
    return { mutedUntil: plausibleEnd(state.mutedUntil, at), muteAction };
  const end = new Date(Date.parse(at) + issueMuteDays * dayMs).toISOString();
  return { mutedUntil: muteAction === "" ? "" : end, muteAction };
}

/** Checks a stored end: people may edit the issue, and no run can have set more than the longest time. */
function plausibleEnd(until: string, at: string): string {
  return Date.parse(until) - Date.parse(at) <= longestDays * dayMs ? until : "";
}
