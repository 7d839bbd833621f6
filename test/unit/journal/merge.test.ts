import { expect, test } from "vitest";
import type { Attempt } from "../../../src/journal/attempt.ts";
import { mergeHistory, type Witness } from "../../../src/journal/merge.ts";
import { attempt, succeeded, voided } from "../../harness/journal/attempts.ts";
import { tryMerges } from "../../proof/rules/merges.ts";
import { rules } from "../../proof/rules/subject.ts";

// test/proof/rules has the laws. `npm run proof` holds them against longer logs.
test("A merge keeps the laws for all logs of one attempt, with all states", () => {
  expect(tryMerges(rules, 1).broken).toBeUndefined();
});

const [a1, a2] = [succeeded("a1"), succeeded("a2", { replaced: "c-a1" })];
/** A certificate that only the state knows. */
const stored = succeeded("s1");
/** The same, once it was imported as the latest. */
const mistake = succeeded("s1", { isImported: true });
const dated = (year: number) => succeeded("s1", { issuedAt: `${year}-01-01T00:00:00.000Z` });
const state = (attempts: readonly Attempt[], ...earlier: string[]): Witness => ({ attempts, earlier });

test.each<[name: string, journal: readonly Attempt[], state: Witness, merged: string]>([
  ["a known certificate is there once", [a1], state([succeeded("s1", { certificateId: "c-a1" })]), "a1"],
  [
    "an open attempt that names it does not make it known",
    [attempt("a3", { certificateId: "c-s1" })],
    state([stored]),
    "a3 s1",
  ],
  [
    "it stands before the first that replaced it",
    [a1, succeeded("a2", { replaced: "c-s1" }), succeeded("a3", { replaced: "c-s1" })],
    state([stored]),
    "a1 s1 a2 a3",
  ],
  ["it is the latest if the state lists the journal's latest", [a1, a2], state([stored], "c-a2"), "a1 a2 s1"],
  [
    "a list without the journal's latest proves nothing",
    [a1, a2],
    state([stored], "c-a1"),
    "a1 a2, unclear: s1",
  ],
  [
    "a void attempt proves nothing",
    [a1, voided("a2", { replaced: "c-s1" })],
    state([stored]),
    "a1 a2, unclear: s1",
  ],
  [
    "an encrypted latest proves nothing",
    [succeeded("a1", { certificateId: undefined })],
    state([stored]),
    "a1, unclear: s1",
  ],
  ["an early time proves nothing", [a1], state([dated(2001)]), "a1, unclear: s1"],
  ["a late time proves nothing", [a1], state([dated(2099)]), "a1, unclear: s1"],
  ["an open attempt of the state comes last", [a1], state([attempt("s9")]), "a1 s9"],
  [
    "a listed import before a known certificate was a mistake",
    [a1, mistake],
    state([a1], "c-s1"),
    "s1 a1, corrected: a1",
  ],
  [
    "also if the state knows that certificate by another attempt",
    [a1, mistake],
    state([succeeded("s2", { certificateId: "c-a1" })], "c-s1"),
    "s1 a1, corrected: a1",
  ],
  ["an import that is not listed stays the latest", [a1, mistake], state([a1]), "a1 s1"],
  ["what the journal sent stays the latest", [a1, a2], state([a1], "c-a2"), "a1 a2"],
  [
    "what the journal sent after a mistake stays the latest",
    [a1, mistake, succeeded("a3")],
    state([a1], "c-s1", "c-a3"),
    "a1 s1 a3",
  ],
])("The order of journal and state: %s", (_, journal, witness, expected) => {
  const { attempts, unclear, corrected } = mergeHistory(journal, [witness]);
  const ids = attempts.map(({ attemptId }) => attemptId).join(" ");
  const more = [unclear && `unclear: ${unclear.attemptId}`, corrected && `corrected: ${corrected.attemptId}`];
  expect([ids, ...more].filter(Boolean).join(", ")).toBe(expected);
});

test("Two states are put in order by what they replaced and list", () => {
  const states = [state([stored]), state([succeeded("s2", { replaced: "c-s1" })], "c-s1")];
  for (const witnesses of [states, states.toReversed()])
    expect(mergeHistory([], witnesses).attempts.map(({ attemptId }) => attemptId)).toEqual(["s1", "s2"]);
});

test("An attempt in both has the journal's members, and the state adds only the outcome that the journal lacks", () => {
  const open = attempt("a1", { idempotencyKey: "k", requestDigest: "A", replaced: "c0" });
  const known = succeeded("a1", { requestDigest: "B", issuedAt: "2026-01-01", replaced: "x" });
  const { status, lastEvent, certificateId, issuedAt } = known;
  const completed = { ...open, status, lastEvent, certificateId, issuedAt };
  expect(mergeHistory([open], [state([known])]).attempts).toEqual([completed]);
  // A person may have corrected the journal's certificate.
  const corrected = succeeded("a1", { certificateId: "right" });
  expect(mergeHistory([corrected], [state([a1])]).attempts).toEqual([corrected]);
});
