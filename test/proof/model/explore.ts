import fc from "fast-check";
import { terraform } from "../../harness/terraform/terraform.ts";
import type { Core } from "./core.ts";
import type { Counts } from "./law-checker.ts";
import { People } from "./people.ts";
import { RealCore } from "./real-core.ts";
import { describeScenario, type Scenario, scenarios } from "./scenarios.ts";
import { StandIn } from "./stand-in.ts";

export const cores = {
  /** Quick: the provider's process, and a stand-in for the core. */
  "stand-in": StandIn.open,
  OpenTofu: () => RealCore.open(undefined),
  Terraform: () => RealCore.open(terraform),
} as const;

export type CoreName = keyof typeof cores;

interface Exploration {
  readonly by: CoreName;
  readonly seed: number;
  readonly times: number;
  readonly longest: number;
  readonly kills: number;
}

interface Explored {
  readonly counts: Counts;
  /** A scenario that broke a law, made as short as it gets, with the command that tries it again. */
  readonly failure?: string;
}

/** When to stop making a failure shorter. What was not tried by then is missing in the counts. */
const longestMs = 1_200_000;

export async function explore({ by, seed, times, ...scope }: Exploration): Promise<Explored> {
  await using core = await cores[by]();
  const counts = newCounts();
  const keepsTheLaws = fc.asyncProperty(scenarios(scope), (scenario) => runScenario(core, scenario, counts));
  const result = await fc.check(keepsTheLaws, { seed, numRuns: times, interruptAfterTimeLimit: longestMs });
  if (!result.failed) return { counts };
  const [scenario = { named: false, share: "journal", clock: 0, actions: [] }] = result.counterexample ?? [];
  const failure = [
    `${by}, seed ${seed}, sequence ${result.numRuns}, shortened to: ${describeScenario(scenario)}`,
    result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance),
    `To try it again: node test/proof/model/replay.ts ${by} '${JSON.stringify(scenario)}'`,
  ].join("\n");
  return { counts, failure };
}

export function newCounts(): Counts {
  return { sequences: 0, actions: 0, kills: 0, faults: 0 };
}

/** Carries a scenario out on an order of its own. Throws `BrokenLaw`. */
export async function runScenario(core: Core, scenario: Scenario, counts: Counts): Promise<void> {
  await core.begin();
  const people = new People(core, counts, scenario, await core.inspect());
  for (const action of scenario.actions) await people.perform(action);
  await people.resolveEverything();
  counts.sequences++;
}
