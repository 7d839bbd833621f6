import { describe, expect, test } from "vitest";
import type { Attempt } from "../../../src/journal/attempt.ts";
import { decide, type Intent, knowing, knowingNothing, latestAttempt } from "../../../src/journal/rules.ts";
import { attempt, succeeded, voided } from "../../harness/journal/attempts.ts";

const [a1, a2] = [succeeded("a1"), succeeded("a2")];
/** Attempt a2, from another request than a1. */
const a2OfOtherRequest = succeeded("a2", { requestDigest: "B" });
const keyed = succeeded("a1", { idempotencyKey: "k" });
const answered = succeeded("a1", { answered: [{ key: "k", run: undefined }] });
const open = attempt("a9");

const intent = (more: Partial<Intent> = {}): Intent => ({
  requestDigest: "A",
  knownLatest: knowingNothing,
  force: false,
  ...more,
});
const knows = (known: Attempt, more: Partial<Intent> = {}) =>
  intent({ knownLatest: knowing(known), ...more });
const forces = (known: Attempt, more: Partial<Intent> = {}) => knows(known, { force: true, ...more });

type Case = [name: string, history: Attempt[], intent: Intent, expected: string];
const decided = (history: Attempt[], asked: Intent) => {
  const decision = decide(history, asked);
  const { reason = "", attempt: by } = decision as { reason?: string; attempt?: Attempt };
  return [decision.kind, reason, by?.attemptId].filter(Boolean).join(" ");
};
const table = (rule: string, cases: Case[]) =>
  describe(rule, () => {
    test.each(cases)("%s", (_, history, asked, expected) => {
      expect(decided(history, asked)).toBe(expected);
    });
  });

table("Without a success, a request is sent", [
  ["a request with an empty history is sent", [], intent(), "send"],
  [
    "a request after void attempts only is sent",
    [voided("a1"), voided("a2", { requestDigest: "B" })],
    forces(a1),
    "send",
  ],
]);

table("Rule 1: nothing is sent while an attempt is open", [
  ...(["sent", "unknown", "done-unread"] as const).map(
    (lastEvent): Case => [
      `an attempt whose last event is ${lastEvent} blocks`,
      [a1, attempt("a9", { lastEvent })],
      forces(a1),
      "blocked open a9",
    ],
  ),
  ["an open attempt before a later success blocks", [open, a1], knows(a1), "blocked open a9"],
  ["of two open attempts, the first is named", [attempt("a8"), open], intent(), "blocked open a8"],
  ["a key does not lift the block", [keyed, open], intent({ idempotencyKey: "k" }), "blocked open a9"],
  ["supersede does not lift the block", [a1, open], intent({ supersede: "a1" }), "blocked open a9"],
]);

const withKey = { idempotencyKey: "k" };
table("Rule 2: an idempotency key that was answered stays answered", [
  ["the success of a key answers that key", [keyed], intent(withKey), "already-done a1"],
  ["a recorded answer answers a key", [answered], intent(withKey), "already-done a1"],
  ["force does not send an answered key", [answered], forces(answered, withKey), "already-done a1"],
  [
    "supersede does not send an answered key",
    [keyed],
    intent({ ...withKey, supersede: "a1" }),
    "already-done a1",
  ],
  [
    "another request with the key is blocked",
    [keyed],
    forces(keyed, { ...withKey, requestDigest: "B" }),
    "blocked key-used a1",
  ],
  [
    "a request that is not known yet is blocked with a used key",
    [keyed],
    intent({ ...withKey, requestDigest: undefined }),
    "blocked key-used a1",
  ],
  [
    "a key whose certificate is not the latest is blocked",
    [keyed, a2],
    forces(a2, withKey),
    "blocked key-used a1",
  ],
  [
    "a key whose certificate is not the latest is blocked with supersede, too",
    [answered, a2],
    intent({ ...withKey, supersede: "a2" }),
    "blocked key-used a1",
  ],
  [
    "of two attempts with the key, the newer one counts",
    [keyed, succeeded("a2", withKey)],
    intent(withKey),
    "already-done a2",
  ],
  ["a void attempt does not use the key up", [voided("a1", withKey)], intent(withKey), "send"],
  ["another key is another intent", [keyed], forces(keyed, { idempotencyKey: "other" }), "send"],
  ["no key equals no key", [a1], forces(a1, { requestDigest: "B" }), "send"],
]);

table("Rule 3: the latest came from the same request", [
  ["a caller that knows nothing is answered", [a1], intent(), "already-done a1"],
  ["a caller that knows an older one is answered", [a1, a2], forces(a1), "already-done a2"],
  ["a caller that knows the latest is answered", [a1], knows(a1), "already-done a1"],
  ["a caller that knows the latest can force one more", [a1], forces(a1), "send"],
  ["force may allow the latest", [a1], knows(a1, { force: ({ attemptId }) => attemptId === "a1" }), "send"],
  ["force may refuse the latest", [a1], knows(a1, { force: () => false }), "already-done a1"],
  ["force without knowing the latest does nothing", [a1], intent({ force: true }), "already-done a1"],
  [
    "an unknown request equals no other",
    [a1],
    intent({ requestDigest: undefined }),
    "blocked reissued-since a1",
  ],
  [
    "two unknown requests are not equal",
    [succeeded("a1", { requestDigest: undefined })],
    intent({ requestDigest: undefined }),
    "blocked reissued-since a1",
  ],
  [
    "an older success of the same request is no answer",
    [a1, a2OfOtherRequest],
    intent(),
    "blocked reissued-since a2",
  ],
]);

table("Rule 4: the caller does not know the latest", [
  ["a caller that knows nothing is blocked", [a2OfOtherRequest], intent(), "blocked reissued-since a2"],
  [
    "a caller that knows an older one is blocked",
    [a1, a2OfOtherRequest],
    forces(a1),
    "blocked reissued-since a2",
  ],
  ["a caller that knows the latest sends", [a1, a2OfOtherRequest], knows(a2OfOtherRequest), "send"],
]);

table("A person may supersede the latest attempt, and no other", [
  ["supersede lifts rule 3", [a1, a2], intent({ supersede: "a2" }), "send"],
  ["supersede lifts rule 4", [a1, a2OfOtherRequest], intent({ supersede: "a2" }), "send"],
  [
    "an older attempt cannot be superseded",
    [a1, a2],
    forces(a2, { supersede: "a1" }),
    "blocked reissued-since a2",
  ],
  [
    "there is nothing to supersede without a success",
    [voided("a1")],
    intent({ supersede: "a1" }),
    "blocked nothing-to-supersede",
  ],
  [
    "an attempt that is not there cannot be superseded",
    [a1, a2OfOtherRequest],
    forces(a2OfOtherRequest, { supersede: "x" }),
    "blocked reissued-since a2",
  ],
]);

describe("A caller", () => {
  const known = (history: Attempt[], by: Parameters<typeof knowing>[0]) => knowing(by)(history)?.attemptId;

  test.each<[string, Attempt[], Parameters<typeof knowing>[0], string | undefined]>([
    ["nothing", [a1], {}, undefined],
    ["an attempt", [a1, a2], { attemptId: "a1" }, "a1"],
    ["an attempt, whatever its certificate", [a1, a2], { attemptId: "a1", certificateId: "c-a2" }, "a1"],
    ["a certificate", [a1, a2], { certificateId: "c-a2" }, "a2"],
    [
      "a certificate of an attempt that is not there",
      [a1],
      { attemptId: "import", certificateId: "c-a1" },
      "a1",
    ],
    ["an attempt that is void", [voided("a1"), a2], { attemptId: "a1", certificateId: "c-a2" }, "a2"],
    ["an attempt that is open", [attempt("a1")], { attemptId: "a1" }, undefined],
    ["a certificate that no attempt made", [a1], { certificateId: "c-x" }, undefined],
    ["an encrypted certificate", [succeeded("a1", { certificateId: undefined })], {}, undefined],
    [
      "a certificate id that was given twice",
      [a1, succeeded("a2", { certificateId: "c-a1" })],
      { certificateId: "c-a1" },
      undefined,
    ],
    [
      "a certificate that replaced itself",
      [succeeded("a1", { replaced: "c-a1" })],
      { certificateId: "c-a1" },
      undefined,
    ],
    [
      "a certificate that a void attempt named",
      [voided("a0", { certificateId: "c-a1", replaced: "c-a1" }), a1],
      { certificateId: "c-a1" },
      "a1",
    ],
  ])("knows an attempt by what it names: %s", (_, history, by, expected) => {
    expect(known(history, by)).toBe(expected);
  });
});

test("The latest is the last attempt that succeeded", () => {
  expect(latestAttempt([a1, a2, voided("a3"), open])).toBe(a2);
  expect(latestAttempt([open, voided("a3")])).toBeUndefined();
});
