/**
 * A process of its own that reissues one order, round after round, together with others: `node rival.ts URL ROUNDS`. Prints
 * a line for each round in which it was let through to sending, with its attempt.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Journal } from "../../src/journal/index.ts";
import { address } from "./asking.ts";

const [url = "", rounds = "1", name = ""] = process.argv.slice(2);
// All begin with the first line that is typed to them.
await new Promise((resolve) => process.stdin.once("data", resolve));
for (let round = 0; round < Number(rounds); round++) {
  const journal = new Journal({ url });
  const ask = {
    place: { name: undefined, address },
    orderId: `round-${round}`,
    what: "A",
    held: {},
    again: false,
  };
  try {
    const entry = await journal.begin(ask, new Date(Date.now() + 60_000));
    await entry.sending();
    process.stdout.write(`${round} ${entry.attemptId}\n`);
    await sleep(1);
    await entry.settle("done", `cert-${name}`);
  } catch (error) {
    const { code = "answered" } = error as { code?: string };
    if (code === "journal_unavailable") process.stderr.write(`${(error as Error).message}\n`);
  }
}
process.exit(0);
