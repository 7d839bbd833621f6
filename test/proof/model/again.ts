/** One story once more, as a failure prints it: `node test/proof/model/again.ts stand-in '{"named":false,…}'`. */
import type { Story } from "./actions.ts";
import { type HandsName, hands } from "./hands.ts";
import { run } from "./run.ts";
import { Tally } from "./tally.ts";

const [name = "stand-in", story = "{}"] = process.argv.slice(2);
await using chosen = await hands[name as HandsName]();
await run(chosen, JSON.parse(story) as Story, new Tally());
console.log("All laws hold.");
