import type { Attempt, Journal } from "../journal/index.ts";
import { isOpen } from "../journal/index.ts";

/** An attempt as programs read it, in the words of the command line. */
export async function forPrograms(attempt: Attempt, journal: Journal) {
  const { what, name: once, unshown: _, ...rest } = attempt;
  return {
    ...rest,
    once,
    askedFor: what === undefined ? undefined : Object.fromEntries(partsOf(what)),
    open: isOpen(attempt),
    mayBeInFlight: await journal.mayBeInFlight(attempt),
  };
}

/** The oldest first. An attempt without a date, because its line is damaged, stays behind the one before it. */
export function byTime(attempts: readonly Attempt[]): Attempt[] {
  const times = new Map<Attempt, string>();
  for (const [index, attempt] of attempts.entries()) {
    const before = attempts[index - 1];
    const isSameOrder = before?.orderId === attempt.orderId;
    times.set(attempt, attempt.sentAt || (before && isSameOrder ? (times.get(before) ?? "") : ""));
  }
  const timeOf = (attempt: Attempt) => times.get(attempt) ?? "";
  return [...attempts].sort((a, b) => (timeOf(a) < timeOf(b) ? -1 : timeOf(a) > timeOf(b) ? 1 : 0));
}

/** What an attempt asked for: the arguments that it gave, each with a digest that tells equal values. */
export function partsOf(what: string): [name: string, digest: string][] {
  const parts = what.split(" ").filter((part) => part !== "");
  return parts.map((part) => [part.slice(0, part.indexOf(":")), part.slice(part.indexOf(":") + 1)]);
}

/** What became of an attempt, and whether it holds its order back. */
export function standingOf(attempt: Attempt): string {
  const { state, fate, certificateId } = attempt;
  const id = certificateId ? `, certificate ${certificateId}` : "";
  if (!isOpen(attempt)) return `${state}${id}`;
  return `${state}${id}, ${fate === "done" ? "not acknowledged" : "not settled"}`;
}
