/** One scenario once more, as a failure prints it: `node test/proof/model/replay.ts stand-in '{"named":false,…}'`. */

import { type CoreName, cores, newCounts, runScenario } from "./explore.ts";
import type { Scenario } from "./scenarios.ts";

const [name = "stand-in", scenario = "{}"] = process.argv.slice(2);
await using core = await cores[name as CoreName]();
await runScenario(core, JSON.parse(scenario) as Scenario, newCounts());
console.log("All laws hold.");
