import { aligned, markdown } from "../table.ts";
import type { Boundary } from "./boundary.ts";
import { boundaries } from "./boundary.ts";
import type { Victim } from "./kill.ts";
import { victims } from "./kill.ts";

export interface Tried {
  readonly victim: Victim;
  readonly boundary: Boundary;
  readonly where: string;
}

export interface Shown {
  readonly program: string;
  readonly what: string;
  readonly reissues: number;
}

/** Kills by boundary and victim, with sums. */
function countedKills(tried: readonly Tried[]): string[][] {
  const count = (...is: ((one: Tried) => boolean)[]) =>
    String(tried.filter((one) => is.every((test) => test(one))).length || "");
  const of = (victim: Victim) => (one: Tried) => one.victim === victim;
  const at = (boundary: Boundary) => (one: Tried) => one.boundary === boundary;
  return [
    ["killed", ...victims, "all"],
    ...boundaries.map((boundary) => [
      boundary,
      ...victims.map((victim) => count(of(victim), at(boundary))),
      count(at(boundary)),
    ]),
    ["all", ...victims.map((victim) => count(of(victim))), count()],
  ];
}

function countedLimits(shown: readonly Shown[]): string[][] {
  return [
    ["interface", "what happens", "reissues"],
    ...shown.map(({ program, what, reissues }) => [program, what, String(reissues)]),
  ];
}

/** For the terminal. */
export function tableOf(tried: readonly Tried[], shown: readonly Shown[]): string[] {
  return [...aligned(countedKills(tried)), "", "Not promised, and shown:", ...aligned(countedLimits(shown))];
}

/** For the guide. */
export function guideOf(tried: readonly Tried[], shown: readonly Shown[]): string {
  return `## Kills

Each of these was killed with SIGKILL: right before the steps by which it, or the provider that it had started, touches the
world, and at moments that are drawn. Some applies were stopped by a signal or a fault
instead. Then the person ran the same again, or did something else that people do after a failed run, did what the message said,
and asked for one more reissue. Of ${tried.length} kills none led to a reissue that the person had not asked for. Every attempt that was left open was named,
with a way out. Each person got what they had asked for.

${markdown(countedKills(tried))}

"Written ahead" and "written down" is by the journal, or by the deployments of the repository (\`action, deployments\`, on a new disk for each
run).

## Where the promise ends

These are not promised, and each was made to happen: one reissue was asked for, and this is how often the order was reissued.
(Not tried: a network file system on which two machines append at the same time.)

${markdown(countedLimits(shown))}`;
}
