import { inParallel } from "../../harness/in-parallel.ts";
import type { Failover, Interface, Interruption } from "../../harness/journal/failover.ts";
import {
  brokenPromises,
  failovers,
  interfaces,
  interruptions,
  runFailover,
} from "../../harness/journal/failover.ts";
import { atLeast, none, type PartResult } from "../part.ts";

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
export async function proveStandby(
  say: (line: string) => void,
): Promise<Required<Pick<PartResult, "findings" | "failures">>> {
  const all = plots();
  const failures: string[] = [];
  let undisturbed = 0;
  // Most of the time a run waits for the standby, so several run at once.
  await inParallel(4, all.length, async (index) => {
    const [by, interruption, failover = "after the run"] = all[index] as Plot;
    const title = `standby, ${by}: ${interruption ?? "nothing is interrupted"}, failover ${failover}`;
    try {
      const story = await runFailover(by, interruption, failover);
      if (!interruption && story.first.isDone && story.reissues === 1) undisturbed++;
      failures.push(...brokenPromises(story).map((promise) => `${title}: ${promise}`));
    } catch (error) {
      failures.push(`${title}: the story could not be told: ${error}`);
    }
    say(`${title} is over`);
  });
  return {
    findings: [
      atLeast("standby: reissues that the standby confirmed and kept", undisturbed, 2),
      none(`standby: broken promises in ${all.length} runs`, failures.length),
    ],
    failures,
  };
}
