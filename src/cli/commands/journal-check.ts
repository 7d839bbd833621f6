import type { CommandDefinition } from "../command.ts";
import { UsageError } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { showWhileWaiting } from "../progress.ts";
import { reportJournalErrors, whichJournal } from "../which-journal.ts";

const writers = 8;

export const command: CommandDefinition = {
  details: `${writers} writers append at once to a log that belongs to no order.`,
  flags: {
    rounds: { kind: "value", value: "NUMBER", doc: "How often they do it. Default: 10." },
  },
  settings: "journal",
  examples: ["certorder journal check", "certorder journal check --rounds 100 --json"],

  run: ({ flags, env, output }) =>
    reportJournalErrors(output, async () => {
      const rounds = Number(flags.rounds ?? 10);
      if (!Number.isInteger(rounds) || rounds < 1 || rounds > 1000)
        throw new UsageError("--rounds must be a whole number from 1 to 1000.", "Correct the number.");
      const { journal, where } = whichJournal({ flags, env });
      await showWhileWaiting("the store", journal.init());
      // A folder is used by this machine alone, and the test's events would stay in it.
      if (!journal.isShared) {
        await output.result({ ...where, sound: true }, [
          `${output.style("green", "✓ usable")} ${journal.title} can be used, on this machine.`,
        ]);
        return exitCodes.ok;
      }
      const seen = await showWhileWaiting("the store", journal.race(writers, rounds));
      const { events, lost, doubled, misled, medianMs } = seen;
      const isSound = lost + doubled + misled === 0;
      await output.result({ ...where, sound: isSound, writers, rounds, ...seen }, [
        isSound
          ? `${output.style("green", "✓ sound")} ${journal.title}: ${writers} writers appended ${events} events at once. Each is there once, in one order. ${medianMs.toFixed(1)} ms each.`
          : `${output.style("red", "✗ not sound")} ${journal.title}: of ${events} events, ${lost} were lost and ${doubled} doubled, and ${misled} writers saw a wrong order. Do not use it as a journal.`,
      ]);
      return isSound ? exitCodes.ok : exitCodes.failed;
    }),
};
