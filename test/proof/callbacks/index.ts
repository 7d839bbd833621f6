import { tryCallbacks } from "../../harness/journal/callback-model.ts";
import { atLeast, none, type Part } from "../part.ts";
import { runTests } from "../run-tests.ts";

/** Kills of the receiver, and the way from a callback to an empty plan on both cores. */
const files = ["test/real/journal/receiver-kills.test.ts", "test/real/terraform/issued.test.ts"];

export const part: Part = {
  title: "A callback resolves only what it proves, and an answer of 200 is durable",
  limit: 20,
  async run({ quick, seed, log }) {
    const numRuns = quick ? 500 : 20_000;
    let resolved = 0;
    const failures: string[] = [];
    for (const mode of ["propose", "auto"] as const) {
      await tryCallbacks(mode, { numRuns, seed }).then(
        (count) => (resolved += count),
        (error: Error) => failures.push(`${mode}: ${error.message}`),
      );
      log(`${numRuns} sequences of callbacks, reissues and people (${mode})`);
    }
    const ran = quick ? undefined : await runTests(["--project", "real", ...files], {});
    failures.push(...(ran?.failures ?? []));
    return {
      findings: [
        atLeast("attempts that a callback resolved in them", resolved, numRuns / 10),
        ...(ran ? [atLeast("tests of kills, plans and waits that hold", ran.passed, 12)] : []),
        none("laws that did not hold", failures.length),
      ],
      failures,
    };
  },
};
