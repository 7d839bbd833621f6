import type { Finding } from "../../harness/finding.ts";
import type { Part } from "../part.ts";
import { groups } from "./groups.ts";
import { haveStryker, mutate } from "./stryker.ts";

const threshold = 85;

export const part: Part = {
  title: "The tests notice mistakes in what matters most",
  // For all groups at once. Stryker keeps its results, so the next run continues one that was cut off.
  limit: 120,
  async run({ quick, log }) {
    if (quick) return { findings: [], table: ["A quick run makes no mistakes on purpose."] };
    haveStryker();
    const findings: Finding[] = [];
    for (const group of groups) {
      const { killed, all } = await mutate(group);
      const value = `${killed} of ${all} (${((killed * 100) / all).toFixed(1)} %)`;
      log(`${group.name}: ${value}`);
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
