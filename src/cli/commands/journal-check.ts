import type { Command } from "../command.ts";
import { UsageError } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { journalFlags, whichJournal, withoutSending } from "../which-journal.ts";

const writers = 8;

export const command: Command = {
  name: "journal check",
  summary: `Test that the journal store handles concurrent writes: ${writers} writers append at once to a log that belongs to no order.`,
  flags: {
    rounds: { kind: "value", value: "NUMBER", doc: "How often they do it. Default: 10." },
    ...journalFlags,
  },
  examples: ["certorder journal check", "certorder journal check --rounds 100 --json"],

  run: ({ given, env, output }) =>
    withoutSending(output, async () => {
      const rounds = Number(given.rounds ?? 10);
      if (!Number.isInteger(rounds) || rounds < 1 || rounds > 1000)
        throw new UsageError("--rounds must be a whole number from 1 to 1000.", "Correct the number.");
      const { journal, where } = whichJournal({ given, env });
      await journal.check();
      // A folder is used by this machine alone, and the test's events would stay in it.
      if (!journal.isShared) {
        await output.result({ ...where, sound: true }, [
          `${output.style("green", "✓ usable")} ${journal.title} can be used, on this machine.`,
        ]);
        return exitCodes.ok;
      }
      const { lines: events, ...seen } = await journal.race(writers, rounds);
      const { lost, doubled, misled, medianMs } = seen;
      const isSound = lost + doubled + misled === 0;
      await output.result({ ...where, sound: isSound, writers, rounds, events, ...seen }, [
        isSound
          ? `${output.style("green", "✓ sound")} ${journal.title}: ${writers} writers appended ${events} events at once. Each is there once, in one order. ${medianMs.toFixed(1)} ms each.`
          : `${output.style("red", "✗ not sound")} ${journal.title}: of ${events} events, ${lost} were lost and ${doubled} doubled, and ${misled} writers saw a wrong order. Do not use it as a journal.`,
      ]);
      return isSound ? exitCodes.ok : exitCodes.failed;
    }),
};
