import { expect, test } from "vitest";
import type { Attempt } from "../../../src/journal/attempt.ts";
import { decide, type Intent, knowing, knowingNothing } from "../../../src/journal/rules.ts";
import { attempt, succeeded, voided } from "../../harness/journal/attempts.ts";
import { tryDecisions } from "../../proof/rules/decisions.ts";
import { rules } from "../../proof/rules/subject.ts";

// test/proof/rules has the laws. `npm run proof` holds them against longer histories.
test.each([
  { size: "one attempt, of every kind", longest: 1, kinds: 24 },
  { size: "two attempts, of the most common kinds", longest: 2, kinds: 8 },
])("The rules keep the laws for all histories of at most $size, with all intents", ({ longest, kinds }) => {
  expect(tryDecisions(rules, longest, kinds).broken).toBeUndefined();
});

// What the laws mean, by examples.

const [a1, a2] = [succeeded("a1"), succeeded("a2", { requestDigest: "B" })];
const keyed = succeeded("a1", { idempotencyKey: "k" });
const open = attempt("a9");
const intent = (more: Partial<Intent> = {}): Intent => ({
  requestDigest: "A",
  knownLatest: knowingNothing,
  force: false,
  ...more,
});
const forced = (known: Attempt, more: Partial<Intent> = {}) =>
  intent({ knownLatest: knowing(known), force: true, ...more });

test.each<[name: string, history: Attempt[], intent: Intent, expected: string]>([
  ["without a success, a request is sent", [voided("a1")], intent(), "send"],
  ["rule 1: an open attempt blocks", [open, a1], forced(a1), "blocked open a9"],
  ["rule 2: an answered key is not sent", [keyed], forced(keyed, { idempotencyKey: "k" }), "already-done a1"],
  [
    "rule 2: a key whose certificate is not the latest is blocked",
    [keyed, a2],
    intent({ idempotencyKey: "k", supersede: "a2" }),
    "blocked key-used a1",
  ],
  ["rule 3: the same request is already done", [a1], intent(), "already-done a1"],
  ["rule 3: a caller that knows the latest can force one more", [a1], forced(a1), "send"],
  ["rule 3: force may depend on the latest", [a1], forced(a1, { force: () => false }), "already-done a1"],
  ["rule 4: another request needs to know the latest", [a1, a2], forced(a1), "blocked reissued-since a2"],
  ["rule 4: a caller that knows the latest sends", [a1, a2], forced(a2), "send"],
  ["the latest can be superseded", [a1, a2], intent({ supersede: "a2" }), "send"],
  ["no other can be superseded", [a1, a2], intent({ supersede: "a1" }), "blocked reissued-since a2"],
  [
    "without a success, nothing can be superseded",
    [],
    intent({ supersede: "a1" }),
    "blocked nothing-to-supersede",
  ],
])("A decision: %s", (_, history, asked, expected) => {
  const decision = decide(history, asked);
  const { reason, attempt: by } = decision as { reason?: string; attempt?: Attempt };
  expect([decision.kind, reason, by?.attemptId].filter(Boolean).join(" ")).toBe(expected);
});
