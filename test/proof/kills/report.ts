import { aligned, markdown } from "../table.ts";
import type { Boundary } from "./boundary.ts";
import { boundaries } from "./boundary.ts";
import type { KilledProgram } from "./kill.ts";
import { killedPrograms } from "./kill.ts";

export interface KillResult {
  readonly victim: KilledProgram;
  readonly boundary: Boundary;
  readonly where: string;
}

export interface LimitShown {
  readonly program: string;
  readonly what: string;
  readonly reissues: number;
}

/** Kills by boundary and victim, with sums. */
function countedKills(tried: readonly KillResult[]): string[][] {
  const count = (...is: ((one: KillResult) => boolean)[]) =>
    String(tried.filter((one) => is.every((test) => test(one))).length || "");
  const of = (victim: KilledProgram) => (one: KillResult) => one.victim === victim;
  const at = (boundary: Boundary) => (one: KillResult) => one.boundary === boundary;
  return [
    ["killed", ...killedPrograms, "all"],
    ...boundaries.map((boundary) => [
      boundary,
      ...killedPrograms.map((victim) => count(of(victim), at(boundary))),
      count(at(boundary)),
    ]),
    ["all", ...killedPrograms.map((victim) => count(of(victim))), count()],
  ];
}

function countedLimits(shown: readonly LimitShown[]): string[][] {
  return [
    ["interface", "what happens", "reissues"],
    ...shown.map(({ program, what, reissues }) => [program, what, String(reissues)]),
  ];
}

/** For the terminal. */
export function formatTable(tried: readonly KillResult[], shown: readonly LimitShown[]): string[] {
  return [...aligned(countedKills(tried)), "", "Not promised, and shown:", ...aligned(countedLimits(shown))];
}

/** For the guide. */
export function guideOf(tried: readonly KillResult[], shown: readonly LimitShown[]): string {
  return `## Kills

**0 of ${tried.length} kills led to a reissue that the person had not asked for.** Every attempt that was left open was named, with a way out.
Counted on ${new Date().toISOString().slice(0, 10)}.

Each program was killed with SIGKILL right before it writes, sends or reads, and at random moments. Some applies were stopped by a signal or a fault
instead. Then the person ran the same again, or did what people do after a failed run, followed the message, and asked for one more reissue.
Each person got what they had asked for.

${markdown(countedKills(tried))}

"Written ahead" and "written down" mean the journal, or for \`action, deployments\` the deployments of the repository, on a new disk for each run.

## Where the promise ends

These are not promised. Each was made to happen: one reissue was asked for, and the last column counts the reissues.
Not tried: a network file system on which two machines append at the same time.

${markdown(countedLimits(shown))}`;
}
