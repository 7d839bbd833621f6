import * as rules from "../../../src/journal/rules.ts";
import { atLeast, none, type Part } from "../part.ts";
import { tryDecisions } from "./decisions.ts";
import { type AskerName, askers, tryJournal } from "./in-the-journal.ts";
import { tryInterleavings } from "./interleavings.ts";
import { tryMistakes } from "./mutants.ts";
import { trySequences } from "./sequences.ts";
import type { Tried } from "./subject.ts";
import { tryUnions } from "./unions.ts";

/** The five rules (src/journal/rules.ts), as far as they can be tried out: all of it up to a bound, and chance beyond. */
export const part: Part = {
  title: "the rules of the journal",
  limit: 30,
  async run({ quick, seed, say }) {
    const failures: string[] = [];
    const count = (what: string, { counts, broken }: Tried) => {
      const numbers = Object.entries(counts).map(
        ([name, number]) => `${number.toLocaleString("en")} ${name}`,
      );
      say(`${what}: ${numbers.join(", ")}`);
      if (broken !== undefined) failures.push(`${what}: ${broken}`);
      return counts as Readonly<Record<string, number>>;
    };
    const most = quick ? bounds.quick : bounds.whole;
    const decisions = most.histories.map(([alphabet, longest]) =>
      count(
        `all histories of at most ${longest} attempts (${alphabet} kinds), with all wishes`,
        tryDecisions(rules, longest, alphabet),
      ),
    );
    count("all histories of at most 2 attempts, with all that states say", tryUnions(rules, 2, most.stored));
    const processes = most.processes.map(([size, tries]) =>
      count(
        `all interleavings of ${size} processes that try at most ${tries} times and die anywhere`,
        tryInterleavings(rules, size, tries),
      ),
    );
    const journal = count("the journal itself, all interleavings", await tryJournal(most.groups));
    const sequences = most.sequences.map(([times, length]) =>
      count(`random sequences, seed ${seed}`, trySequences(rules, { seed, times, length })),
    );
    const mistakes = await tryMistakes(quick ? "first" : "all");
    const missed = mistakes.filter(({ noticedBy }) => noticedBy.length === 0);
    say(`mistakes in the rules: ${mistakes.length - missed.length} of ${mistakes.length} noticed`);

    const sum = (of: readonly Readonly<Record<string, number>>[], what: string) =>
      of.reduce((total, counts) => total + (counts[what] ?? 0), 0);
    return {
      failures: [...failures, ...missed.map(({ title }) => `Nothing notices that ${title}`)],
      table: tableOf(mistakes),
      findings: [
        atLeast(
          "decisions of the rules held against their laws",
          sum(decisions, "decisions"),
          most.aims.decisions,
        ),
        atLeast(
          "interleavings of processes, by the rules",
          sum(processes, "interleavings"),
          most.aims.processes,
        ),
        atLeast("interleavings of processes, in the journal", journal.interleavings ?? 0, most.aims.journal),
        atLeast("things that people do, in random sequences", sum(sequences, "actions"), most.aims.actions),
        none("histories, interleavings and sequences that break the promise", failures.length),
        none("mistakes in the rules that nothing notices", missed.length),
      ],
    };
  },
};

const kinds = Object.keys(askers) as AskerName[];
const pairs = kinds.flatMap((one, index) => kinds.slice(index).map((other) => [one, other]));

const bounds = {
  quick: {
    histories: [
      ["all", 1],
      ["common", 2],
    ],
    ...{ stored: 1, groups: pairs, processes: [[2, 1]], sequences: [[3000, 14]] },
    aims: { decisions: 50_000, processes: 100_000, journal: 800, actions: 42_000 },
  },
  whole: {
    histories: [
      ["all", 2],
      ["common", 4],
    ],
    stored: 2,
    // As many tries as processes would take hours.
    processes: [
      [2, 2],
      [3, 1],
    ],
    groups: [
      ...pairs,
      ["creates A", "creates A", "creates A"],
      ["creates A", "once x: A", "types A"],
    ] as const,
    sequences: [
      [500_000, 8],
      [200_000, 14],
      [20_000, 60],
    ],
    aims: { decisions: 10_000_000, processes: 500_000_000, journal: 60_000, actions: 8_000_000 },
  },
} as const;

/** What notices the mistakes, in numbers. */
function tableOf(mistakes: Awaited<ReturnType<typeof tryMistakes>>): string[] {
  const by = new Map<string, number>();
  for (const { noticedBy } of mistakes) for (const name of noticedBy) by.set(name, (by.get(name) ?? 0) + 1);
  return [`Mistakes noticed by: ${[...by].map(([name, times]) => `${name} ${times}`).join(", ")}`];
}
