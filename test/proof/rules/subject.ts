import * as runs from "../../../src/action/run-intent.ts";
import * as attempts from "../../../src/journal/attempt.ts";
import * as merge from "../../../src/journal/merge.ts";
import * as decisions from "../../../src/journal/rules.ts";
import * as service from "../../../src/journal/service-ref.ts";
import * as snapshot from "../../../src/journal/snapshot.ts";

/** What is tried: the rules themselves, or a copy of them with a mistake in it. */
export const rules = { ...attempts, ...decisions, ...merge, ...snapshot, ...service, ...runs };
export type Rules = typeof rules;

/** The files that `rules` is made of. A mistake is made in one of them. */
export const sources = {
  attempt: new URL("../../../src/journal/attempt.ts", import.meta.url),
  rules: new URL("../../../src/journal/rules.ts", import.meta.url),
  merge: new URL("../../../src/journal/merge.ts", import.meta.url),
  snapshot: new URL("../../../src/journal/snapshot.ts", import.meta.url),
  "service-ref": new URL("../../../src/journal/service-ref.ts", import.meta.url),
  runs: new URL("../../../src/action/run-intent.ts", import.meta.url),
} as const;

/** What was tried, and the first thing that did not hold, with all that is needed to repeat it. */
export interface RulesResult {
  readonly counts: Readonly<Record<string, number>>;
  readonly broken: string | undefined;
}

/** A law does not hold. */
export class BrokenLaw extends Error {}
