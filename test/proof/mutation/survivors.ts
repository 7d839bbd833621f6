import { readFileSync } from "node:fs";
import type { Mutant } from "./mutant.ts";
import { identityOf, isAlive, isKilled } from "./mutant.ts";

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

/** Entries whose mutant is not there any more, or is killed after all. */
export function outdated(mutants: readonly Mutant[]): string[] {
  const left = mutants.filter((mutant) => isAlive(mutant) || isKilled(mutant));
  return survivors.flatMap((survivor) => {
    const found = left.findIndex((mutant) => identityOf(mutant) === identityOf(survivor));
    // On a busy machine a test may take so long that the mutant seems to be the reason.
    const status = left.splice(found, found < 0 ? 0 : 1)[0]?.status ?? "Killed";
    return status === "Killed" ? `${survivor.file}: ${survivor.code} → ${survivor.becomes}` : [];
  });
}

/** How many there are of a group's files. */
export function explained(files: readonly string[]): number {
  return survivors.filter(({ file }) => files.includes(file)).length;
}
