import type { Settings } from "../contract/index.ts";
import { Journal, type JournalOptions } from "./journal.ts";
import { journalFolder } from "./place.ts";

/** The journal that settings ask for, or none. */
export function journalFrom(
  { journal, journal_dir }: Pick<Settings, "journal" | "journal_dir">,
  options: Pick<JournalOptions, "onProblem" | "now"> & { readonly env?: NodeJS.ProcessEnv } = {},
): Journal | undefined {
  if (journal === "off") return undefined;
  const { env, ...rest } = options;
  return new Journal({
    ...rest,
    folder: journalFolder(journal_dir, env),
    bestEffort: journal === "best-effort",
  });
}
