import { inTurn } from "../../harness/cli/cli.ts";
import { type Random, randomFrom } from "../../harness/random.ts";
import { atLeast, none, type Part } from "../part.ts";
import { actionKills, randomActionKills } from "./action.ts";
import { commandLineKills, randomCommandLineKills } from "./command-line.ts";
import { type Kill, type KilledProgram, killedPrograms } from "./kill.ts";
import { type Limit, limits } from "./not-promised.ts";
import { guideOf } from "./report.ts";
import { otherInterruptions, randomTerraformKills, stateKills, terraformKills } from "./terraform.ts";

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
    const failures: string[] = [];
    let over = 0;
    const tryKill = async (kill: Kill) => {
      const { victim, boundary, where } = kill;
      const failed = await failureOf(kill);
      if (failed) failures.push(`${victim} killed (${boundary}; ${where}): ${failed}`);
      if (++over % 50 === 0) log(`${over} kills are over`);
    };
    await Promise.all(kills.map((kill) => inTurn(() => tryKill(kill))));
    const showLimit = async (limit: Limit) => {
      const reissues = await limit.show().catch((error: Error) => {
        failures.push(`${limit.program}, ${limit.what}: ${error.stack}`);
        return 0;
      });
      return { ...limit, reissues };
    };
    const shown = await Promise.all(cases.map((limit) => inTurn(() => showLimit(limit))));
    const promisable = shown.filter(({ reissues }) => reissues < 2);
    return {
      findings: [
        ...killedPrograms.map((program) => {
          const count = kills.filter(({ victim }) => victim === program).length;
          return atLeast(`kills: ${program}`, count, quickly[program]);
        }),
        none("kills that broke a promise, or could not be tried", failures.length),
        none("kills: cases without a promise that could be promised", promisable.length),
      ],
      failures: [
        ...failures,
        ...promisable.map(({ program, what }) => `${program}, ${what}: no second reissue`),
      ],
      ...(!quick && { guide: guideOf(kills, shown) }),
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

/** Some of a program, at different boundaries. */
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

/** So often a run may be over before it could be killed. */
const rounds = 4;

async function failureOf(kill: Kill): Promise<string | undefined> {
  try {
    for (let round = 0; round < rounds; round++) if (await kill.try(round)) return undefined;
    return "no process died";
  } catch (error) {
    return (error as Error).stack;
  }
}
