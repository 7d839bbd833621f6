/** One sequence once more, as a failure prints it: `node test/proof/model/again.ts stand-in '[{"do":"apply",…}]'`. */
import type { Action } from "./actions.ts";
import { type HandsName, hands } from "./hands.ts";
import { run } from "./run.ts";

const [name = "stand-in", actions = "[]"] = process.argv.slice(2);
await using chosen = await hands[name as HandsName]();
await run(chosen, JSON.parse(actions) as Action[]);
console.log("All laws hold.");
