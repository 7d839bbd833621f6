import temporaryFolder from "../../temporary-folder.ts";
import { randomFrom } from "../../random.ts";
import { actionKills, randomActionKills } from "./action.ts";
import { commandLineKills, randomCommandLineKills } from "./command-line.ts";
import { terraformKills, stateKills } from "./terraform.ts";
process.once("exit", temporaryFolder());
const random = randomFrom(5, "kills");
const which = process.argv[2];
const all = which === "cli" ? [...await commandLineKills(), ...await randomCommandLineKills(4, random)]
  : which === "action" ? [...await actionKills("record"), ...await randomActionKills("record", 3, random), ...await actionKills("journal"), ...await randomActionKills("journal", 3, random)]
  : (await terraformKills(random, false)).filter(({ where }) => where.includes("tainted")).concat(stateKills());
console.log(all.length, "kills");
let next = 0;
const counts: Record<string, number> = {};
await Promise.all([1, 2].map(async () => {
  while (next < all.length) {
    const kill = all[next++]!;
    let end = "missed";
    try { for (let r = 0; r < 4 && end === "missed"; r++) if (await kill.try(r)) end = "kept"; }
    catch (error) { end = (error as any).kind ?? "broken"; console.log(kill.face, kill.boundary, kill.where, String((error as any).stack).slice(0, 1500)); }
    counts[end] = (counts[end] ?? 0) + 1;
  }
}));
console.log(counts);
process.exit();
