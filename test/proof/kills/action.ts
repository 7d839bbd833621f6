import { changingSteps, kindOf } from "../../harness/killing.ts";
import type { Random } from "../../harness/random.ts";
import { type Boundary, boundaries, boundaryBefore } from "./boundary.ts";
import { InRepository, type Memory, type Repetition } from "./in-repository.ts";
import { type Kill, killBefore, killsAtMoments, recordSteps } from "./kill.ts";

type Lasting = Exclude<Memory, "nothing">;

export async function actionKills(memory: Lasting): Promise<Kill[]> {
  await using whole = await InRepository.open(memory, "re-run");
  const steps = await recordSteps(whole);
  const chosen = memory === "deployments" ? steps.filter(isSeenByOthers) : changingSteps(steps);
  return chosen.map((at, index) => {
    const boundary = boundaryBefore(steps.indexOf(at), steps);
    const repetition = repetitionOf(index, memory, boundary);
    const open = () => InRepository.open(memory, repetition);
    return {
      victim: `action, ${memory}`,
      boundary,
      where: `${at}, then a ${repetition}`,
      try: () => killBefore(open, at),
    };
  });
}

/** Where the disk goes away with the runner. When a connection to GitHub is used again is up to the library. */
function isSeenByOthers(step: string): boolean {
  return /^(?:GET|POST|connect$|send|receive|output|print|summary|exit)/.test(kindOf(step));
}

export function randomActionKills(memory: Lasting, times: number, random: Random): Promise<Kill[]> {
  return killsAtMoments(times, random, (index) => {
    const repetition = repetitionOf(index, memory, "at a random moment");
    return {
      victim: `action, ${memory}`,
      followUp: `a ${repetition}`,
      open: () => InRepository.open(memory, repetition),
    };
  });
}

/** People do each of these. But where a reissue may be finished, a new run asks for one more, as the guide says. */
function repetitionOf(index: number, memory: Lasting, boundary: Boundary): Repetition {
  const mayBeFinished = boundaries.indexOf(boundary) > boundaries.indexOf("answer read, not written down");
  const all: readonly Repetition[] = [
    "re-run",
    ...(memory === "deployments" ? ["re-run with another auth key" as const] : []),
    ...(mayBeFinished ? [] : ["new run" as const]),
  ];
  return all[index % all.length] ?? "re-run";
}
