import { describe, expect, test } from "vitest";
import { dayMs } from "../../../src/contract/index.ts";
import type { Attempt } from "../../../src/journal/attempt.ts";
import {
  applyRules,
  type Intent,
  knowing,
  knowingNothing,
  type RuleDecision,
} from "../../../src/journal/rules.ts";
import { attempt, succeeded, voided } from "../../harness/journal/attempts.ts";
import { kindCount, tryDecisions } from "../../proof/rules/decisions.ts";
import { rules } from "../../proof/rules/subject.ts";

// test/proof/rules has the laws. `npm run proof` holds them against longer histories.
test.each([
  { size: "one attempt, of every kind", longest: 1, kinds: kindCount },
  { size: "two attempts, of the most common kinds", longest: 2, kinds: 8 },
])("The rules keep the laws for all histories of at most $size, with all intents", ({ longest, kinds }) => {
  expect(tryDecisions(rules, longest, kinds).broken).toBeUndefined();
});

// What the laws mean, by examples.

const [a1, a2] = [succeeded("a1"), succeeded("a2", { requestDigest: "B" })];
const keyed = succeeded("a1", { idempotencyKey: "k" });
const open = attempt("a9");
const now = new Date("2026-12-01T00:00:00.000Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
const shown = (decision: RuleDecision) => {
  const { kind, reason, attempt: by } = { reason: undefined, attempt: undefined, ...decision };
  return [kind, reason, by?.attemptId].filter(Boolean).join(" ");
};
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
  ["rule 4: another request needs to know the latest", [a1, a2], forced(a1), "blocked reissued-since a2"],
  ["rule 4: a caller that knows the latest sends", [a1, a2], forced(a2), "send"],
  ["the latest can be superseded", [a1, a2], intent({ supersede: "a2" }), "send"],
  ["no other can be superseded", [a1, a2], intent({ supersede: "a1" }), "blocked reissued-since a2"],
  [
    "without a certificate, nothing can be superseded",
    [],
    intent({ supersede: "a1" }),
    "blocked no-certificate",
  ],
])("A decision: %s", (_, history, asked, expected) => {
  const decision = applyRules(history, asked, now);
  expect(shown(decision)).toBe(expected);
});

describe("A renewal by max-age", () => {
  const old = daysAgo(61);
  const requests = {
    csr: "csr:1 sign_hash:1",
    other: "csr:2 sign_hash:1",
    triggers: "csr:1 sign_hash:1 triggers:1",
  };
  const latest = (sentAt: string | undefined, more: Partial<Attempt> = {}) =>
    succeeded("a1", { sentAt, requestDigest: requests.csr, ...more });
  const imported = (issuedAt: string | undefined, more: Partial<Attempt> = {}) =>
    succeeded("a1", { isImported: true, issuedAt, requestDigest: requests.csr, ...more });
  const young = latest(daysAgo(59));

  test.each<[name: string, latest: Attempt | undefined, request: string | undefined, expected: string]>([
    ["an old certificate", latest(old), requests.csr, "send"],
    ["an old certificate, by another request", latest(old), requests.other, "send"],
    [
      "an old certificate of an unknown request",
      latest(old, { requestDigest: undefined }),
      requests.csr,
      "send",
    ],
    ["an old certificate, before the request is known", latest(old), undefined, "send"],
    ["a young certificate", young, requests.csr, "already-done a1"],
    ["a certificate exactly at the border", latest(daysAgo(60)), requests.csr, "already-done a1"],
    [
      "a millisecond after the border",
      latest(new Date(+now - 60 * dayMs - 1).toISOString()),
      requests.csr,
      "send",
    ],
    ["a young certificate, by another request", young, requests.other, "blocked too-young a1"],
    ["a young certificate, with other triggers", young, requests.triggers, "already-done a1"],
    ["a young certificate, before the request is known", young, undefined, "blocked too-young a1"],
    [
      "a young certificate of an unknown request",
      latest(daysAgo(59), { requestDigest: undefined }),
      requests.csr,
      "blocked too-young a1",
    ],
    ["a certificate of unknown age", latest(undefined), requests.csr, "blocked too-young a1"],
    ["a certificate from the future", latest(daysAgo(-1)), requests.csr, "blocked too-young a1"],
    ["no certificate", undefined, requests.csr, "blocked no-certificate"],
    ["an import with an old date", imported(old), requests.csr, "send"],
    ["an import with a young date", imported(daysAgo(1)), requests.csr, "already-done a1"],
    [
      "an import with a young date, of an unknown request",
      imported(daysAgo(1), { requestDigest: undefined }),
      requests.csr,
      "blocked too-young a1",
    ],
    ["an import without a date", imported(undefined), requests.csr, "blocked too-young a1"],
    [
      "a reissue that was resolved late, and sent long ago",
      latest(old, { issuedAt: daysAgo(1) }),
      requests.csr,
      "send",
    ],
  ])("of %s", (_, made, requestDigest, expected) => {
    const renewal = intent({
      requestDigest,
      maxAgeMs: 60 * dayMs,
      force: true,
      knownLatest: knowing(made ?? {}),
    });
    expect(shown(applyRules(made ? [made] : [], renewal, now))).toBe(expected);
  });

  test("does not send over a certificate that its caller does not know, however old", () => {
    const renewal = intent({ requestDigest: requests.other, maxAgeMs: 60 * dayMs, force: true });
    expect(shown(applyRules([latest(old)], renewal, now))).toBe("blocked reissued-since a1");
  });
});

describe("An import of a certificate", () => {
  const made = succeeded("a1", { idempotencyKey: "k" });
  const imported = succeeded("i1", { isImported: true, certificateId: "c-a1" });
  const again = succeeded("a2", { certificateId: "c-a1", previous: "c-a1", requestDigest: "B" });

  test("stands for the attempt that made it: its caller knows it, and its key stays answered", () => {
    expect(shown(applyRules([made, imported], forced(made), now))).toBe("send");
    const asked = intent({ idempotencyKey: "k" });
    expect(shown(applyRules([made, imported], asked, now))).toBe("already-done a1");
  });

  test("does not stand for a later attempt to which the service gave the same id", () => {
    expect(shown(applyRules([imported, again], forced(again), now))).toBe("send");
    expect(shown(applyRules([imported, again], forced(imported, { requestDigest: "C" }), now))).toBe(
      "blocked reissued-since a2",
    );
  });

  test("A key whose certificate id was given again, for another request, is used", () => {
    expect(shown(applyRules([made, again], intent({ idempotencyKey: "k" }), now))).toBe(
      "blocked key-used a1",
    );
  });
});
