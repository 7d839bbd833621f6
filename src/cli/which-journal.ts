import {
  CertOrderError,
  invalidSetting,
  render,
  resolveSettings,
  settings,
  withoutPassword,
} from "../contract/index.ts";
import { isUnavailable, Journal, journalFolder, otherJournal } from "../journal/index.ts";
import type { CommandInput, FlagValues } from "./command.ts";
import { UsageError } from "./command.ts";
import { cliDialect } from "./dialect.ts";
import { exitCodes } from "./exit-code.ts";
import { givenUrl, refusePassword } from "./flags.ts";
import type { Output } from "./output.ts";

/** The journal that flags and environment name, and its place for JSON output. */
export function whichJournal({ flags, env }: Pick<CommandInput, "flags" | "env">): {
  readonly journal: Journal;
  readonly where: { readonly folder: string } | { readonly url: string };
} {
  const { settings: resolved, issues } = resolveSettings(
    {
      journal_dir: flags["journal-dir"] as string | undefined,
      journal_url: givenUrl("journal-url", flags, settings.journal_url.env),
    },
    env,
  );
  // Commands about the journal do not need the other settings.
  const [issue] = issues.filter(({ contractName }) => ["journal_dir", "journal_url"].includes(contractName));
  if (issue) {
    const { message, remedy } = issue.renderIn(cliDialect);
    throw new UsageError(message, remedy);
  }
  const { journal_dir, journal_url } = resolved;
  if (journal_url !== undefined) {
    const journal = namingUrl(urlSource(flags), () => new Journal({ url: journal_url, env }), usageError);
    return { journal, where: { url: withoutPassword(journal_url) } };
  }
  const folder = journalFolder(journal_dir, env);
  return { journal: new Journal({ dir: folder }), where: { folder } };
}

/** The journal of a command that needs an existing one. */
export async function existingJournal(input: Pick<CommandInput, "flags" | "env">) {
  const named = whichJournal(input);
  if (await named.journal.exists()) return named;
  throw new UsageError(`${named.journal.title} does not exist.`, render(otherJournal, cliDialect));
}

/** Without a receiver, a wait could not end. */
export async function requireReceiver(journal: Journal): Promise<void> {
  if ((await journal.receivers()).length > 0) return;
  throw new UsageError(
    `${journal.title} has no receiver: no callback would ever be recorded.`,
    "Start one with certorder receive and the same journal.",
  );
}

/** Opens the journal whose URL an operand gives. */
export function openJournalUrl(url: string, operand: string, env: CommandInput["env"]): Journal {
  refusePassword(url, operand, "PGPASSWORD");
  return namingUrl(
    operand,
    () => new Journal({ url, env }),
    (message, remedy) => new UsageError(`${message} Nothing was copied.`, remedy),
  );
}

/** Where the journal's URL was given: the flag, or the variable. */
export function urlSource(flags: FlagValues): string {
  return flags["journal-url"] === undefined ? settings.journal_url.env : "--journal-url";
}

/** Opens a journal. A message about a wrong URL calls it what the person calls it. */
export function namingUrl<T>(
  name: string,
  open: () => T,
  toError: (message: string, remedy: string) => Error,
): T {
  try {
    return open();
  } catch (error) {
    if (!CertOrderError.is(error) || error.code !== invalidSetting) throw error;
    const { message, remedy } = error.renderIn((part) =>
      part.kind === "name" && part.name === "journal_url" ? name : cliDialect(part),
    );
    throw toError(message, remedy);
  }
}

function usageError(message: string, remedy: string): UsageError {
  return new UsageError(message, remedy);
}

/** Runs a command about the journal. It sends nothing, so its errors have no outcome of a request. */
export async function reportJournalErrors(output: Output, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!CertOrderError.is(error)) throw error;
    // A write whose answer is lost, or the first of several, may be in the journal.
    await output.failure(error, isUnavailable(error) ? "Nothing was sent." : "The journal was not changed.");
    return error.code === invalidSetting ? exitCodes.usage : exitCodes.failed;
  }
}
