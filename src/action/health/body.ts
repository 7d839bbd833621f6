import type { Outage } from "./state.ts";
import { duration, strip } from "./strip.ts";

export const standardTitle = "The certificate callback fails";
export const misconfiguredTitle = "The certificate callback cannot be tested";

/** What the texts tell of this run. All of it is Markdown already. */
export interface Told {
  readonly code: string;
  readonly cause: string;
  readonly remedy: string;
  readonly runUrl: string;
  readonly at: string;
}

/** What people read in the issue, while it is open. */
export function issueBody(outage: Outage, told: Told, previous: number | undefined, marker: string): string {
  return [
    `**Code:** \`${outage.code}\``,
    told.cause,
    `**What to do:** ${told.remedy}`,
    `**Failing since:** ${outage.since} (${outage.fails} ${outage.fails === 1 ? "run" : "runs"})`,
    `**Last run:** ${told.runUrl} at ${told.at}`,
    `**Last results, newest last:** ${strip(outage.results)}`,
    ...(previous === undefined ? [] : [`The outage before this one: #${previous}`]),
    "This issue is edited by each run, and closed when the callback works again.",
    marker,
  ].join("\n\n");
}

/** The body of an issue whose callback works again, but not often enough in a row, or that is closed now. */
export function withMarker(body: string, marker: string): string {
  return `${body.replace(/<!-- certorder-callback:v1 [\s\S]*$/, "").trimEnd()}\n\n${marker}`;
}

export function recoveryComment(outage: Outage, told: Pick<Told, "runUrl" | "at">): string {
  return `The callback works again, after ${duration(outage.since, told.at)}: ${told.runUrl}\n\n${strip(outage.results)}`;
}

export function changeComment(from: string, told: Told): string {
  return `The failure changed from \`${from || "unknown"}\` to \`${told.code}\`: ${told.runUrl}\n\n${told.cause}`;
}
