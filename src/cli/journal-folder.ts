import { settings } from "../contract/index.ts";
import type { Flags, Input } from "./command.ts";
import { settingFlags } from "./flags.ts";

const flag = "journal-dir";

/** The one setting that commands about the journal need. */
export const journalFlag: Flags = Object.fromEntries(
  Object.entries(settingFlags()).filter(([name]) => name === flag),
);

export function journalFolderOf(given: Input["given"], env: Input["env"]): string | undefined {
  return (given[flag] as string | undefined) ?? (env[settings.journal_dir.env] || undefined);
}
