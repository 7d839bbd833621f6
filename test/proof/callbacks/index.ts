import { tryCallbacks } from "../../harness/journal/callback-model.ts";
import { atLeast, none, type Part } from "../part.ts";
import { runTests } from "../run-tests.ts";

/** Kills of the receiver, and the way from a callback to an empty plan on both cores. */
const files = ["test/real/journal/receiver-kills.test.ts", "test/real/terraform/issued.test.ts"];

export const part: Part = {
  title: "A callback settles nothing, and an answer of 200 is durable",
  limit: 20,
  async run({ quick, seed, log }) {
    const numRuns = quick ? 500 : 20_000;
    const failures: string[] = [];
    const shown = await tryCallbacks({ numRuns, seed }).catch((error: Error) => {
      failures.push(error.message);
      return 0;
    });
    log(`${numRuns} sequences of callbacks, reissues and people`);
    const ran = quick ? undefined : await runTests(["--project", "real", ...files], {});
    failures.push(...(ran?.failures ?? []));
    return {
      findings: [
        atLeast("callbacks that were shown with an open attempt in them", shown, numRuns / 10),
        ...(ran ? [atLeast("tests of kills, plans and waits that hold", ran.passed, 12)] : []),
        none("laws that did not hold", failures.length),
      ],
      failures,
    };
  },
};
