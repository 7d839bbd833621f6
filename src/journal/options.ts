import {
  combineSettings,
  type Environment,
  fieldRef,
  InvalidInputError,
  isJournalSetting,
  noJournal,
  settingProblem,
  settings,
  text,
} from "../contract/index.ts";

/** What a journal may be given beside its place. */
export interface JournalOptions {
  /**
   * The clock that dates records and counts the age of certificates. Default: this machine's. To test a renewal, give a clock that the
   * test moves, such as 61 days ahead. Only for tests: its times stay in the journal.
   */
  readonly now?: (() => Date) | undefined;
  /** Where variables such as PGPASSWORD are read. Default: the environment of this process. */
  readonly env?: Environment | undefined;
}

/** The given place, else that of the environment. Throws if there is to be no journal. Undefined: the default folder. */
export function readJournalPlace(env: Environment, given?: string): string | undefined {
  const { settings: found, problems: all } = combineSettings({ journal: given }, env);
  const problems = all.filter(({ contractName }) => isJournalSetting(contractName));
  if (found.journal === noJournal)
    problems.push(
      settingProblem(
        "journal",
        "required",
        text`${given === undefined ? settings.journal.env : fieldRef("journal")} is "${noJournal}": there is no journal.`,
        "Name a journal, or leave it out: then the journal is a folder of this user.",
      ),
    );
  if (problems.length > 0) throw new InvalidInputError("The journal cannot be opened", problems);
  return found.journal;
}
