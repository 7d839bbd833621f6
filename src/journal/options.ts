import {
  combineSettings,
  type Environment,
  InvalidInputError,
  isJournalSetting,
  noJournal,
  settingProblem,
  settings,
} from "../contract/index.ts";

/** What a journal may be given beside its place. */
export interface JournalOptions {
  readonly now?: (() => Date) | undefined;
  /** Where variables such as PGPASSWORD are read. Default: the environment of this process. */
  readonly env?: Environment | undefined;
}

/** The place that the environment names. Throws if there is to be no journal. Undefined: the default folder. */
export function readJournalPlace(env: Environment): string | undefined {
  const { settings: found, problems: all } = combineSettings({}, env);
  const problems = all.filter(({ contractName }) => isJournalSetting(contractName));
  if (found.journal === noJournal)
    problems.push(
      settingProblem("journal", "required", `${settings.journal.env} is "${noJournal}".`, "Unset it."),
    );
  if (problems.length > 0) throw new InvalidInputError("The journal cannot be opened", problems);
  return found.journal;
}
