import { printable } from "../contract/index.ts";
import type { Damage } from "./history.ts";

/** What is wrong with an entry, as a part of a sentence. */
export function describeDamage({ position, problem, object }: Omit<Damage, "id">): string {
  if (object !== undefined) return `the object ${printable(object)} is not an entry of certorder`;
  if (position === 0) return "its log cannot be read";
  const problems = {
    missing: "is missing",
    "newer-version": "was written by a newer certorder",
    "other-order": "names another order",
  } as const;
  return `entry ${position} ${problem === undefined ? "cannot be read" : problems[problem]}`;
}

/** It is whole, and this version does not know its format. It must not be set aside. */
export function isOfNewerVersion({ problem }: Damage): boolean {
  return problem === "newer-version";
}
