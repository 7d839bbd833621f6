import fc from "fast-check";
import { type Scope, stories } from "./actions.ts";
import { type HandsName, hands } from "./hands.ts";
import { run, told } from "./run.ts";
import { Tally } from "./tally.ts";

export interface Exploration extends Scope {
  readonly by: HandsName;
  readonly seed: number;
  readonly times: number;
  /** When to stop making a failure shorter. What was not tried by then is missing in the tally. */
  readonly withinMs?: number | undefined;
}

export interface Explored {
  readonly tally: Tally;
  /** A story that broke a law, made as short as it gets, with the command that tries it again. */
  readonly failure?: string;
}

/** Tries stories at random, until one breaks a law. */
export async function explore({
  by,
  seed,
  times,
  withinMs = 1_200_000,
  ...scope
}: Exploration): Promise<Explored> {
  await using chosen = await hands[by]();
  const tally = new Tally();
  const keepsTheLaws = fc.asyncProperty(stories(scope), (story) => run(chosen, story, tally));
  const result = await fc.check(keepsTheLaws, { seed, numRuns: times, interruptAfterTimeLimit: withinMs });
  if (!result.failed) return { tally };
  const [story = { named: false, share: "journal", clock: 0, actions: [] }] = result.counterexample ?? [];
  const failure = [
    `${by}, seed ${seed}, sequence ${result.numRuns}, shortened to: ${told(story)}`,
    result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance),
    `To try it again: node test/proof/model/again.ts ${by} '${JSON.stringify(story)}'`,
  ].join("\n");
  return { tally, failure };
}
