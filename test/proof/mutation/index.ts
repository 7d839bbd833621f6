import type { Part, Proved } from "../part.ts";
import { groups } from "./groups.ts";
import { inWords, isAlive, isKilled } from "./mutant.ts";
import { haveStryker, mutate } from "./stryker.ts";

/** Of a hundred mutants, how many the tests have to kill. */
const threshold = 85;

export const part: Part = {
  title: "The tests notice mistakes in what matters most",
  // For all groups at once. Stryker keeps what it knows, so a run that is cut off goes on from there.
  limit: 120,
  async run({ quick, say }): Promise<Proved> {
    if (quick) return { findings: [], table: ["A quick run makes no mistakes on purpose."] };
    haveStryker();
    const findings: Proved["findings"][number][] = [];
    for (const group of groups) {
      const mutants = await mutate(group);
      const killed = mutants.filter(isKilled).length;
      const alive = mutants.filter(isAlive);
      const all = killed + alive.length;
      const value = `${killed} of ${all} (${((killed * 100) / all).toFixed(1)} %)`;
      say(`${group.name}: ${value}`);
      for (const mutant of alive) say(`  no test notices ${inWords(mutant)}`);
      findings.push({
        what: `Mistakes noticed: ${group.name}`,
        value,
        aim: `at least ${threshold} %`,
        met: all > 0 && killed * 100 >= all * threshold,
      });
    }
    return { findings };
  },
};
