import { inTurn } from "../../harness/cli/cli.ts";
import type { Random } from "../../harness/random.ts";
import { randomFrom } from "../../harness/random.ts";
import type { Part } from "../part.ts";
import { atLeast, none } from "../part.ts";
import { actionKills, randomActionKills } from "./action.ts";
import { commandLineKills, randomCommandLineKills } from "./command-line.ts";
import type { Kill, KilledProgram } from "./kill.ts";
import { killedPrograms } from "./kill.ts";
import type { Limit } from "./not-promised.ts";
import { limits } from "./not-promised.ts";
import type { BrokenPromiseKind } from "./recover.ts";
import { BrokenPromise } from "./recover.ts";
import type { KillResult, LimitShown } from "./report.ts";
import { formatTable, guideOf } from "./report.ts";
import { otherInterruptions, randomTerraformKills, stateKills, terraformKills } from "./terraform.ts";

/** How many kills a quick look takes of each. */
const quickly: Readonly<Record<KilledProgram, number>> = {
  "command line": 12,
  provider: 4,
  tofu: 3,
  "tofu and provider": 3,
  "action, deployments": 5,
  "action, journal": 3,
};

export const part: Part = {
  title: "killed anywhere, reissued once for each ask",
  limit: 60,
  async run({ quick, seed, log }) {
    const random = randomFrom(seed, "kills");
    const all = await allKills(random, quick);
    const kills = quick ? killedPrograms.flatMap((victim) => aFew(all, victim, random)) : all;
    // An apply takes longer than anything else.
    const cases = limits.filter(({ program }) => !quick || program !== "OpenTofu");
    log(`${kills.length} kills, and ${cases.length} cases in which nothing is promised`);
    let over = 0;
    const tried = await Promise.all(
      kills.map(async (kill) => {
        const end = await inTurn(() => tryOut(kill));
        if (++over % 50 === 0) log(`${over} kills are over`);
        return end;
      }),
    );
    const shown = await Promise.all(cases.map((limit) => inTurn(() => show(limit))));

    const count = (...kinds: Outcome[]) => tried.filter(({ outcome }) => kinds.includes(outcome)).length;
    const struck = tried.filter(({ outcome }) => outcome !== "missed" && outcome !== "broken");
    const hold = shown.filter(({ reissues }) => reissues < 2);
    return {
      findings: [
        atLeast("kills", struck.length, quick ? 30 : 300),
        ...killedPrograms.map((victim) =>
          atLeast(`kills: ${victim}`, struck.filter((one) => one.victim === victim).length, 1),
        ),
        none("kills: reissues that the person did not ask for", count("double")),
        none("kills: open attempts that went unsaid", count("unsaid")),
        none("kills: people left without a way out", count("stuck")),
        none("kills that could not be tried", count("missed", "broken")),
        {
          what: "kills: cases without a promise, shown",
          value: String(shown.length - hold.length),
          aim: String(cases.length),
          met: hold.length === 0,
        },
      ],
      failures: [
        ...tried.filter(({ outcome }) => outcome !== "kept").map(describe),
        ...hold.map(
          ({ program, what, reissues }) =>
            `${program}, ${what}: ${reissues} reissues, so it could be promised`,
        ),
      ],
      table: formatTable(struck, shown),
      ...(!quick && { guide: guideOf(struck, shown) }),
    };
  },
};

async function allKills(random: Random, quick: boolean): Promise<Kill[]> {
  const times = (whole: number) => (quick ? 1 : whole);
  return [
    ...(await commandLineKills()),
    ...(await randomCommandLineKills(times(16), random)),
    ...(await terraformKills(random, quick)),
    ...stateKills(),
    ...otherInterruptions(),
    ...(await randomTerraformKills(times(15), random)),
    ...(await actionKills("deployments")),
    ...(await randomActionKills("deployments", times(8), random)),
    ...(await actionKills("journal")),
    ...(await randomActionKills("journal", times(8), random)),
  ];
}

/** Some of a victim, at different boundaries. */
function aFew(kills: readonly Kill[], victim: KilledProgram, random: Random): Kill[] {
  const left = kills.filter((kill) => kill.victim === victim);
  const taken: Kill[] = [];
  while (taken.length < quickly[victim]) {
    const times = ({ boundary }: Kill) => taken.filter((one) => one.boundary === boundary).length;
    const fewest = Math.min(...left.map(times));
    const one = random.pick(left.filter((kill) => times(kill) === fewest));
    left.splice(left.indexOf(one), 1);
    taken.push(one);
  }
  return taken;
}

/** How a kill went: all promises were kept, one was not, no process died, or the trial itself failed. */
type Outcome = "kept" | BrokenPromiseKind | "missed" | "broken";

/** So often a run may be over before it could be killed. */
const rounds = 4;

async function tryOut(
  kill: Kill,
): Promise<KillResult & { readonly outcome: Outcome; readonly text: string }> {
  try {
    for (let round = 0; round < rounds; round++)
      if (await kill.try(round)) return { ...kill, outcome: "kept", text: "" };
    return { ...kill, outcome: "missed", text: "no process died" };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (error instanceof BrokenPromise) return { ...kill, outcome: error.kind, text: error.message };
    return { ...kill, outcome: "broken", text };
  }
}

function describe({ victim, where, boundary, text }: KillResult & { readonly text: string }): string {
  return `${victim} killed (${boundary}; ${where}): ${text}`;
}

async function show(limit: Limit): Promise<LimitShown> {
  return { ...limit, reissues: await limit.show() };
}
