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
export function told({ named, apart, actions }: Story): string {
  const facts = [...(named ? ["the service has a name"] : []), ...(apart ? ["journals apart"] : [])];
  return [...facts, ...actions.map(inWords)].join("; ");
}
