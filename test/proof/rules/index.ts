import { atLeast, none, type Part } from "../part.ts";
import { tryDecisions } from "./decisions.ts";
import { type CallerName, callers, tryJournal } from "./in-the-journal.ts";
import { tryInterleavings } from "./interleavings.ts";
import { tryMerges } from "./merges.ts";
import { tryMistakes } from "./mutants.ts";
import { tryRuns } from "./runs.ts";
import { type RulesResult, rules } from "./subject.ts";

const names = Object.keys(callers) as CallerName[];
const pairs = names.flatMap((one, index) => names.slice(index).map((other) => [one, other] as const));

/** How far everything is tried, and how much that has to come to. */
const amounts = {
  quick: {
    histories: [
      [1, 24],
      [2, 8],
    ],
    logs: 1,
    processes: [[2, 1]],
    groups: pairs,
    aims: { decisions: 60_000, interleavings: 150_000, inJournal: 800 },
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
    aims: { decisions: 10_000_000, interleavings: 500_000_000, inJournal: 60_000 },
  },
} as const;

/** The rules of the journal: everything up to a bound. */
export const part: Part = {
  title: "the rules of the journal",
  limit: 45,
  async run({ quick, log }) {
    const failures: string[] = [];
    const take = (what: string, { count, broken }: RulesResult) => {
      log(`${count.toLocaleString("en")}: ${what}`);
      if (broken !== undefined) failures.push(`${what}: ${broken}`);
      return count;
    };
    const { aims, histories, logs, processes, groups } = quick ? amounts.quick : amounts.whole;
    let decisions = take("workflow runs, with all that they may find", tryRuns(rules));
    for (const [longest, kinds] of histories)
      decisions += take(
        `all histories of at most ${longest} attempts, of ${kinds} kinds, with all intents`,
        tryDecisions(rules, longest, kinds),
      );
    decisions += take(`all logs of at most ${logs} attempts, with all states`, tryMerges(rules, logs));
    let interleavings = 0;
    for (const [size, tries] of processes)
      interleavings += take(
        `all interleavings of ${size} processes that try at most ${tries} times and are killed anywhere`,
        tryInterleavings(rules, size, tries),
      );
    const inJournal = take("the journal itself, all interleavings", await tryJournal(groups));
    const mistakes = await tryMistakes();
    return {
      failures: [...failures, ...mistakes.missed.map((title) => `no law notices this mistake: ${title}`)],
      findings: [
        atLeast("decisions and merges held against their laws", decisions, aims.decisions),
        atLeast("interleavings of processes, by the rules", interleavings, aims.interleavings),
        atLeast("interleavings of processes, in the journal", inJournal, aims.inJournal),
        none("laws that break", failures.length),
        atLeast("rules switched off, and smaller mistakes in them", mistakes.count, 66),
        none("of these: noticed by no law", mistakes.missed.length),
      ],
    };
  },
};
