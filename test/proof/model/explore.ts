import fc from "fast-check";
import { Counts } from "./counts.ts";
import { type DriverName, drivers } from "./drivers.ts";
import { describeScenario, runScenario } from "./run-scenario.ts";
import { type Scope, scenarios } from "./scenarios.ts";

export interface Exploration extends Scope {
  readonly by: DriverName;
  readonly seed: number;
  readonly times: number;
  /** When to stop making a failure shorter. What was not tried by then is missing in the counts. */
  readonly withinMs?: number | undefined;
}

export interface Explored {
  readonly counts: Counts;
  /** A scenario that broke a law, made as short as it gets, with the command that tries it again. */
  readonly failure?: string;
}

/** Tries scenarios at random, until one breaks a law. */
export async function explore({
  by,
  seed,
  times,
  withinMs = 1_200_000,
  ...scope
}: Exploration): Promise<Explored> {
  await using chosen = await drivers[by]();
  const counts = new Counts();
  const keepsTheLaws = fc.asyncProperty(scenarios(scope), (scenario) =>
    runScenario(chosen, scenario, counts),
  );
  const result = await fc.check(keepsTheLaws, { seed, numRuns: times, interruptAfterTimeLimit: withinMs });
  if (!result.failed) return { counts };
  const [scenario = { named: false, share: "journal", clock: 0, actions: [] }] = result.counterexample ?? [];
  const failure = [
    `${by}, seed ${seed}, sequence ${result.numRuns}, shortened to: ${describeScenario(scenario)}`,
    result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance),
    `To try it again: node test/proof/model/replay.ts ${by} '${JSON.stringify(scenario)}'`,
  ].join("\n");
  return { counts, failure };
}
