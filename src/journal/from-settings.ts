import type { Settings } from "../contract/index.ts";
import type { JournalOptions } from "./journal.ts";
import { Journal } from "./journal.ts";

/** The journal that settings ask for, or none. */
export function journalFrom(
  { journal, journal_dir: folder }: Pick<Settings, "journal" | "journal_dir">,
  onProblem: JournalOptions["onProblem"],
): Journal | undefined {
  if (journal === "off") return undefined;
  return new Journal({ folder, bestEffort: journal === "best-effort", onProblem });
}
