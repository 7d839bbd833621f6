import { combineSettings, InvalidInputError, render, settings, withoutPassword } from "../contract/index.ts";
import { Journal, journalFolder, otherJournal } from "../journal/index.ts";
import { type FlagsAndEnvironment, givenText, settingFilters } from "./command.ts";
import { UsageError } from "./command-error.ts";
import { cliDialect } from "./dialect.ts";
import { givenUrl } from "./flags.ts";

/** The journal that flags and environment name, and its place for JSON output. */
export function whichJournal(input: FlagsAndEnvironment): {
  readonly journal: Journal;
  readonly where: { readonly folder: string } | { readonly url: string };
} {
  const { env } = input;
  const { settings: resolved, problems: all } = combineSettings(
    {
      journal_dir: givenText(input, "journal-dir"),
      journal_url: givenUrl("journal-url", input, settings.journal_url.env),
    },
    env,
  );
  // Commands about the journal do not need the other settings.
  const problems = all.filter(({ contractName }) => settingFilters.journal(contractName));
  if (problems.length > 0) throw new InvalidInputError("The journal cannot be opened", problems);
  const { journal_dir, journal_url: url } = resolved;
  if (url !== undefined) return { journal: new Journal({ url, env }), where: { url: withoutPassword(url) } };
  const folder = journalFolder(journal_dir, env);
  return { journal: new Journal({ dir: folder }), where: { folder } };
}

/** The journal of a command that needs an existing one. */
export async function existingJournal(input: FlagsAndEnvironment) {
  const named = whichJournal(input);
  if (await named.journal.exists()) return named;
  throw new UsageError(`${named.journal.title} does not exist.`, render(otherJournal, cliDialect));
}
