import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { showWhileWaiting } from "../progress.ts";
import { existingJournal } from "../which-journal.ts";

const writers = 8;
const defaultRounds = 10;

export const command = defineCommand({
  details: `${writers} writers append at once to a log that belongs to no order.`,
  flags: {
    rounds: {
      kind: "number",
      range: [1, 1000],
      doc: "How often they do it.",
      default: String(defaultRounds),
    },
  },
  settings: "journal",
  examples: ["certorder journal check", "certorder journal check --rounds 100 --json"],

  async run(input) {
    const { output, flags } = input;
    const { rounds = defaultRounds } = flags;
    const { journal, where } = await existingJournal(input);
    await showWhileWaiting("the store", journal.check());
    await journal.checkCallbacks();
    // A folder is used by this machine alone, and the test's events would stay in it.
    if (!journal.isShared)
      return {
        json: { ...where, sound: true },
        lines: [`${output.style("green", "✓ usable")} ${journal.title} can be used, on this machine.`],
      };
    const seen = await showWhileWaiting("the store", journal.race(writers, rounds));
    const { events, lost, doubled, misled, medianMs } = seen;
    const isSound = lost + doubled + misled === 0;
    return {
      json: { ...where, sound: isSound, writers, rounds, ...seen },
      lines: [
        isSound
          ? `${output.style("green", "✓ sound")} ${journal.title}: ${writers} writers appended ${events} events at once. Each is there once, in one order. ${medianMs.toFixed(1)} ms each.`
          : `${output.style("red", "✗ not sound")} ${journal.title}: of ${events} events, ${lost} were lost and ${doubled} doubled, and ${misled} writers saw a wrong order. Do not use it as a journal.`,
      ],
      exitCode: isSound ? exitCodes.ok : exitCodes.failed,
    };
  },
});
