import type { Command } from "../command.ts";
import { UsageError } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { journalFlags, whichJournal, withoutSending } from "../which-journal.ts";

const writers = 8;

export const command: Command = {
  name: "journal check",
  summary: `See whether a journal keeps its word: ${writers} writers at once add lines to a history that is no order's.`,
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
      // On a disk nothing can go wrong between machines, and what was written there to try it out would stay.
      if (!journal.isShared) {
        await output.result({ ...where, sound: true }, [
          `${output.style("green", "✓ usable")} ${journal.title} can be used, on this machine.`,
        ]);
        return exitCodes.ok;
      }
      const seen = await journal.race(writers, rounds);
      const { lines, lost, doubled, misled, medianMs } = seen;
      const isSound = lost + doubled + misled === 0;
      await output.result({ ...where, sound: isSound, writers, rounds, ...seen }, [
        isSound
          ? `${output.style("green", "✓ sound")} ${journal.title}: ${lines} lines by ${writers} writers at once, all there, once each, in one order; ${medianMs.toFixed(1)} ms each.`
          : `${output.style("red", "✗ not to be trusted")} ${journal.title}: of ${lines} lines ${lost} were lost, ${doubled} doubled, and ${misled} writers told wrongly what stands before them. Do not keep a journal there.`,
      ]);
      return isSound ? exitCodes.ok : exitCodes.usage;
    }),
};
