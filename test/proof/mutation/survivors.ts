import { readFileSync } from "node:fs";
import { type Group, groups } from "./groups.ts";
import type { Mutant } from "./mutant.ts";
import { identityOf, isAlive } from "./mutant.ts";

/** A mutant that no test can kill, or need kill, and why. */
type Survivor = Omit<Mutant, "status" | "at"> & { readonly why: string };

/** Those that somebody has looked at, one by one. */
const survivors: readonly Survivor[] = JSON.parse(
  readFileSync(new URL("survivors.json", import.meta.url), "utf8"),
);

/** Mutants that live and of which nobody has said why. An entry speaks of one mutant, also where two look the same. */
export function unexplained(mutants: readonly Mutant[]): Mutant[] {
  const left = survivors.map(identityOf);
  return mutants.filter(isAlive).filter((mutant) => {
    const entry = left.indexOf(identityOf(mutant));
    if (entry >= 0) left.splice(entry, 1);
    return entry < 0;
  });
}

/** Entries about these groups, or about files that are in none, whose mutant is not there any more. */
export function outdated(mutants: readonly Mutant[], some: readonly Group[]): string[] {
  const there = new Set(mutants.map(identityOf));
  const isIn = (file: string) => (group: Group) => group.sources.includes(file);
  return survivors
    .filter(({ file }) => some.some(isIn(file)) || !groups.some(isIn(file)))
    .filter((survivor) => !there.has(identityOf(survivor)))
    .map(({ file, code, becomes }) => `${file}: ${code} → ${becomes}`);
}
