import { inParallel } from "../../harness/in-parallel.ts";
import type { Failover, Interface, Interruption } from "../../harness/journal/failover.ts";
import {
  brokenPromises,
  failovers,
  interfaces,
  interruptions,
  runFailover,
} from "../../harness/journal/failover.ts";
import type { PartResult } from "../part.ts";
import { atLeast, none } from "../part.ts";

type Plot = readonly [by: Interface, interruption?: Interruption, failover?: Failover];

function plots(): Plot[] {
  return (Object.keys(interfaces) as Interface[]).flatMap((by): Plot[] => [
    [by],
    ...(Object.keys(interruptions) as Interruption[]).flatMap((interruption) =>
      failovers
        // Interruptions of each wait go on until the run has ended.
        .filter((failover) => failover === "after the run" || !interruption.startsWith("each "))
        .map((failover): Plot => [by, interruption, failover]),
    ),
  ]);
}

/** A journal in a PostgreSQL whose commits wait for a standby, through a failover. */
export async function proveStandby(say: (line: string) => void): Promise<PartResult> {
  const all = plots();
  const failures: string[] = [];
  let unbroken = 0;
  let undisturbed = 0;
  // Most of the time a run waits for the standby, so several run at once.
  await inParallel(4, all.length, async (index) => {
    const [by, interruption, failover] = all[index] as Plot;
    const title = `standby, ${by}: ${interruption ?? "nothing is interrupted"}, failover ${failover ?? "after the run"}`;
    const broken = await runFailover(by, interruption, failover).then(
      (story) => {
        if (!interruption && story.first.isDone && story.reissues === 1) undisturbed++;
        return brokenPromises(story);
      },
      (error: unknown) => [`the story could not be told: ${String(error)}`],
    );
    if (broken.length === 0) unbroken++;
    failures.push(...broken.map((promise) => `${title}: ${promise}`));
    say(`${title}: ${broken.length === 0 ? "at most one reissue" : broken.join("; ")}`);
  });
  return {
    findings: [
      atLeast("standby: reissues that the standby confirmed and kept", undisturbed, 2),
      atLeast("standby: failovers with at most one reissue for a key", unbroken, all.length),
      none("standby: broken promises", failures.length),
    ],
    failures,
  };
}
