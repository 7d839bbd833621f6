import type { CommandDefinition } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { showWhileWaiting } from "../progress.ts";
import { reportJournalErrors, whichJournal } from "../which-journal.ts";

export const command: CommandDefinition = {
  details: "That is its folder, table or bucket entry. The command shows the rights that other users need.",
  flags: {},
  settings: "journal",
  examples: ["certorder journal init --journal-url postgres://admin@db.example.com/certorder"],

  run: ({ flags, env, output }) =>
    reportJournalErrors(output, async () => {
      const { journal, where } = whichJournal({ flags, env });
      await showWhileWaiting("the store", journal.init());
      const { rights } = journal;
      await output.result({ ...where, ready: true, rights: rights ?? null }, [
        `${output.style("green", "✓ ready")} ${journal.title} can be used.`,
        ...(rights === undefined ? [] : ["Other users need these rights, and no more:", `  ${rights}`]),
      ]);
      return exitCodes.ok;
    }),
};
