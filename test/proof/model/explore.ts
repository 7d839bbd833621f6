import fc from "fast-check";
import { inWords, type Scope, sequences } from "./actions.ts";
import { type HandsName, hands } from "./hands.ts";
import { run, Tally } from "./run.ts";

export interface Exploration extends Scope {
  readonly by: HandsName;
  readonly seed: number;
  readonly times: number;
}

export interface Explored {
  readonly tally: Tally;
  /** A sequence that broke the promise, made as short as it gets, with all that is needed to try it again. */
  readonly failure?: string;
}

/** Tries sequences at random, until one breaks the promise. */
export async function explore({ by, seed, times, ...scope }: Exploration): Promise<Explored> {
  await using chosen = await hands[by]();
  const tally = new Tally();
  const keepsThePromise = fc.asyncProperty(sequences(scope), (actions) => run(chosen, actions, tally));
  const result = await fc.check(keepsThePromise, { seed, numRuns: times });
  if (!result.failed) return { tally };
  const [actions = []] = result.counterexample ?? [];
  const failure = [
    `${by}, seed ${seed}, sequence ${result.numRuns}, shortened to: ${actions.map(inWords).join("; ")}`,
    result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance),
    `To try it again: node test/proof/model/again.ts ${by} '${JSON.stringify(actions)}'`,
  ].join("\n");
  return { tally, failure };
}
