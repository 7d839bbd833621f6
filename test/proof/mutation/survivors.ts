import { readFileSync } from "node:fs";
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

/** Entries whose mutant is not there any more. */
export function outdated(mutants: readonly Mutant[]): string[] {
  const there = new Set(mutants.map(identityOf));
  return survivors
    .filter((survivor) => !there.has(identityOf(survivor)))
    .map(({ file, code, becomes }) => `${file}: ${code} → ${becomes}`);
}
