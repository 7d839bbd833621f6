import { beforeEach, describe, expect, test } from "vitest";
import { dayMs } from "../../../src/contract/index.ts";
import { Journal, type JournalEvent, MemoryStore, recordRequest } from "../../../src/journal/index.ts";
import { done, ended, resolved, sent } from "../../harness/journal/events.ts";
import {
  commandIntent,
  isSent,
  preview,
  reissue,
  renewalIntent,
  service,
} from "../../harness/journal/intents.ts";
import { tryImportedRequests, tryImportSequences, tryStatements } from "../../proof/rules/statements.ts";
import { rules } from "../../proof/rules/subject.ts";
import { HookedStore } from "./hooked-store.ts";

// test/proof/rules has the laws. `npm run proof` holds them against longer sequences.
test("All sequences of two statements, words and imports keep the laws", async () => {
  expect((await tryStatements(rules, 2)).broken).toBeUndefined();
  expect((await tryImportSequences(rules, 2)).broken).toBeUndefined();
  expect((await tryImportedRequests(rules, 3)).broken).toBeUndefined();
});

const orderId = "order-1";
const now = new Date("2026-12-01T00:00:00.000Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();

let store: MemoryStore;
let journal: Journal;
beforeEach(() => {
  store = new MemoryStore();
  journal = new Journal(store, { now: () => now });
});

const written = async (...events: JournalEvent[]) => {
  for (const event of events) await store.log(orderId).append(event);
};
type Options = Partial<Parameters<Journal["importCertificate"]>[0]>;
const importAs = (certificateId: string, options: Options = {}, on = journal) =>
  on.importCertificate({ orderId, certificateId, asLatest: true, ...options }, service);
const latest = async () => (await journal.snapshot(orderId, service)).latest;
const refused = (message: string) => ({
  code: "import_refused",
  outcome: "not-sent",
  message: expect.stringContaining(message),
});
const made = [sent("a1"), done("a1", "c-1")];
const madeTwice = [...made, sent("a2", { previous: "c-1" }), done("a2", "c-2")];

describe("An import", () => {
  test("The last of several imports is the latest, also one of a certificate that was reissued", async () => {
    await written(...made);
    for (const certificateId of ["bad-1", "bad-2", "c-1"]) {
      expect(await importAs(certificateId)).toMatchObject({ isNew: true, attempt: { certificateId } });
      expect((await latest())?.certificateId).toBe(certificateId);
    }
  });

  test("is not new if it says nothing new about the latest", async () => {
    await importAs("x", { issuedAt: daysAgo(10) });
    expect(await importAs("x")).toMatchObject({ isNew: false });
    expect(await importAs("x", { issuedAt: daysAgo(10) })).toMatchObject({ isNew: false });
    expect(await importAs("x", { issuedAt: daysAgo(20) })).toMatchObject({ isNew: true });
    expect(await journal.attempts()).toMatchObject([{ issuedAt: daysAgo(20) }]);
  });

  test("stays the latest if the attempt that made its certificate is corrected", async () => {
    await written(sent("a1"), ended("unknown"), resolved("a1", "typo"));
    await importAs("typo");
    await journal.resolve({ orderId, attemptId: "a1", certificateId: "right" });
    expect(await latest()).toMatchObject({ isImported: true, certificateId: "typo" });
  });

  test("keeps the keys that it answered when it is imported again", async () => {
    await importAs("x", { requestDigest: "A" });
    const intent = { ...commandIntent({ idempotencyKey: "k", force: false }), knownLatest: () => undefined };
    const decision = await preview(journal, intent);
    if (decision.kind !== "already-done") throw new Error(decision.kind);
    await journal.recordAnswer(intent, decision.attempt);
    await importAs("y");
    await importAs("x");
    expect(await latest()).toMatchObject({ certificateId: "x", requestDigest: "A", answeredKeys: ["k"] });
  });

  test("has a certificate that can be reissued", async () => {
    await importAs("x");
    expect(await isSent(journal, commandIntent())).toBe(true);
  });

  test.each(["", "CERTIFICATE_ID", "a\nb"])(
    "of %j is refused: that is not the id of a certificate",
    async (id) => {
      await expect(importAs(id)).rejects.toMatchObject({ code: "invalid_request" });
    },
  );
});

describe("An import is refused, and writes nothing,", () => {
  test.each<[string, JournalEvent[], certificateId: string, Options, message: string]>([
    ["if the order was reissued after it", madeTwice, "c-1", {}, "stands after c-1"],
    [
      "if a person stated that reissue",
      [...made, sent("a2"), ended("unknown", "a2"), resolved("a2", "c-2")],
      "c-1",
      {},
      "stands after c-1",
    ],
    [
      "if a reissue replaced it that the journal knows only by its id",
      [sent("a1", { previous: "c-0" }), done("a1", "c-1")],
      "c-0",
      {},
      "stands after c-0",
    ],
    [
      "if it was issued before the last reissue",
      made,
      "x",
      { issuedAt: "2026-11-10T00:00:00.000Z" },
      "was issued at 2026-11-10T00:00:00.000Z, before the reissue of c-1",
    ],
    [
      "if the journal has another latest, and it is not said to be newer",
      made,
      "x",
      { asLatest: false },
      "It does not know x",
    ],
  ])("%s", async (_, events, certificateId, options, message) => {
    await written(...events);
    await expect(importAs(certificateId, options)).rejects.toMatchObject(refused(message));
    expect(await store.log(orderId).read()).toHaveLength(events.length);
    expect(await importAs(certificateId, { ...options, bringsBack: true })).toMatchObject({ isNew: true });
    expect((await latest())?.certificateId).toBe(certificateId);
  });

  test.each<[string, JournalEvent[]]>([
    ["the service answered with it", made],
    ["a person stated it", [sent("a1"), ended("unknown"), resolved("a1", "c-1")]],
    ["the order was reissued since", madeTwice],
  ])("if the reissue that made it was sent after that date: %s", async (_, events) => {
    await written(...events);
    const { length } = await store.log(orderId).read();
    for (const more of [{}, { isTyped: false }, { corrects: true }, { bringsBack: true }])
      await expect(importAs("c-1", { ...more, issuedAt: daysAgo(100) })).rejects.toMatchObject(
        refused("the reissue that made it was sent later"),
      );
    expect(await store.log(orderId).read()).toHaveLength(length);
  });

  test("if a mistaken import stands between an old certificate and the last reissue", async () => {
    await written(...made);
    await importAs("bad");
    await expect(importAs("old", { issuedAt: daysAgo(90) })).rejects.toMatchObject(
      refused("before the reissue of c-1"),
    );
  });

  test("while an attempt is open", async () => {
    await written(...made, sent("a2"), ended("unknown", "a2"));
    await expect(importAs("x", { bringsBack: true })).rejects.toMatchObject({ code: "unresolved_attempt" });
    expect(await store.log(orderId).read()).toHaveLength(4);
  });

  test("if a file still has it after another import corrected it", async () => {
    const file = { isTyped: false };
    await importAs("bad", file);
    expect(await importAs("bad", file)).toMatchObject({ isNew: false });
    await importAs("right");
    await expect(importAs("bad", file)).rejects.toMatchObject(refused("So this import is left over."));
    expect(await importAs("bad")).toMatchObject({ isNew: true });
  });
});

describe("A correction of an import", () => {
  const request = (validityDays: number) => ({ ...requestOf(validityDays), certificateId: "x" });
  const requestOf = (validityDays: number) => recordRequest(orderId, { validity_days: validityDays });

  test("takes the validity of the right request", async () => {
    await importAs("x", request(30));
    const { attempt } = await importAs("x", { ...request(365), corrects: true });
    expect(attempt).toMatchObject(requestOf(365));
  });

  test("is decided again if an attempt was sent meanwhile", async () => {
    await importAs("x", request(30));
    let isFirst = true;
    const beforeAppend = async ({ event }: JournalEvent) => {
      if (event !== "imported" || !isFirst) return;
      isFirst = false;
      await written(sent("a1", { previous: "x" }), ended("rejected", "a1"));
    };
    const slow = new Journal(new HookedStore(store, { beforeAppend }), { now: () => now });
    await importAs("x", { ...request(365), corrects: true }, slow);
    expect(await latest()).toMatchObject(requestOf(365));
  });

  test("is possible if the reissue that made the certificate recorded no request", async () => {
    await written(sent("a1", { digest: "" }), done("a1", "x"));
    await importAs("x", request(30));
    expect(await importAs("x", { ...request(365), corrects: true })).toMatchObject({ isNew: true });
  });
});

describe("An import while the order is reissued", () => {
  const meanwhile = (...events: JournalEvent[]) => {
    let isFirst = true;
    const beforeAppend = async ({ event }: JournalEvent) => {
      if (event !== "imported" || !isFirst) return;
      isFirst = false;
      await written(...events);
    };
    return new Journal(new HookedStore(store, { beforeAppend }), { now: () => now });
  };

  test("does not count if an attempt was sent since its importer looked, and is decided again", async () => {
    await written(...made);
    const reissued = meanwhile(sent("a2", { previous: "c-1" }), done("a2", "c-2"));
    await expect(importAs("c-1", {}, reissued)).rejects.toMatchObject(refused("stands after c-1"));
    expect((await latest())?.certificateId).toBe("c-2");
  });

  test("is blocked if that attempt is open", async () => {
    await expect(importAs("x", {}, meanwhile(sent("a1"), ended("unknown")))).rejects.toMatchObject({
      code: "unresolved_attempt",
    });
  });

  test("counts after it is decided again, if that attempt had no effect", async () => {
    expect(await importAs("x", {}, meanwhile(sent("a1"), ended("rejected")))).toMatchObject({
      attempt: { certificateId: "x" },
    });
  });
});

describe("A renewal of an imported certificate", () => {
  test.each<[string, Options, expected: object]>([
    ["with an old date is sent", { issuedAt: daysAgo(61) }, { kind: "send" }],
    [
      "with a young date and the same request is already done",
      { issuedAt: daysAgo(59), requestDigest: "A" },
      { kind: "already-done", certificateId: "x" },
    ],
    [
      "with a young date and an unknown request is blocked",
      { issuedAt: daysAgo(59) },
      { blocked: { reason: "too-young" } },
    ],
    ["without a date is blocked", { requestDigest: "A" }, { blocked: { reason: "too-young" } }],
  ])("%s", async (_, options, expected) => {
    await importAs("x", options);
    expect(await preview(journal, renewalIntent(60))).toMatchObject(expected);
  });

  test("A certificate that was reissued keeps its age when it is imported", async () => {
    await reissue(journal, commandIntent(), "done", "c-1");
    await importAs("x");
    await importAs("c-1");
    expect(await latest()).toMatchObject({ certificateId: "c-1", issuedAt: now.toISOString() });
    expect(await preview(journal, renewalIntent(60))).toMatchObject({ kind: "already-done" });
  });
});
