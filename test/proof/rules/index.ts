import { atLeast, none, type Part } from "../part.ts";
import { tryDecisions } from "./decisions.ts";
import { type CallerName, callers, tryJournal } from "./in-the-journal.ts";
import { tryInterleavings } from "./interleavings.ts";
import { tryMerges } from "./merges.ts";
import { tryMistakes, trySwitchedOff } from "./mutants.ts";
import { tryRuns } from "./runs.ts";
import { type RulesResult, rules } from "./subject.ts";

/** The rules of the journal: everything up to a bound. */
export const part: Part = {
  title: "the rules of the journal",
  limit: 45,
  async run({ quick, log }) {
    const failures: string[] = [];
    const sums: Record<string, number> = {};
    const count = (what: string, { counts, broken }: RulesResult) => {
      const numbers = Object.entries(counts).map(
        ([name, number]) => `${number.toLocaleString("en")} ${name}`,
      );
      log(`${what}: ${numbers.join(", ")}`);
      if (broken !== undefined) failures.push(`${what}: ${broken}`);
      return counts as Readonly<Record<string, number>>;
    };
    const add = (sum: string, number = 0) => {
      sums[sum] = (sums[sum] ?? 0) + number;
    };
    const { aims, ...bounds } = quick ? amounts.quick : amounts.whole;
    for (const [longest, kinds] of bounds.histories) {
      const title = `all histories of at most ${longest} attempts, of ${kinds} kinds, with all intents`;
      add("decisions", count(title, tryDecisions(rules, longest, kinds)).decisions);
    }
    const merges = tryMerges(rules, bounds.logs);
    add("decisions", count(`all logs of at most ${bounds.logs} attempts, with all states`, merges).snapshots);
    for (const [size, tries] of bounds.processes) {
      const title = `all interleavings of ${size} processes that try at most ${tries} times and are killed anywhere`;
      add("processes", count(title, tryInterleavings(rules, size, tries)).interleavings);
    }
    const inJournal = await tryJournal(bounds.groups);
    add("journal", count("the journal itself, all interleavings", inJournal).interleavings);
    add("decisions", count("workflow runs, with all that they may find", tryRuns(rules)).cases);
    const switchedOff = await trySwitchedOff();
    const mistakes = await tryMistakes();
    const missed = [...switchedOff, ...mistakes].filter(({ noticedBy }) => noticedBy === undefined);

    return {
      failures: [...failures, ...missed.map(({ title }) => `nothing notices this mistake: ${title}`)],
      table: switchedOff.map(
        ({ title, noticedBy = "-" }) => `without "${title}": ${noticedBy.slice(0, 200)}`,
      ),
      findings: [
        atLeast("decisions and merges held against their laws", sums.decisions ?? 0, aims.decisions),
        atLeast("interleavings of processes, by the rules", sums.processes ?? 0, aims.processes),
        atLeast("interleavings of processes, in the journal", sums.journal ?? 0, aims.journal),
        none("laws that break", failures.length),
        atLeast("rules switched off one by one", switchedOff.length, aims.switchedOff),
        none("rules and small mistakes that nothing misses", missed.length),
      ],
    };
  },
};

const names = Object.keys(callers) as CallerName[];
const pairs = names.flatMap((one, index) => names.slice(index).map((other) => [one, other] as const));

const amounts = {
  quick: {
    histories: [
      [1, 24],
      [2, 8],
    ],
    logs: 1,
    processes: [[2, 1]],
    groups: pairs,
    aims: {
      decisions: 60_000,
      processes: 150_000,
      journal: 800,
      switchedOff: 19,
    },
  },
  whole: {
    histories: [
      [2, 24],
      [3, 12],
      [4, 8],
    ],
    logs: 2,
    // More tries of three processes would take hours.
    processes: [
      [2, 2],
      [3, 1],
    ],
    groups: [
      ...pairs,
      ["creates A", "creates A", "creates A"],
      ["creates A", "key x: A", "types A"],
    ] as const,
    aims: {
      decisions: 10_000_000,
      processes: 500_000_000,
      journal: 60_000,
      switchedOff: 19,
    },
  },
} as const;
