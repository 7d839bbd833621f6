import type { Finding } from "../../finding.ts";
import type { Conditions, Part, Proved } from "../part.ts";
import { none } from "../part.ts";
import { groups } from "./groups.ts";
import type { Mutant } from "./mutant.ts";
import { inWords } from "./mutant.ts";
import type { Counts } from "./record.ts";
import { changedSince, count, readRecord, totals, writeRecord } from "./record.ts";
import { haveStryker, mutate } from "./stryker.ts";
import { outdated, unexplained } from "./survivors.ts";

/** Of a hundred mistakes, how many the tests have to notice. */
const aim = 85;

export const part: Part = {
  title: "The tests notice mistakes in what matters most",
  limit: 30,
  run: (conditions) => (isDue(conditions) ? whole(conditions) : look()),
};

/** Makes every mistake, one at a time, and writes down what came of it. */
async function whole({ say }: Conditions): Promise<Proved> {
  haveStryker();
  const all: Mutant[] = [];
  const counts: Record<string, Counts[string]> = {};
  for (const group of groups) {
    const mutants = await mutate(group);
    all.push(...mutants);
    const counted = count(group, mutants);
    counts[group.name] = counted;
    say(`${group.name}: ${inNumbers(counted)}`);
  }
  writeRecord(counts);
  const open = unexplained(all);
  const old = outdated(all);
  return {
    findings: [
      ...scores(counts),
      none("Mistakes that no test notices, and nobody has said why", open.length),
      none("Reasons for mistakes that cannot be made any more", old.length),
    ],
    failures: [
      ...open.map((mutant) => `No test notices ${inWords(mutant)}`),
      ...old.map((entry) => `survivors.json explains what is not there: ${entry}`),
    ],
  };
}

/** The same mistakes in the same sources are noticed by the same tests: they are made again only when one has changed. */
function isDue({ quick, named }: Conditions): boolean {
  return !quick && (named || changedSince(readRecord()).length > 0);
}

/** What the last whole run has written down. */
async function look(): Promise<Proved> {
  const record = readRecord();
  const changed = changedSince(record);
  const open = Object.values(record).reduce((sum, counted) => sum + counted.unexplained, 0);
  return {
    findings: [
      ...scores(record),
      none("Mistakes that no test notices, and nobody has said why, by the record", open),
    ],
    table: [
      `By the record of the last run; npm run proof -- --only mutation counts again.`,
      ...changed.map((file) => `Changed since: ${file}`),
    ],
  };
}

function scores(counts: Counts): Finding[] {
  return groups.map(({ name }) => {
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
  return `${killed} of ${mutants} (${((killed * 100) / mutants).toFixed(1)} %)`;
}
