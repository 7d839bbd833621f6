import { type ChildProcess, spawnSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { kindOf, tellingSteps } from "../../harness/killing.ts";
import type { Random } from "../../harness/random.ts";
import type { Another, Occasion } from "./at-workspace.ts";
import { AtWorkspace, anothers } from "./at-workspace.ts";
import { boundaryBefore } from "./boundary.ts";
import type { Face, Kill } from "./kill.ts";
import { momentsWithin, slowAnswer } from "./moments.ts";
import { recover } from "./person.ts";

const victims = { self: "provider", parent: "tofu", both: "tofu and provider" } as const satisfies Record<
  string,
  Face
>;
type Whom = keyof typeof victims;

/** How much of an apply is tried, and who dies. */
interface Plan {
  readonly occasion: Occasion;
  readonly whom: Whom;
  /** Which of its steps, of those from the moment on when the core asks for the reissue. */
  readonly steps: (steps: readonly string[]) => readonly string[];
  /** How many of the steps before that. */
  readonly earlier?: number;
}

/** The steps that somebody else can tell apart from outside. */
const visible = new Set(["connect", "append", "send", "receive", "answer ApplyResourceChange", "exit"]);
const onlyVisible = (steps: readonly string[]) => steps.filter((step) => visible.has(kindOf(step)));

const plans: readonly Plan[] = [
  { occasion: "create", whom: "self", steps: (all) => all, earlier: 8 },
  { occasion: "update", whom: "self", steps: tellingSteps },
  { occasion: "replacement of a tainted one", whom: "self", steps: onlyVisible },
  { occasion: "create", whom: "parent", steps: onlyVisible, earlier: 4 },
  { occasion: "update", whom: "parent", steps: onlyVisible },
  { occasion: "replacement of a tainted one", whom: "parent", steps: onlyVisible },
  { occasion: "create", whom: "both", steps: tellingSteps },
];

/** Applies in which the provider, OpenTofu or both are killed before each step of the provider. */
export async function terraformKills(random: Random, quick: boolean): Promise<Kill[]> {
  const kills: Kill[] = [];
  const wholes = new Map<Occasion, readonly string[]>();
  for (const { occasion, whom, steps: choose, earlier = 0 } of plans) {
    if (quick && occasion !== "create") continue;
    const steps = wholes.get(occasion) ?? (await stepsOf(occasion));
    wholes.set(occasion, steps);
    const asked = steps.findLastIndex((step) => kindOf(step) === "answer PlanResourceChange") + 1;
    const before = steps.slice(0, asked);
    const drawn = Array.from({ length: earlier }, () => before.splice(random.below(before.length), 1)).flat();
    for (const at of [...drawn, ...choose(steps.slice(asked))]) {
      const another = anotherOf(kills.length);
      kills.push({
        face: victims[whom],
        boundary: boundaryBefore(steps.indexOf(at), steps),
        where: `${occasion}, ${at}, then one more by ${another}`,
        async try() {
          await using asker = await AtWorkspace.open(occasion);
          asker.another = another;
          const { steps: taken } = await asker.dies({ at, whom });
          const isKilled = taken.includes(at);
          if (isKilled) await recover(asker, asker.before);
          return isKilled;
        },
      });
    }
  }
  return kills;
}

/** People do either. */
function anotherOf(index: number): Another {
  return anothers[index % anothers.length] ?? "triggers";
}

async function stepsOf(occasion: Occasion): Promise<string[]> {
  await using whole = await AtWorkspace.open(occasion);
  return (await whole.dies()).steps;
}

/** OpenTofu killed while a server takes the state from it: right before it is stored, and right after. */
export function stateKills(): Kill[] {
  return (["create", "update"] as const).flatMap((occasion) =>
    (["before", "after"] as const).map(
      (when): Kill => ({
        face: "tofu",
        boundary: "while the state is stored",
        where: `${occasion}, right ${when} it is stored`,
        async try() {
          await using asker = await AtWorkspace.open(occasion, { remoteState: true });
          const isKilled = await asker.diesStoring(when);
          if (isKilled) await recover(asker, asker.before);
          return isKilled;
        },
      }),
    ),
  );
}

/** Applies in which somebody is killed at a moment that is drawn. */
export async function randomTerraformKills(times: number, random: Random): Promise<Kill[]> {
  await using usual = await AtWorkspace.open("create");
  usual.trial.stage.sandbox.fault(slowAnswer);
  const moments = await momentsWithin(() => usual.start().ended, times, random);
  return moments.map(({ ms, where }, index) => {
    const whom = (["self", "parent", "both"] as const)[index % 3] ?? "both";
    const another = anotherOf(index);
    return {
      face: victims[whom],
      boundary: "at a random moment",
      where: `create, ${where}, then one more by ${another}`,
      async try(round) {
        await using asker = await AtWorkspace.open("create");
        asker.another = another;
        const { sandbox } = asker.trial.stage;
        sandbox.fault(slowAnswer);
        const { child, ended } = asker.start();
        await Promise.race([wait(ms(round)), ended]);
        const isKilled = strike(whom, child);
        await ended;
        sandbox.clearFaults();
        if (isKilled) await recover(asker, asker.before);
        return isKilled;
      },
    };
  });
}

/** Kills an apply, its provider, or all of its process group. False: there was nobody to kill. */
function strike(whom: Whom, tofu: ChildProcess): boolean {
  // Its number may belong to somebody else by now.
  if (tofu.pid === undefined || tofu.exitCode !== null || tofu.signalCode !== null) return false;
  if (whom === "parent") return tofu.kill("SIGKILL");
  if (whom === "both") return process.kill(-tofu.pid, "SIGKILL");
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(tofu.pid)], { encoding: "utf8" });
  try {
    const [provider] = stdout.match(/\d+/) ?? [];
    return provider !== undefined && process.kill(Number(provider), "SIGKILL");
  } catch {
    return false;
  }
}
