import { expect, test } from "vitest";
import type { Attempt } from "../../../src/journal/attempt.ts";
import { mergeHistory, type StateRecord } from "../../../src/journal/merge.ts";
import { attempt, stated, succeeded, voided } from "../../harness/journal/attempts.ts";
import { tryMerges } from "../../proof/rules/merges.ts";
import { rules } from "../../proof/rules/subject.ts";

// test/proof/rules has the laws. `npm run proof` holds them against longer logs.
test("A merge keeps the laws for all logs of one attempt, with all states", async () => {
  expect((await tryMerges(rules, 1)).broken).toBeUndefined();
});

const [a1, a2] = [succeeded("a1"), succeeded("a2", { previous: "c-a1" })];
/** A certificate that only the state knows. */
const stored = succeeded("s1");
const dated = (year: number) => succeeded("s1", { issuedAt: `${year}-01-01T00:00:00.000Z` });
const state = (attempts: readonly Attempt[], ...earlier: string[]): StateRecord => ({ attempts, earlier });

test.each<[name: string, journal: readonly Attempt[], state: StateRecord, merged: string]>([
  ["a known certificate is there once", [a1], state([succeeded("s1", { certificateId: "c-a1" })]), "a1"],
  [
    "an open attempt that names it does not make it known",
    [attempt("a3", { certificateId: "c-s1" })],
    state([stored]),
    "a3 s1",
  ],
  [
    "it stands before the first that replaced it",
    [a1, succeeded("a2", { previous: "c-s1" }), succeeded("a3", { previous: "c-s1" })],
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
    [a1, voided("a2", { previous: "c-s1" })],
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
  ["what the journal sent stays the latest", [a1, a2], state([a1], "c-a2"), "a1 a2"],
])("The order of journal and state: %s", (_, journal, record, expected) => {
  const { attempts, unclear } = mergeHistory(journal, [record]);
  const ids = attempts.map(({ attemptId }) => attemptId).join(" ");
  expect(unclear ? `${ids}, unclear: ${unclear.attemptId}` : ids).toBe(expected);
});

test("Two states are put in order by what they replaced and list", () => {
  const states = [state([stored]), state([succeeded("s2", { previous: "c-s1" })], "c-s1")];
  for (const records of [states, states.toReversed()])
    expect(mergeHistory([], records).attempts.map(({ attemptId }) => attemptId)).toEqual(["s1", "s2"]);
});

test("An attempt in both has the journal's members, and the state adds only the outcome that the journal lacks", () => {
  const open = attempt("a1", { idempotencyKey: "k", requestDigest: "A", previous: "c0" });
  const known = succeeded("a1", { requestDigest: "B", issuedAt: "2026-01-01", previous: "x" });
  const { status, lastEvent, senderWord, senderCertificateId, certificateId, issuedAt } = known;
  const completed = {
    ...open,
    ...{ status, lastEvent, senderWord, senderCertificateId, certificateId, issuedAt },
    endedAt: issuedAt,
  };
  expect(mergeHistory([open], [state([known])]).attempts).toEqual([completed]);
});

test.each<[name: string, journal: Attempt, state: Attempt, certificateId: string]>([
  ["the sender's word by the state", attempt("a1", { statements: ["typo"] }), succeeded("a1"), "c-a1"],
  ["the sender's word in the journal", succeeded("a1"), stated("a1", "typo"), "c-a1"],
  ["a statement to the journal", attempt("a1", { statements: ["right"] }), stated("a1", "typo"), "right"],
  ["the state's statement", attempt("a1", { statements: [null] }), stated("a1", "right"), "right"],
])("The certificate of an attempt in both is that of %s", (_, journal, stored, certificateId) => {
  const { attempts } = mergeHistory([journal], [state([stored])]);
  expect(attempts).toMatchObject([{ status: "succeeded", certificateId }]);
});
