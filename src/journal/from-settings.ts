import type { Settings } from "../contract/index.ts";
import { Journal, type JournalOptions } from "./journal.ts";

/** The journal that settings ask for, or none. */
export function journalFrom(
  {
    journal,
    journal_dir,
    journal_url,
    resolve_by_callback,
  }: Pick<Settings, "journal"> &
    Partial<Pick<Settings, "journal_dir" | "journal_url" | "resolve_by_callback">>,
  options: Pick<JournalOptions, "onProblem" | "now" | "env"> = {},
): Journal | undefined {
  if (journal === "none") return undefined;
  return new Journal({
    ...options,
    folder: journal_dir,
    url: journal_url,
    resolveByCallback: resolve_by_callback,
    bestEffort: journal === "best-effort",
  });
}
