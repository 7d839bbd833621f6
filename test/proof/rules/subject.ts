import type { Attempt } from "../../../src/journal/attempt.ts";
import * as attempts from "../../../src/journal/attempt.ts";
import * as history from "../../../src/journal/history.ts";
import * as imports from "../../../src/journal/import.ts";
import * as journal from "../../../src/journal/journal.ts";
import * as merge from "../../../src/journal/merge.ts";
import * as decisions from "../../../src/journal/rules.ts";
import * as snapshot from "../../../src/journal/snapshot.ts";

/** What is tried: the rules themselves, or a copy of them with a mistake in it. */
export const rules = {
  ...attempts,
  ...history,
  ...imports,
  ...journal,
  ...merge,
  ...decisions,
  ...snapshot,
};
export type Rules = typeof rules;

/** How much was tried, and the first thing that did not hold, with all that is needed to repeat it. */
export interface RulesResult {
  readonly count: number;
  readonly broken: string | undefined;
}

export class BrokenLaw extends Error {}

type Laws<Case> = Readonly<Record<string, (of: Case) => boolean>>;

/** Holds every case against every law, until one does not hold. */
export function tryAll<Case>(
  cases: Iterable<Case>,
  laws: Laws<Case>,
  describe: (of: Case) => string,
): RulesResult {
  const all = Object.entries(laws);
  let count = 0;
  for (const of of cases) {
    count++;
    for (const [law, holds] of all) if (!holds(of)) return { count, broken: `${law}: ${describe(of)}` };
  }
  return { count, broken: undefined };
}

/** The same, for cases that the journal itself makes. */
export async function tryAllAsync<Case>(
  cases: AsyncIterable<Case>,
  laws: Laws<Case>,
  describe: (of: Case) => string,
): Promise<RulesResult> {
  let count = 0;
  for await (const of of cases) {
    const { broken } = tryAll([of], laws, describe);
    count++;
    if (broken !== undefined) return { count, broken };
  }
  return { count, broken: undefined };
}

/** Who is believed about an attempt: the table of the promise, written once more. */
export function believed(
  words: readonly string[],
  named: string | undefined,
  statements: readonly (string | null)[],
): string {
  const stated = statements.filter((one) => one !== null).at(-1);
  if (words.includes("done")) return `succeeded ${named ?? stated}`;
  if (stated !== undefined) return `succeeded ${stated}`;
  if (words.includes("done-unread")) return "open";
  if (words.includes("rejected") || words.includes("not-sent")) return "void";
  return statements.length > 0 ? "void" : "open";
}

/** The result of an attempt, in the same words. */
export function resultOf({ status, certificateId }: Attempt): string {
  return status === "succeeded" ? `succeeded ${certificateId}` : status;
}

export function shown(history: readonly Attempt[]): string {
  const words = history.map((one) =>
    [
      ...[one.attemptId, one.status, one.requestDigest, one.certificateId, one.isImported && "imported"],
      one.idempotencyKey && `key ${one.idempotencyKey}`,
      one.previous && `for ${one.previous}`,
      ...one.answeredKeys.map((key) => `answered ${key}`),
    ]
      .filter(Boolean)
      .join(" "),
  );
  return `[${words.join("; ")}]`;
}
