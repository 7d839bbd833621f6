import { type ChildProcess, spawnSync } from "node:child_process";
import { changingSteps, kindOf } from "../../harness/killing.ts";
import type { Random } from "../../harness/random.ts";
import { type Interruption, interruptions, reissueReasons } from "../../harness/terraform/trial.ts";
import {
  AtWorkspace,
  followUpsAfter,
  type Habits,
  type ReissueReason,
  reissueMethods,
  resolveMethods,
} from "./at-workspace.ts";
import { boundaryBefore } from "./boundary.ts";
import {
  type Kill,
  type KilledProgram,
  killAndRecover,
  killBefore,
  killsAtMoments,
  recordSteps,
} from "./kill.ts";

const victimOf = { self: "provider", parent: "tofu", both: "tofu and provider" } as const satisfies Record<
  string,
  KilledProgram
>;
type Whom = keyof typeof victimOf;

/** How much of an apply is tried, and who dies. */
interface Plan {
  readonly reason: ReissueReason;
  readonly whom: Whom;
  /** Which of its steps, of those from the moment on when the core asks for the reissue. */
  readonly steps: (steps: readonly string[]) => readonly string[];
  /** How many of the steps before that. */
  readonly earlier?: number;
}

/** The steps that can be told apart from outside. */
const visible = new Set(["connect", "append", "send", "receive", "answer ApplyResourceChange", "exit"]);
const onlyVisible = (steps: readonly string[]) => steps.filter((step) => visible.has(kindOf(step)));

const plans: readonly Plan[] = [
  { reason: "create", whom: "self", steps: (all) => all, earlier: 8 },
  { reason: "update", whom: "self", steps: changingSteps },
  { reason: "replacement of a tainted one", whom: "self", steps: onlyVisible },
  { reason: "create", whom: "parent", steps: onlyVisible, earlier: 4 },
  { reason: "update", whom: "parent", steps: onlyVisible },
  { reason: "replacement of a tainted one", whom: "parent", steps: onlyVisible },
  { reason: "create", whom: "both", steps: changingSteps },
  ...(
    [
      "renewal",
      "replacement of another order, create_before_destroy",
      "replacement of a tainted one, create_before_destroy",
    ] as const
  ).flatMap((reason) => [
    { reason, whom: "self", steps: onlyVisible } as const,
    { reason, whom: "parent", steps: onlyVisible } as const,
  ]),
];

export async function terraformKills(random: Random, quick: boolean): Promise<Kill[]> {
  const kills: Kill[] = [];
  const wholes = new Map<ReissueReason, readonly string[]>();
  for (const { reason, whom, steps: choose, earlier = 0 } of plans) {
    if (quick && reason !== "create") continue;
    const steps = wholes.get(reason) ?? (await stepsOf(reason));
    wholes.set(reason, steps);
    const planned = steps.slice(0, steps.indexOf("send#1"));
    const asked = planned.findLastIndex((step) => kindOf(step) === "answer PlanResourceChange") + 1;
    const before = steps.slice(0, asked);
    const drawn = Array.from({ length: earlier }, () => before.splice(random.below(before.length), 1)).flat();
    for (const at of [...drawn, ...choose(steps.slice(asked))]) {
      const habits = habitsOf(kills.length, reason);
      kills.push({
        victim: victimOf[whom],
        boundary: boundaryBefore(steps.indexOf(at), steps),
        where: `${reason}, ${at}, then ${inWords(habits)}`,
        try: () => killBefore(() => AtWorkspace.open(reason, habits), at, whom),
      });
    }
  }
  return kills;
}

/** People do each of these. In the next round of follow-ups, the others are combined with them otherwise. */
function habitsOf(index: number, reason: ReissueReason): Habits {
  const followUps = followUpsAfter(reason);
  const round = Math.floor(index / followUps.length);
  const turn = <T>(all: readonly T[], at: number) => all[at % all.length] as T;
  return {
    followUp: turn(followUps, index),
    resolveMethod: turn(resolveMethods, index + round),
    reissueMethod: turn(reissueMethods, index + round),
  };
}

function inWords({ followUp, resolveMethod, reissueMethod }: Habits): string {
  return `${followUp}, resolved by ${resolveMethod}, one more by ${reissueMethod}`;
}

async function stepsOf(reason: ReissueReason): Promise<string[]> {
  await using whole = await AtWorkspace.open(reason);
  return await recordSteps(whole);
}

/** OpenTofu killed while a server takes the state from it: right before it is stored, and right after. */
export function stateKills(): Kill[] {
  return (["create", "update"] as const).flatMap((reason) =>
    (["before", "after"] as const).map(
      (when): Kill => ({
        victim: "tofu",
        boundary: "while the state is stored",
        where: `${reason}, right ${when} it is stored`,
        try: () =>
          killAndRecover(
            () => AtWorkspace.open(reason, { remoteState: true }),
            (person) => person.diesStoring(when),
          ),
      }),
    ),
  );
}

/** Applies that are stopped otherwise: by signals, by faults of the service, by a server that does not store the state. */
export function otherInterruptions(): Kill[] {
  const names = Object.keys(interruptions) as (keyof typeof interruptions)[];
  const pairs = names.flatMap((name) => {
    const isLost = name === "reset after processing";
    const all = Object.keys(reissueReasons) as ReissueReason[];
    return (isLost ? all : (["create", "update"] as const)).map((reason) => [name, reason] as const);
  });
  return pairs.map(([name, reason], index): Kill => {
    const habits = habitsOf(index, reason);
    const how: Interruption = interruptions[name];
    return {
      victim: "tofu and provider",
      boundary: "stopped by a signal or a fault",
      where: `${reason}, ${name}, then ${inWords(habits)}`,
      try: () =>
        killAndRecover(
          () => AtWorkspace.open(reason, { ...habits, remoteState: how.refusesState === true }),
          async (person) => {
            await person.trial.interrupt(how);
            return true;
          },
        ),
    };
  });
}

export function randomTerraformKills(times: number, random: Random): Promise<Kill[]> {
  return killsAtMoments(times, random, (index) => {
    const whom = (["self", "parent", "both"] as const)[index % 3] ?? "both";
    const habits = habitsOf(index, "create");
    return {
      victim: victimOf[whom],
      followUp: inWords(habits),
      open: () => AtWorkspace.open("create", habits),
      strike: (tofu) => strike(whom, tofu),
    };
  });
}

function strike(whom: Whom, tofu: ChildProcess): boolean {
  const pid = tofu.pid ?? 0;
  if (whom === "parent") return tofu.kill("SIGKILL");
  if (whom === "both") return process.kill(-pid, "SIGKILL");
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  try {
    const [provider] = stdout.match(/\d+/) ?? [];
    return provider !== undefined && process.kill(Number(provider), "SIGKILL");
  } catch {
    return false;
  }
}
