import { beforeEach, describe, expect, test } from "vitest";
import type { Attempt, JournalEvent } from "../../../src/journal/attempt.ts";
import { Journal, knowing, MemoryStore, type OrderSnapshot } from "../../../src/journal/index.ts";
import type { Knowledge } from "../../../src/journal/snapshot.ts";
import { attempt, succeeded } from "../../harness/journal/attempts.ts";
import { done, ended, sent } from "../../harness/journal/events.ts";
import {
  address,
  commandIntent,
  preview,
  reissue,
  resourceIntent,
  service,
} from "../../harness/journal/intents.ts";

// test/unit/journal/merge.test.ts has the laws of merges: what is merged, and what an apply writes.

let store: MemoryStore;
let journal: Journal;
beforeEach(() => {
  store = new MemoryStore();
  journal = new Journal(store);
});

const snapshot = (knowledge: Knowledge = {}) => journal.snapshot("order-1", service, knowledge);
const written = async (...events: JournalEvent[]) => {
  for (const event of events) await store.log("order-1").append(event);
};
const state = (attempts: readonly Attempt[], ...earlier: string[]) => ({
  witnesses: [{ attempts, earlier }],
});
const resolve = (attemptId: string, certificateId: string | null) => ({
  resolutions: [{ attemptId, certificateId }],
});
const ids = ({ attempts }: OrderSnapshot) => attempts.map(({ attemptId }) => attemptId);
/** What an apply does first. */
const apply = async (knowledge: Knowledge) => journal.write(await snapshot(knowledge));

describe("A snapshot", () => {
  test("has what the journal says, and what resolve and states add, and writes nothing", async () => {
    await written(sent("a1"), ended("unknown"));
    const found = await snapshot({ ...state([succeeded("s1")]), ...resolve("a1", null) });
    expect(found.recorded).toMatchObject([{ attemptId: "a1", status: "open" }]);
    expect(found.attempts).toMatchObject([
      { attemptId: "a1", status: "void" },
      { attemptId: "s1", status: "succeeded" },
    ]);
    expect(found.latest).toBe(found.attempts[1]);
    expect(await journal.attempts()).toEqual(found.recorded);
  });

  test("is what a preview decides on, also if the journal goes on, and can be taken of a history", async () => {
    const [before, history] = [await snapshot(), await journal.history("order-1")];
    await reissue(journal, commandIntent());
    const intent = { ...resourceIntent(), knownLatest: knowing({}) };
    expect((await journal.preview(intent, before)).kind).toBe("send");
    expect((await journal.preview(intent)).kind).toBe("already-done");
    expect((await journal.snapshot("order-1", service, {}, history)).attempts).toEqual([]);
  });

  test.each<[string, JournalEvent[], Knowledge, problems: string[], code?: string]>([
    ["agrees with the recorded result", [sent(), done()], resolve("a1", "c-a1"), []],
    ["is about an unknown attempt, and none is open", [sent(), done()], resolve("x", null), []],
    [
      "is about an unknown attempt, and one is open",
      [sent()],
      resolve("x", null),
      ["has no attempt x"],
      "attempt_not_found",
    ],
    ["denies the recorded result", [sent(), done()], resolve("a1", null), ["already has a result (done, c"]],
    ["names another certificate", [sent(), done()], resolve("a1", "c-9"), ["already has a result (done, c"]],
    ["cannot be right", [sent(), ended("done-unread")], resolve("a1", null), ["did happen"]],
  ])(
    "is not changed by a resolution that %s",
    async (_, events, knowledge, problems, code = "resolution_refused") => {
      await written(...events);
      const found = await snapshot(knowledge);
      expect(found.unwritten).toEqual([]);
      expect(found.attempts).toEqual(found.recorded);
      expect(found.problems).toMatchObject(
        problems.map((problem) => ({ code, message: expect.stringContaining(problem) })),
      );
    },
  );
});

describe("First resolve, then merge, then decide", () => {
  test("A certificate is not recorded behind an open attempt: once that is resolved, it is unclear", async () => {
    // Bob is killed after sending. Alice imports the original certificate. Then Bob resolves his attempt.
    await written(sent("a1"));
    const original = state([succeeded("s1", { certificateId: "c-original" })]);
    expect(await preview(journal, resourceIntent(original))).toMatchObject({ blocked: { reason: "open" } });
    const { latest, unclear } = await snapshot({ ...original, ...resolve("a1", "c-new") });
    expect([latest?.certificateId, unclear?.certificateId]).toEqual(["c-new", "c-original"]);
    await apply(original);
    await apply(resolve("a1", "c-new"));
    // Supersede does not make it clear.
    for (const supersede of [undefined, "a1", "s1"])
      expect(await preview(journal, resourceIntent({ ...original, supersede }))).toMatchObject({
        blocked: {
          reason: "unclear",
          attempt: { certificateId: "c-new" },
          stored: { certificateId: "c-original" },
        },
      });
    // An import with @latest stores the journal's latest as the certificate before it.
    const imported = succeeded("s1", {
      certificateId: "c-original",
      requestDigest: undefined,
      service: undefined,
    });
    await apply(state([imported], "c-new"));
    expect((await snapshot()).latest).toMatchObject({ attemptId: "s1", certificateId: "c-original" });
  });
});

describe("The state as a second witness", () => {
  test("completes an attempt whose outcome never reached the journal, also for callers without that state", async () => {
    await written(sent("a1"));
    const issuedAt = "2026-11-15T12:00:30.000Z";
    // It counts more than a person who says that the attempt did not happen.
    const proof = { ...state([succeeded("a1", { issuedAt })]), ...resolve("a1", null) };
    const alreadyDone = { kind: "already-done", certificateId: "c-a1" };
    expect(await preview(journal, resourceIntent(proof))).toMatchObject(alreadyDone);
    expect((await preview(journal, resourceIntent())).kind).toBe("blocked");
    await apply(proof);
    expect(await preview(journal, resourceIntent())).toMatchObject(alreadyDone);
    expect(await journal.attempts()).toMatchObject([{ issuedAt, resolvedBy: undefined }]);
  });

  test("An open attempt that only the state knows blocks a preview and a claim, and an apply writes it down", async () => {
    const endedAt = "2026-11-15T12:00:00.000Z";
    const open = state([
      attempt("s1", { lastEvent: "unknown", service: undefined, address: undefined, endedAt }),
    ]);
    const blocked = { blocked: { reason: "open", attempt: { attemptId: "s1" } } };
    const intent = { ...resourceIntent(open), knownLatest: knowing({}) };
    expect(await journal.preview(intent)).toMatchObject(blocked);
    expect(await journal.claim(intent, undefined, new Date())).toMatchObject(blocked);
    await apply(open);
    expect(await preview(journal, resourceIntent())).toMatchObject(blocked);
    expect((await journal.attempts()).at(-1)).toMatchObject({
      attemptId: "s1",
      service: address,
      address,
      isImported: true,
      status: "open",
      // `not-happened` is refused until some minutes after it.
      endedAt,
    });
  });
});

describe("An apply writes", () => {
  test("an imported attempt with the attempt that it follows", async () => {
    await written(sent("a1"), done("a1"), sent("a2", { replaced: "c-s1" }), done("a2"));
    const knowledge = state([succeeded("s1", { replaced: "c-a1", validityDays: 90 })]);
    expect((await snapshot(knowledge)).unwritten).toEqual([
      {
        event: "imported",
        attempt: "s1",
        at: expect.any(String),
        order: "order-1",
        digest: "A",
        service: address,
        address,
        outcome: "done",
        certificate: "c-s1",
        replaced: "c-a1",
        validityDays: 90,
        follows: "a1",
      },
    ]);
    // A machine that read the journal before writes the same once more.
    for (const each of [await snapshot(knowledge), await snapshot(knowledge)]) await journal.write(each);
    expect(ids(await snapshot())).toEqual(["a1", "s1", "a2"]);
  });

  test("a correction of a mistaken import, which stays", async () => {
    await written(sent("a1"), done("a1"));
    await apply(state([succeeded("s1")], "c-a1"));
    expect((await snapshot()).latest?.attemptId).toBe("s1");
    const corrected = state([succeeded("a1")], "c-s1");
    await apply(corrected);
    expect((await snapshot()).latest?.attemptId).toBe("a1");
    expect((await snapshot(corrected)).unwritten).toEqual([]);
  });
});
