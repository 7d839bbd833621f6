import { randomFrom } from "../../harness/random.ts";
import type { Part } from "../part.ts";
import { atLeast, none } from "../part.ts";
import type { Run } from "./shuffled.ts";
import { runShuffled } from "./shuffled.ts";

const runs = 10;
/** For a quick look: all that is quick itself. */
const quickFolders = ["contract", "client", "journal", "receiver"].map((folder) => `test/unit/${folder}`);

export const part: Part = {
  title: "The tests pass in any order, every time",
  limit: 40,
  async run({ quick, seed, log }) {
    const random = randomFrom(seed, "repeats");
    const done: Run[] = [];
    for (let number = 1; number <= (quick ? 1 : runs); number++) {
      const run = await runShuffled(random.below(2 ** 31), quick ? quickFolders : []);
      log(`run ${number}, seed ${run.seed}: ${run.passed} passed, ${run.failures.length} failed`);
      done.push(run);
    }
    const counts = done.map(({ passed }) => passed);
    const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
    return {
      findings: [
        atLeast("repeats: runs of npm test in shuffled order", done.length, quick ? 1 : runs),
        atLeast("repeats: tests in each run", fewest, quick ? 100 : 2_000),
        none("repeats: tests that not every run has", most - fewest),
        none("repeats: tests that failed in some run", done.flatMap(({ failures }) => failures).length),
      ],
      failures: done.flatMap(({ command, failures }) => failures.map((failure) => `${command}: ${failure}`)),
    };
  },
};
