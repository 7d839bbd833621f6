/** One scenario once more, as a failure prints it: `node test/proof/model/replay.ts stand-in '{"named":false,…}'`. */

import { Counts } from "./counts.ts";
import { type DriverName, drivers } from "./drivers.ts";
import { runScenario } from "./run-scenario.ts";
import type { Scenario } from "./scenarios.ts";

const [name = "stand-in", scenario = "{}"] = process.argv.slice(2);
await using chosen = await drivers[name as DriverName]();
await runScenario(chosen, JSON.parse(scenario) as Scenario, new Counts());
console.log("All laws hold.");
