import type { Fault } from "../../../src/sandbox/index.ts";
import { changingSteps, kindOf } from "../../harness/killing.ts";
import type { Random } from "../../harness/random.ts";
import type { Boundary } from "./boundary.ts";
import { boundaries, boundaryBefore } from "./boundary.ts";
import type { Memory, Repetition } from "./in-repository.ts";
import { InRepository } from "./in-repository.ts";
import type { Kill } from "./kill.ts";
import { momentsWithin, slowAnswer } from "./moments.ts";
import { BrokenPromise, recover } from "./recover.ts";

type Lasting = Exclude<Memory, "nothing">;

/** A workflow's step, killed before each of its own. */
export async function actionKills(memory: Lasting): Promise<Kill[]> {
  await using whole = await InRepository.open(memory, "re-run");
  const { steps } = await whole.dies();
  const chosen = memory === "deployments" ? steps.filter(isSeenByOthers) : changingSteps(steps);
  return chosen.map((at, index) => {
    const boundary = boundaryBefore(steps.indexOf(at), steps);
    const repetition = repetitionOf(index, memory, boundary);
    return {
      victim: `action, ${memory}`,
      boundary,
      where: `${at}, then a ${repetition}`,
      try: () => tryInRepository((asker) => asker.dies({ at }), memory, repetition),
    };
  });
}

/** Where the disk goes away with the runner. When a connection to GitHub is used again is up to the library. */
function isSeenByOthers(step: string): boolean {
  return /^(?:GET|POST|connect$|send|receive|output|print|summary|exit)/.test(kindOf(step));
}

/** Kills the action at random moments. */
export async function randomActionKills(memory: Lasting, times: number, random: Random): Promise<Kill[]> {
  await using usual = await InRepository.open(memory, "re-run", slowAnswer);
  const moments = await momentsWithin(() => usual.start().ended, times, random);
  return moments.map(({ ms, where }, index) => {
    const boundary = "at a random moment";
    const repetition = repetitionOf(index, memory, boundary);
    return {
      victim: `action, ${memory}`,
      boundary,
      where: `${where}, then a ${repetition}`,
      try: (round) => tryInRepository((asker) => asker.diesAfter(ms(round)), memory, repetition, slowAnswer),
    };
  });
}

/** People do each of these. But where a reissue may be finished, a new run asks for one more, as the guide says. */
function repetitionOf(index: number, memory: Lasting, boundary: Boundary): Repetition {
  const mayBeFinished = boundaries.indexOf(boundary) > boundaries.indexOf("answer read, not written down");
  const all: readonly Repetition[] = [
    "re-run",
    memory === "deployments" ? "re-run with another auth key" : "re-run that is allowed",
    ...(mayBeFinished ? [] : ["new run" as const]),
  ];
  return all[index % all.length] ?? "re-run";
}

async function tryInRepository(
  die: (asker: InRepository) => Promise<{ isKilled: boolean }>,
  memory: Lasting,
  repetition: Repetition,
  fault?: Fault,
): Promise<boolean> {
  await using asker = await InRepository.open(memory, repetition, fault);
  const { isKilled } = await die(asker);
  asker.sandbox.clearFaults();
  if (isKilled) await recover(asker, 0);
  const [violation] = asker.github.violations;
  if (violation !== undefined) throw new BrokenPromise("stuck", `GitHub does not know this: ${violation}`);
  return isKilled;
}
