import type { Counts } from "./counts.ts";
import { People } from "./people.ts";
import { describeAction, type Scenario } from "./scenarios.ts";
import type { Driver } from "./types.ts";

/** Carries a scenario out on an order of its own. Throws `Broken`. */
export async function runScenario(driver: Driver, scenario: Scenario, counts: Counts): Promise<void> {
  await driver.begin();
  const person = new People(driver, counts, scenario, await driver.inspect());
  for (const action of scenario.actions) await person.perform(action);
  await person.resolveEverything();
  counts.sequences++;
}

/** A scenario in one line. */
export function describeScenario({ named, share, clock, actions }: Scenario): string {
  const facts = [
    share === "nothing" ? "they share nothing" : `they share one ${share}`,
    ...(named ? ["the service has a name"] : []),
    ...(clock ? [`clocks ${clock} minutes apart`] : []),
  ];
  return [...facts, ...actions.map(describeAction)].join("; ");
}
