import { Journal } from "./journal.ts";
import { type JournalOptions, type JournalSettings, journalOptions } from "./options.ts";

/** The journal that settings ask for, or none. */
export function openConfiguredJournal(
  settings: JournalSettings,
  options: Pick<JournalOptions, "onProblem" | "now" | "env"> = {},
): Journal | undefined {
  return settings.journal === "none" ? undefined : new Journal({ ...options, ...journalOptions(settings) });
}
