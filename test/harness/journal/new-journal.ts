import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Journal, type JournalOptions } from "../../../src/journal/index.ts";
import { newFolder } from "../new-folder.ts";

/** The folder of a new journal. It is gone at the end. */
export function newJournal(): string {
  return createJournal(newFolder("journal-"));
}

/** Makes a folder a journal, as `certorder journal init` does. It does not wait, so that tests need not. */
export function createJournal(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, "journal.json"), "", { mode: 0o600 });
  return folder;
}

/** Creates the journal at an address, and returns the address. */
export async function initJournal(url: string, env?: JournalOptions["env"]): Promise<string> {
  await new Journal(url, { env }).init();
  return url;
}
