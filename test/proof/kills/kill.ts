import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Fault, Sandbox } from "../../../src/sandbox/index.ts";
import { type Killing, killing, stepsIn } from "../../harness/killing.ts";
import { newFolder } from "../../harness/new-folder.ts";
import type { Random } from "../../harness/random.ts";
import type { Boundary } from "./boundary.ts";
import { type Person, recover } from "./recover.ts";

export const killedPrograms = [
  "command line",
  "provider",
  "tofu",
  "tofu and provider",
  "action, deployments",
  "action, journal",
] as const;

export type KilledProgram = (typeof killedPrograms)[number];

export interface Kill {
  readonly victim: KilledProgram;
  readonly boundary: Boundary;
  /** In which circumstances, and right before what. */
  readonly where: string;
  /**
   * Throws a BrokenPromise. Returns false when no process died, because the run was over before; where it is a matter of
   * time, the next round strikes earlier.
   */
  try(round: number): Promise<boolean>;
}

export interface Killable extends Person, AsyncDisposable {
  readonly sandbox: Pick<Sandbox, "addFault" | "clearFaults">;
  run(env?: Readonly<Record<string, string>>): {
    readonly child: ChildProcess;
    readonly ended: Promise<unknown>;
  };
}

export function recordSteps(person: Killable): Promise<string[]> {
  return run(person, {});
}

/** Runs until a process is killed right before this step. Returns the steps up to there. */
export function runKilledAt(person: Killable, step: string, whom?: Killing["whom"]): Promise<string[]> {
  return run(person, { at: step, whom });
}

async function run(person: Killable, how: Killing): Promise<string[]> {
  const file = join(newFolder("steps-"), "steps");
  await person.run(killing(file, how)).ended;
  return stepsIn(file);
}

export async function killAndRecover<C extends Killable>(
  open: () => Promise<C>,
  kill: (person: C) => Promise<boolean>,
): Promise<boolean> {
  await using person = await open();
  const isKilled = await kill(person);
  person.sandbox.clearFaults();
  if (isKilled) await recover(person);
  return isKilled;
}

export function killBefore(open: () => Promise<Killable>, step: string, whom?: Killing["whom"]) {
  return killAndRecover(open, async (person) => (await runKilledAt(person, step, whom)).includes(step));
}

/** Long enough for a moment in it to be hit. */
const slowAnswer: Fault = { kind: "slow-bytes", everyMs: 3 };

interface KillAtMoment {
  readonly victim: KilledProgram;
  readonly followUp?: string;
  open(): Promise<Killable>;
  /** Kills a process of the run. False: it was over already. Default: the one that was started. */
  strike?(started: ChildProcess): boolean;
}

/** Kills at moments that are drawn. Most of the time of a run goes into starting; what matters comes after that. */
export async function killsAtMoments(
  times: number,
  random: Random,
  plan: (index: number) => KillAtMoment,
): Promise<Kill[]> {
  await using usual = await plan(0).open();
  usual.sandbox.addFault(slowAnswer);
  const started = performance.now();
  await usual.run().ended;
  const usualMs = performance.now() - started;
  return Array.from({ length: times }, (_, index) => {
    const { victim, followUp = "the same", open, strike = (child) => child.kill("SIGKILL") } = plan(index);
    const share = 0.4 + random.next() * 0.6;
    return {
      victim,
      boundary: "at a random moment",
      where: `after ${share.toFixed(3)} of the usual time, then ${followUp}`,
      try: (round) =>
        killAndRecover(open, async (person) => {
          person.sandbox.addFault(slowAnswer);
          const { child, ended } = person.run();
          await Promise.race([wait(usualMs * share * 0.7 ** round), ended]);
          // Another process may have its number once it is over.
          const isKilled = child.exitCode === null && child.signalCode === null && strike(child);
          await ended;
          return isKilled;
        }),
    };
  });
}
