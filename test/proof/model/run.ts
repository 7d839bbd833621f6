import { inWords, type Story } from "./actions.ts";
import { Person } from "./person.ts";
import type { Tally } from "./tally.ts";
import type { Hands } from "./world.ts";

/** Carries a story out on an order of its own. Throws `Broken`. */
export async function run(hands: Hands, story: Story, tally: Tally): Promise<void> {
  await hands.begin();
  const person = new Person(hands, tally, story, await hands.look());
  for (const action of story.actions) await person.does(action);
  await person.findsTheWayOut();
  tally.sequences++;
}

/** A story in one line. */
export function told({ named, share, clock, actions }: Story): string {
  const facts = [
    share === "nothing" ? "they share nothing" : `they share one ${share}`,
    ...(named ? ["the service has a name"] : []),
    ...(clock ? [`clocks ${clock} minutes apart`] : []),
  ];
  return [...facts, ...actions.map(inWords)].join("; ");
}
