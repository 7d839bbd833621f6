import { randomFrom } from "../../harness/random.ts";
import { atLeast, none, type Part } from "../part.ts";
import { runTests } from "../run-tests.ts";

const runs = 10;
/** For a quick look: all that is quick itself. */
const quickFolders = ["contract", "client", "journal", "receiver"].map((folder) => `test/unit/${folder}`);

export const part: Part = {
  title: "The tests pass in any order, every time",
  limit: 40,
  async run({ quick, seed: first, log }) {
    const random = randomFrom(first, "repeats");
    const counts: number[] = [];
    const failures: string[] = [];
    while (counts.length < (quick ? 1 : runs)) {
      // It decides the order of files and tests, and all other chance.
      const seed = random.below(2 ** 31);
      const shuffle = ["--sequence.shuffle.files", "--sequence.shuffle.tests", `--sequence.seed=${seed}`];
      const args = ["--project", "unit", ...shuffle, ...(quick ? quickFolders : [])];
      const command = `CERTORDER_TEST_SEED=${seed} npx vitest run ${args.join(" ")}`;
      const run = await runTests(args, { CERTORDER_TEST_SEED: String(seed) });
      counts.push(run.passed);
      failures.push(...run.failures.map((failure) => `${command}: ${failure}`));
      log(`run ${counts.length}, seed ${seed}: ${run.passed} passed, ${run.failures.length} failed`);
    }
    const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
    return {
      findings: [
        atLeast("repeats: runs of npm test in shuffled order", counts.length, quick ? 1 : runs),
        atLeast("repeats: tests in each run", fewest, quick ? 100 : 2_000),
        none("repeats: tests that not every run has", most - fewest),
        none("repeats: tests that failed in some run", failures.length),
      ],
      failures,
    };
  },
};
