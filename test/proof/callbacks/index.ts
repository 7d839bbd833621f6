import { tryCallbacks } from "../../harness/journal/callback-model.ts";
import { tryDeployments } from "../../harness/journal/deployment-model.ts";
import { atLeast, none, type Part } from "../part.ts";
import { runTests } from "../run-tests.ts";

/** Kills of the receiver, its rights and its store's faults, and the way from a callback to an empty plan on both cores. */
const files = [
  "test/real/journal/receiver-kills.test.ts",
  "test/real/stores/receivers.test.ts",
  "test/real/terraform/issued.test.ts",
];

export const part: Part = {
  title: "A callback settles nothing, an answer of 200 is durable, and the newest certificate is deployed",
  limit: 30,
  async run({ quick, seed, log }) {
    const numRuns = quick ? 500 : 20_000;
    const failures: string[] = [];
    const count = (trying: Promise<number>) =>
      trying.catch((error: Error) => {
        failures.push(error.message);
        return 0;
      });
    const shown = await count(tryCallbacks({ numRuns, seed }));
    log(`${numRuns} sequences of callbacks, reissues and people`);
    const started = await count(tryDeployments({ numRuns, seed }));
    log(`${numRuns} sequences of callbacks, programs, kills and restarts`);
    const ran = quick ? undefined : await runTests(["--project", "real", ...files], {});
    failures.push(...(ran?.failures ?? []));
    return {
      findings: [
        atLeast("callbacks that were shown with an open attempt in them", shown, numRuns / 10),
        atLeast("programs that deployed a certificate", started, numRuns),
        ...(ran ? [atLeast("tests of kills, rights, plans and waits that hold", ran.passed, 18)] : []),
        none("laws that did not hold", failures.length),
      ],
      failures,
    };
  },
};
