import { describe, expect, test } from "vitest";
import { dayMs } from "../../../src/contract/index.ts";
import { Journal, type JournalEvent, knowing, MemoryStore } from "../../../src/journal/index.ts";
import { answered, done, sent } from "../../harness/journal/events.ts";
import { preview, resourceIntent, type TestIntent } from "../../harness/journal/intents.ts";

describe("A decision", () => {
  const digest = "csr:1 sign_hash:2";
  const log = [sent("a1", { key: "k", digest, validityDays: 1 }), done("a1", "cert-1")];
  const encrypted = [...log.slice(0, 1), done("a1", "")];
  const newer = [...log, sent("a2", { digest }), done("a2", "cert-2")];
  const same = { requestDigest: digest };
  const unknownCsr = { requestDigest: "sign_hash:2", unknownParts: ["csr"] };
  const issued = Date.parse("2026-11-15T12:00:01.000Z");
  const aDayLater = issued + 86_400_000;
  const decideAt = async (now: number, events: JournalEvent[], asked: Partial<TestIntent>) => {
    const store = new MemoryStore();
    for (const event of events) await store.log("order-1").append(event);
    return preview(new Journal(store, { now: () => new Date(now) }), resourceIntent(asked));
  };

  test.each<[string, JournalEvent[], asked: Partial<TestIntent>, attemptId: string, told: object]>([
    ["what differs", log, { requestDigest: "csr:9 sign_hash:2" }, "a1", { differs: [{ part: "csr" }] }],
    // It does not differ, and the request equals no other.
    ["what is not known yet", log, unknownCsr, "a1", { differs: [], unknownParts: ["csr"] }],
    ["which other attempt was named", newer, { ...same, supersede: "a1" }, "a2", { supersede: "a1" }],
  ])("of a request that did not make the latest tells %s", async (_, events, asked, attemptId, told) => {
    expect(await decideAt(issued, events, asked)).toMatchObject({
      blocked: { reason: "reissued-since", attempt: { attemptId }, ...told },
    });
  });

  test("of a used key tells what it was used for, and the latest", async () => {
    expect(await decideAt(issued, newer, { ...same, idempotencyKey: "k" })).toMatchObject({
      blocked: { reason: "key-used", attempt: { attemptId: "a1" }, latest: { attemptId: "a2" } },
    });
  });

  // Supersede does not lift rule 2.
  const keyed = { ...same, idempotencyKey: "k", supersede: "a1" };
  test.each<[string, JournalEvent[], asked: Partial<TestIntent>, now: number, expected: object]>([
    ["valid", log, same, aDayLater - 1, { kind: "already-done", certificateId: "cert-1" }],
    ["expired", log, same, aDayLater, { blocked: { reason: "expired", unusedKey: undefined } }],
    ["expired, by a used key", log, keyed, aDayLater, { blocked: { reason: "expired", unusedKey: "k-2" } }],
    ["encrypted", encrypted, same, issued, { blocked: { reason: "encrypted", unusedKey: undefined } }],
    ["encrypted, by a used key", encrypted, keyed, issued, { blocked: { unusedKey: "k-2" } }],
    ["superseded", encrypted, { ...same, supersede: "a1" }, aDayLater, { kind: "send" }],
  ])("of the same request says if its certificate is usable: %s", async (_, events, asked, now, expected) => {
    expect(await decideAt(now, events, asked)).toMatchObject(expected);
  });

  test.each([
    ["k", "k-4"],
    ["k-2", "k-4"],
    ["k-3", "k-4"],
    ["ticket-8", "ticket-8-2"],
  ])("about the used key %s names one that was not used yet: %s", async (idempotencyKey, unusedKey) => {
    const asked = { requestDigest: "csr:9", idempotencyKey, knownLatest: knowing({}) };
    const events = [...log, ...["k-2", "k-3", "ticket-8"].map((key) => answered("a1", key))];
    expect(await decideAt(issued, events, asked)).toMatchObject({
      blocked: { reason: "key-used", unusedKey },
    });
    expect(await decideAt(issued, events, { ...same, idempotencyKey })).toMatchObject({
      kind: "already-done",
      unusedKey,
    });
  });

  test("to renew a young certificate tells what differs from the request that made it", async () => {
    const asked = { requestDigest: "csr:9 sign_hash:2", maxAgeMs: dayMs, knownLatest: knowing({}) };
    expect(await decideAt(issued, log, asked)).toMatchObject({
      blocked: { reason: "too-young", attempt: { attemptId: "a1" }, differs: [{ part: "csr" }] },
    });
  });

  test.each([
    [{ maxAgeMs: dayMs }, "max_age"],
    [{ supersede: "a1" }, "supersede"],
  ])("without a certificate tells what asked for one: %j", async (asked, expected) => {
    expect(await decideAt(issued, [], asked)).toMatchObject({
      blocked: { reason: "no-certificate", asked: expected },
    });
  });

  test.each([
    [{ idempotencyKey: "k" }, "already-done"],
    [{ idempotencyKey: "k2", force: true, knownLatest: knowing({ attemptId: "a1" }) }, "send"],
  ])("about a key does not depend on the age of the certificate: %j", async (asked, kind) => {
    for (const days of [0, 0.5])
      expect((await decideAt(issued + days * dayMs, log, { ...same, ...asked })).kind).toBe(kind);
  });
});
