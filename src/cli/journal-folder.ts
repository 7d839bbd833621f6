import { CertOrderError, settings } from "../contract/index.ts";
import { journalFolder } from "../journal/index.ts";
import type { Flags, Input } from "./command.ts";
import { exitCodes } from "./exit-code.ts";
import { settingFlags } from "./flags.ts";
import type { Output } from "./output.ts";

const flag = "journal-dir";

/** The one setting that commands about the journal need. */
export const journalFlag: Flags = Object.fromEntries(
  Object.entries(settingFlags()).filter(([name]) => name === flag),
);

export function journalFolderOf(given: Input["given"], env: Input["env"]): string {
  return journalFolder(
    (given[flag] as string | undefined) ?? (env[settings.journal_dir.env] || undefined),
    env,
  );
}

/** Commands about the journal send nothing: what goes wrong in one is no outcome of a request, and is not told as one. */
export async function withoutSending(output: Output, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!CertOrderError.is(error)) throw error;
    await output.failure(error, "The journal was not changed.");
    return exitCodes.usage;
  }
}
