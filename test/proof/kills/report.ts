import { markdown } from "../table.ts";
import { boundaries } from "./boundary.ts";
import { type Kill, killedPrograms } from "./kill.ts";
import type { Limit } from "./not-promised.ts";

function countedKills(kills: readonly Kill[]): string[][] {
  const row = (name: string, some: readonly Kill[]) => [
    name,
    ...killedPrograms.map((program) => some.filter(({ victim }) => victim === program)).map(count),
    count(some),
  ];
  return [
    ["killed", ...killedPrograms, "all"],
    ...boundaries.map((name) =>
      row(
        name,
        kills.filter(({ boundary }) => boundary === name),
      ),
    ),
    row("all", kills),
  ];
}

function count({ length }: readonly Kill[]): string {
  return String(length || "");
}

export function guideOf(
  kills: readonly Kill[],
  shown: readonly (Limit & { readonly reissues: number })[],
): string {
  const limits = shown.map(({ program, what, reissues }) => [program, what, reissues]);
  return `## Kills

**0 of ${kills.length} kills led to a reissue that the person had not asked for.** Every attempt that was left open was named, with a way out.
Counted on ${new Date().toISOString().slice(0, 10)}.

Each program was killed with SIGKILL right before it writes, sends or reads, and at random moments. Some applies were stopped by a signal or a fault
instead. Then the person ran the same again, or did what people do after a failed run, followed the message, and asked for one more reissue.
Each person got what they had asked for.

${markdown(countedKills(kills))}

"Written ahead" and "written down" mean the journal, or for \`action, deployments\` the deployments of the repository, on a new disk for each run.

## Where the promise ends

These are not promised. Each was made to happen: one reissue was asked for, and the last column counts the reissues.
Not tried: a network file system on which two machines append at the same time.

${markdown([["interface", "what happens", "reissues"], ...limits])}`;
}
