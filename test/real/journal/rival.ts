/**
 * A process of its own that reissues one order, round after round, together with others: `node rival.ts URL ROUNDS NAME`.
 * Prints a line for each round in which it may send, with its attempt.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Journal } from "../../../src/journal/index.ts";
import { claim, resourceIntent } from "../../harness/journal/intents.ts";

const [url = "", rounds = "1", name = ""] = process.argv.slice(2);
// All begin with the first line that they are sent.
await new Promise((resolve) => process.stdin.once("data", resolve));
for (let round = 0; round < Number(rounds); round++) {
  try {
    const claimed = await claim(new Journal(url), resourceIntent({ orderId: `round-${round}` }));
    if (claimed.kind !== "send") continue;
    process.stdout.write(`${round} ${claimed.attempt.attemptId}\n`);
    await sleep(1);
    await claimed.attempt.recordOutcome("done", `cert-${name}`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
  }
}
process.exit(0);
