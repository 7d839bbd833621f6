import { withoutPassword } from "../contract/index.ts";
import { Journal, journalFolder, readJournalPlace } from "../journal/index.ts";
import type { FlagsAndEnvironment } from "./command.ts";
import { givenPlace } from "./flags.ts";

/** The journal that flags and environment name, and its place for JSON output. */
export function whichJournal(input: FlagsAndEnvironment): {
  readonly journal: Journal;
  readonly where: { readonly journal: string };
} {
  const { env } = input;
  const place = readJournalPlace(env, givenPlace(input)) ?? journalFolder(undefined, env);
  return { journal: new Journal(place, { env }), where: { journal: withoutPassword(place) } };
}

/** The journal of a command that needs an existing one. */
export async function existingJournal(input: FlagsAndEnvironment) {
  const named = whichJournal(input);
  await named.journal.requireExisting();
  return named;
}
