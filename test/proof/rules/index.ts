import { atLeast, none, type Part } from "../part.ts";
import { kindCount, tryDecisions } from "./decisions.ts";
import { tryImportedTimes } from "./imported-times.ts";
import { type ActorName, importPairs, tryImports } from "./imports.ts";
import { type CallerName, callers, renewers, tryJournal } from "./in-the-journal.ts";
import { tryInterleavings } from "./interleavings.ts";
import { tryMerges } from "./merges.ts";
import { tryMistakes } from "./mutants.ts";
import { tryImportedRequests, tryImportSequences, tryStatements } from "./statements.ts";
import { type RulesResult, rules } from "./subject.ts";

const names = Object.keys(callers) as CallerName[];
const timers = Object.keys(renewers) as CallerName[];
const pairs = [
  ...names.flatMap((one, index) => names.slice(index).map((other) => [one, other] as const)),
  // Who creates a resource finds a certificate here, and sends nothing.
  ...timers.flatMap((one) => [...timers, "types A", "key x: A"].map((other) => [one, other as CallerName])),
];

/** How far everything is tried, and how much that has to come to. */
const amounts = {
  quick: {
    histories: [
      [1, kindCount],
      [2, 8],
    ],
    logs: 1,
    sequences: 3,
    processes: [[2, 1]],
    groups: pairs,
    imports: importPairs,
    aims: { decisions: 75_000, interleavings: 250_000, inJournal: 2_500 },
  },
  whole: {
    histories: [
      [2, kindCount],
      [3, 12],
      [4, 8],
    ],
    logs: 2,
    sequences: 4,
    // More tries of three processes would take hours.
    processes: [
      [2, 2],
      [3, 1],
    ],
    groups: [
      ...pairs,
      ["creates A", "creates A", "creates A"],
      ["creates A", "key x: A", "types A"],
      ["renews by age: A", "renews by age: B", "renews by age: A"],
    ] as const,
    imports: [...importPairs, ["imports x", "imports y", "reissues"] as ActorName[]],
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
    const { aims, histories, logs, sequences, processes, groups, imports } = quick
      ? amounts.quick
      : amounts.whole;
    let decisions = take(
      `all sequences of ${sequences} statements and words about an attempt`,
      await tryStatements(rules, sequences),
    );
    decisions += take(
      `all sequences of ${sequences} imports and reissues`,
      await tryImportSequences(rules, sequences),
    );
    decisions += take(
      `all sequences of ${sequences} imports that state a request`,
      await tryImportedRequests(rules, sequences),
    );
    decisions += take(
      `all sequences of ${sequences} times of issue that are typed, or that states bring`,
      await tryImportedTimes(rules, sequences),
    );
    for (const [longest, kinds] of histories)
      decisions += take(
        `all histories of at most ${longest} attempts, of ${kinds} kinds, with all intents`,
        tryDecisions(rules, longest, kinds),
      );
    decisions += take(`all logs of at most ${logs} attempts, with all states`, await tryMerges(rules, logs));
    let interleavings = 0;
    for (const [size, tries] of processes)
      interleavings += take(
        `all interleavings of ${size} processes that try at most ${tries} times and are killed anywhere`,
        tryInterleavings(rules, size, tries),
      );
    const inJournal =
      take("the journal itself, all interleavings", await tryJournal(groups)) +
      take("people who import meanwhile, all interleavings", await tryImports(rules, imports));
    const mistakes = await tryMistakes();
    return {
      failures: [...failures, ...mistakes.missed.map((title) => `no law notices this mistake: ${title}`)],
      findings: [
        atLeast("decisions and merges held against their laws", decisions, aims.decisions),
        atLeast("interleavings of processes, by the rules", interleavings, aims.interleavings),
        atLeast("interleavings of processes, in the journal", inJournal, aims.inJournal),
        none("laws that break", failures.length),
        atLeast("rules switched off, and smaller mistakes in them", mistakes.count, 120),
        none("of these: noticed by no law", mistakes.missed.length),
      ],
    };
  },
};
