import { defineCommand } from "../command.ts";
import { showWhileWaiting } from "../progress.ts";
import { whichJournal } from "../which-journal.ts";

export const command = defineCommand({
  details: "That is its folder, table or bucket entry. The command shows the rights that other users need.",
  settings: "journal",
  examples: ["certorder journal init --journal postgres://admin@db.example.com/certorder"],

  async run(input) {
    const { journal, where } = whichJournal(input);
    await showWhileWaiting("the store", journal.init());
    const { rights } = journal;
    return {
      json: { ...where, ready: true, rights: rights ?? null },
      lines: [
        `${input.output.style("green", "✓ ready")} ${journal.title} can be used.`,
        ...(rights === undefined
          ? []
          : [
              "Users who reissue need these rights, and no more:",
              `  ${rights.reissuers}`,
              "Receivers of callbacks need these:",
              `  ${rights.receivers}`,
            ]),
      ],
    };
  },
});
