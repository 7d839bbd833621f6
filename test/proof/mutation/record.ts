import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Group } from "./groups.ts";
import { groups } from "./groups.ts";
import type { Mutant } from "./mutant.ts";
import { isAlive, isKilled } from "./mutant.ts";
import { unexplained } from "./survivors.ts";

const path = join(import.meta.dirname, "record.json");
const root = join(import.meta.dirname, "..", "..", "..");

/** What the last whole run counted, and of what. */
export interface Counted {
  readonly files: Readonly<
    Record<string, { readonly sha256: string; readonly mutants: number; readonly killed: number }>
  >;
  readonly tests: Readonly<Record<string, { readonly sha256: string }>>;
  /** Mutants that live, and nobody has said why. */
  readonly unexplained: number;
}

export type Counts = Readonly<Record<string, Counted>>;

export function count({ sources, tests }: Group, mutants: readonly Mutant[]): Counted {
  return {
    files: Object.fromEntries(
      sources.map((file) => {
        const own = mutants.filter((mutant) => mutant.file === file);
        const killed = own.filter(isKilled).length;
        return [file, { sha256: hashOf(file), mutants: killed + own.filter(isAlive).length, killed }];
      }),
    ),
    tests: Object.fromEntries(testFiles(tests).map((file) => [file, { sha256: hashOf(file) }])),
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

export function writeRecord(counts: Counts): void {
  writeFileSync(path, `${JSON.stringify(counts, null, 2)}\n`);
}

/** Sources and tests that are not, or no longer, those of the record. */
export function changedSince(record: Counts): string[] {
  return groups.flatMap((group) => {
    const { files = {}, tests = {} } = record[group.name] ?? {};
    const then = { ...files, ...tests };
    return [...group.sources, ...testFiles(group.tests)].filter(
      (file) => then[file]?.sha256 !== hashOf(file),
    );
  });
}

function testFiles(patterns: readonly string[]): string[] {
  return globSync([...patterns], { cwd: root }).sort();
}

function hashOf(file: string): string {
  return createHash("sha256")
    .update(readFileSync(join(root, file)))
    .digest("hex");
}
