import { randomFrom } from "../../random.ts";
import { type Action, drawn, inWords } from "./actions.ts";
import type { Rules, Tried } from "./subject.ts";
import { Broken, Tally, World } from "./world.ts";

/** Tries so many sequences of so many actions, drawn by the seed, until one breaks the promise. */
export function trySequences(
  rules: Rules,
  { seed, times, length }: { readonly seed: number; readonly times: number; readonly length: number },
): Tried {
  const random = randomFrom(seed, "rules");
  const tally = new Tally();
  for (let sequences = 1; sequences <= times; sequences++) {
    const actions = drawn(random, length);
    const why = breaks(rules, actions, tally);
    const counts = { sequences, actions: sequences * length, ...tally };
    if (why !== undefined)
      return {
        counts,
        broken: `seed ${seed}, sequence ${sequences}, shortened: ${shortened(rules, actions)}`,
      };
    if (sequences === times) return { counts, broken: undefined };
  }
  return { counts: {}, broken: undefined };
}

function breaks(rules: Rules, actions: readonly Action[], tally = new Tally()): string | undefined {
  const world = new World(rules, tally);
  try {
    for (const action of actions) world.act(action);
    return undefined;
  } catch (error) {
    if (error instanceof Broken) return error.message;
    throw error;
  }
}

/** Leaves out what is not needed to break it. */
function shortened(rules: Rules, actions: readonly Action[]): string {
  let left = actions;
  for (let at = left.length - 1; at >= 0; at--) {
    const without = left.toSpliced(at, 1);
    if (breaks(rules, without) === undefined) continue;
    left = without;
    at = left.length;
  }
  return `${left.map(inWords).join("; ")}: ${breaks(rules, left)}`;
}
