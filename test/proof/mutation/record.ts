import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Group } from "./groups.ts";
import { groups } from "./groups.ts";
import type { Mutant } from "./mutant.ts";
import { isAlive, isKilled } from "./mutant.ts";
import { unexplained } from "./survivors.ts";

const path = join(import.meta.dirname, "record.json");
const root = join(import.meta.dirname, "..", "..", "..");

/** What the last run of a group counted, and of what. */
export interface Counted {
  readonly files: Readonly<
    Record<string, { readonly sha256: string; readonly mutants: number; readonly killed: number }>
  >;
  readonly tests: Readonly<Record<string, { readonly sha256: string }>>;
  /** Mutants that live, and nobody has said why. */
  readonly unexplained: number;
}

export type Counts = Readonly<Record<string, Counted>>;

/** What the files of a group hold. Taken before a run, so that what changes meanwhile does not pass for counted. */
export function hashesOf({ sources, tests }: Group): Readonly<Record<string, string>> {
  return Object.fromEntries([...sources, ...tests].map((file) => [file, hashOf(file)]));
}

export function count(group: Group, mutants: readonly Mutant[], hashes = hashesOf(group)): Counted {
  const sha256Of = (file: string) => ({ sha256: hashes[file] ?? "" });
  return {
    files: Object.fromEntries(
      group.sources.map((file) => {
        const own = mutants.filter((mutant) => mutant.file === file);
        const killed = own.filter(isKilled).length;
        return [file, { ...sha256Of(file), mutants: killed + own.filter(isAlive).length, killed }];
      }),
    ),
    tests: Object.fromEntries(group.tests.map((file) => [file, sha256Of(file)])),
    unexplained: unexplained(mutants).length,
  };
}

export function totals({ files }: Counted): { mutants: number; killed: number } {
  const sum = { mutants: 0, killed: 0 };
  for (const { mutants, killed } of Object.values(files)) {
    sum.mutants += mutants;
    sum.killed += killed;
  }
  return sum;
}

export function readRecord(): Counts {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** Each group is written down as soon as it is counted, so that a run that is cut off need not begin again. */
export function writeRecord(name: string, counted: Counted): void {
  const all: Counts = { ...readRecord(), [name]: counted };
  // In the order of the groups, and without those that there are no longer.
  const kept = groups.flatMap((group) => (all[group.name] ? [[group.name, all[group.name]]] : []));
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}

/** Sources and tests of a group that are not, or no longer, those that were counted. */
export function changedSince(record: Counts, { name, sources, tests }: Group): string[] {
  const { files: countedFiles = {}, tests: countedTests = {} } = record[name] ?? {};
  const then = { ...countedFiles, ...countedTests };
  const now = [...sources, ...tests];
  return [
    ...now.filter((file) => then[file]?.sha256 !== hashOf(file)),
    ...Object.keys(then).filter((file) => !now.includes(file)),
  ];
}

function hashOf(file: string): string {
  return createHash("sha256")
    .update(readFileSync(join(root, file)))
    .digest("hex");
}
