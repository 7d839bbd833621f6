import type { Finding } from "../../finding.ts";
import type { Conditions, Part, Proved } from "../part.ts";
import { none } from "../part.ts";
import { type Group, groups } from "./groups.ts";
import type { Mutant } from "./mutant.ts";
import { inWords } from "./mutant.ts";
import type { Counts } from "./record.ts";
import { changedSince, count, hashesOf, readRecord, totals, writeRecord } from "./record.ts";
import { haveStryker, mutate } from "./stryker.ts";
import { outdated, unexplained } from "./survivors.ts";

/** Of a hundred mistakes, how many the tests have to notice. */
const aim = 85;
const command = "npm run proof -- --only mutation";

export const part: Part = {
  title: "The tests notice mistakes in what matters most",
  // For all groups at once. What was counted by then stays counted.
  limit: 120,
  // The same mistakes in the same sources are noticed by the same tests: they are made again only where one has changed, or
  // where somebody wants to see it. A quick run makes none.
  run: (conditions) => {
    const due = [...groups.filter((group) => !isCounted(group)), ...staleGroups().map(({ group }) => group)];
    if (conditions.quick || (due.length === 0 && !conditions.named)) return look();
    return due.length > 0
      ? mutateAll(due, conditions)
      : mutateAll(groups, conditions, { fromTheBeginning: true });
  },
};

/** Groups that nobody has counted yet are told apart: they have no record that could be stale. */
const isCounted = ({ name }: Group) => readRecord()[name] !== undefined;

function staleGroups(): { group: Group; changed: readonly string[] }[] {
  const record = readRecord();
  return groups
    .filter(isCounted)
    .map((group) => ({ group, changed: changedSince(record, group) }))
    .filter(({ group, changed }) => changed.length > 0 || group.sources.length === 0);
}

/** Makes every mistake in some groups, one at a time, and writes down what came of it. */
async function mutateAll(
  due: readonly Group[],
  { say }: Conditions,
  { fromTheBeginning = false } = {},
): Promise<Proved> {
  haveStryker();
  const all: Mutant[] = [];
  for (const group of due) {
    const hashes = hashesOf(group);
    const mutants = await mutate(group, fromTheBeginning);
    all.push(...mutants);
    const counted = count(group, mutants, hashes);
    writeRecord(group.name, counted);
    say(`${group.name}: ${inNumbers(counted)}`);
  }
  const open = unexplained(all);
  const old = outdated(all, due);
  const { findings } = await look();
  return {
    findings: [...findings, none("Reasons for mistakes that cannot be made any more", old.length)],
    failures: [
      ...open.map((mutant) => `No test notices ${inWords(mutant)}`),
      ...old.map((entry) => `survivors.json explains what is not there: ${entry}`),
    ],
  };
}

/** What the last runs have written down. A record of something else than what is there now proves nothing. */
async function look(): Promise<Proved> {
  const record = readRecord();
  const uncounted = groups.filter((group) => !isCounted(group)).map(({ name }) => name);
  const stale = staleGroups();
  const open = Object.values(record).reduce((sum, counted) => sum + counted.unexplained, 0);
  return {
    findings: [
      {
        what: "Groups whose mistakes were never counted",
        value: uncounted.length === 0 ? "0" : uncounted.join(", "),
        aim: `0; ${command} counts them`,
        met: uncounted.length === 0,
      },
      {
        what: "Groups that have changed since their mistakes were counted",
        value: stale.length === 0 ? "0" : stale.map(({ group }) => group.name).join(", "),
        aim: `0; ${command} counts again`,
        met: stale.length === 0,
      },
      ...scores(record),
      none("Mistakes that no test notices, and nobody has said why, by the record", open),
    ],
    table: [
      `By the record of the last run; ${command} counts again.`,
      ...stale.flatMap(({ group, changed }) =>
        changed.map((file) => `Changed since (${group.name}): ${file}`),
      ),
    ],
  };
}

function scores(counts: Counts): Finding[] {
  return groups
    .filter(({ name }) => counts[name])
    .map(({ name }) => {
      const counted = counts[name] ?? { files: {}, tests: {}, unexplained: 0 };
      const { mutants, killed } = totals(counted);
      return {
        what: `Mistakes noticed: ${name}`,
        value: inNumbers(counted),
        aim: `at least ${aim} %`,
        met: mutants > 0 && killed * 100 >= mutants * aim,
      };
    });
}

function inNumbers(counted: Counts[string]): string {
  const { mutants, killed } = totals(counted);
  return mutants === 0
    ? "never counted"
    : `${killed} of ${mutants} (${((killed * 100) / mutants).toFixed(1)} %)`;
}
