import { beforeEach, describe, expect, test } from "vitest";
import {
  type Attempt,
  importedAttemptId,
  Journal,
  type JournalEvent,
  knowing,
  MemoryStore,
  type OrderSnapshot,
} from "../../../src/journal/index.ts";
import type { Knowledge } from "../../../src/journal/snapshot.ts";
import { attempt, stated, succeeded } from "../../harness/journal/attempts.ts";
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
  records: [{ attempts, earlier }],
});
const resolve = (attemptId: string, certificateId: string | null) => ({
  resolutions: [{ attemptId, certificateId }],
});
const ids = ({ merged }: OrderSnapshot) => merged.map(({ attemptId }) => attemptId);
/** What an apply does first. */
const apply = async (knowledge: Knowledge) => journal.write(await snapshot(knowledge));

describe("A snapshot", () => {
  test("has what the journal says, and what resolve and states add, and writes nothing", async () => {
    await written(sent("a1"), ended("unknown"));
    const found = await snapshot({ ...state([succeeded("s1")]), ...resolve("a1", null) });
    expect(found.inJournal).toMatchObject([{ attemptId: "a1", status: "open" }]);
    expect(found.merged).toMatchObject([
      { attemptId: "a1", status: "void" },
      { attemptId: "s1", status: "succeeded" },
    ]);
    expect(found.latest).toBe(found.merged[1]);
    expect(await journal.attempts()).toEqual(found.inJournal);
  });

  test("is what a decision is made on, also if the journal goes on, and can be taken of a history", async () => {
    const [before, history] = [await snapshot(), await journal.history("order-1")];
    await reissue(journal, commandIntent());
    const intent = { ...resourceIntent(), knownLatest: knowing({}) };
    expect((await journal.decide(intent, before)).kind).toBe("send");
    expect((await journal.decide(intent, await snapshot())).kind).toBe("already-done");
    expect((await journal.snapshot("order-1", service, {}, history)).merged).toEqual([]);
  });

  test.each<[string, JournalEvent[], Knowledge, problems: string[], code?: string]>([
    ["agrees with the recorded result", [sent(), done()], resolve("a1", "c-a1"), []],
    ["is about an unknown attempt, and none is open", [sent(), done()], resolve("x", null), []],
    [
      "is about an unknown attempt, and one is open",
      [sent()],
      resolve("x", null),
      ["has no attempt x"],
      "not_in_journal",
    ],
    [
      "names another certificate than the service",
      [sent(), done()],
      resolve("a1", "c-9"),
      ["The service answered attempt a1 with certificate c-a1"],
    ],
    ["cannot be right", [sent(), ended("done-unread")], resolve("a1", null), ["did happen"]],
  ])(
    "is not changed by a resolution that %s",
    async (_, events, knowledge, problems, code = "resolution_refused") => {
      await written(...events);
      const found = await snapshot(knowledge);
      expect(found.unwritten).toEqual([]);
      expect(found.merged).toEqual(found.inJournal);
      expect(found.problems).toMatchObject(
        problems.map((problem) => ({ code, message: expect.stringContaining(problem) })),
      );
    },
  );
});

describe("A configuration that still has an old entry of resolve", () => {
  const results = async (knowledge: Knowledge) =>
    (await snapshot(knowledge)).merged.map(({ certificateId }) => certificateId);
  /** What the snapshot makes of an entry. */
  const judged = async (knowledge: Knowledge) => {
    const { resolutions, leftOver, problems, unwritten } = await snapshot(knowledge);
    return [resolutions, leftOver, problems, unwritten].map(({ length }) => length);
  };
  const [accepted, leftOver, silent] = [
    [1, 0, 0, 1],
    [0, 1, 0, 0],
    [0, 0, 0, 0],
  ];

  test("A typing error can be corrected in the configuration, and the correction stays", async () => {
    await written(sent("a1"), ended("unknown"));
    await apply(resolve("a1", "typo"));
    expect(await judged(resolve("a1", "typo"))).toEqual(silent);
    expect(await judged(resolve("a1", "right"))).toEqual(accepted);
    await apply(resolve("a1", "right"));
    expect(await results({})).toEqual(["right"]);
    expect(await judged(resolve("a1", "right"))).toEqual(silent);
    // Another workspace still has the old entry.
    expect(await judged(resolve("a1", "typo"))).toEqual(leftOver);
    expect(await results(resolve("a1", "typo"))).toEqual(["right"]);
  });

  test("An entry that a command has corrected since is left over", async () => {
    await written(sent("a1"), ended("unknown"));
    await apply(resolve("a1", "typo"));
    await journal.resolve({ orderId: "order-1", attemptId: "a1", certificateId: "right" });
    expect(await judged(resolve("a1", "typo"))).toEqual(leftOver);
    expect(await results(resolve("a1", "typo"))).toEqual(["right"]);
  });

  test("An entry that a state brought here is left over once it is corrected", async () => {
    const open = state([attempt("s1")]);
    await apply({ ...open, ...resolve("s1", "typo") });
    await journal.resolve({ orderId: "order-1", attemptId: "s1", certificateId: "right" });
    for (const old of [open, state([stated("s1", "typo")])]) {
      await apply({ ...old, ...resolve("s1", "typo") });
      expect(await results({ ...old, ...resolve("s1", "typo") })).toEqual(["right"]);
    }
    expect((await snapshot({ ...open, ...resolve("s1", "typo") })).leftOver).toHaveLength(1);
  });

  test("An entry that denies a certificate is left over", async () => {
    await written(sent("a1"), ended("unknown"));
    await apply(resolve("a1", null));
    await journal.resolve({ orderId: "order-1", attemptId: "a1", certificateId: "c" });
    expect(await judged(resolve("a1", null))).toEqual(leftOver);
    await written(sent("a2"), done("a2"));
    expect(await judged(resolve("a2", null))).toEqual(leftOver);
  });

  test("A new entry is judged by what the state knows, too", async () => {
    const known = state([succeeded("s1")], "c-0");
    const { problems } = await snapshot({ ...known, ...resolve("s1", "c-9") });
    expect(problems).toMatchObject([{ code: "resolution_refused" }]);
    expect(await results({ ...known, ...resolve("s1", "c-9") })).toEqual(["c-s1"]);
  });
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
    // A person imports what is the latest, after the resource was removed from the state.
    await journal.importCertificate(
      { orderId: "order-1", certificateId: "c-original", asLatest: true },
      service,
    );
    expect((await snapshot()).latest).toMatchObject({ isImported: true, certificateId: "c-original" });
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
    expect(await journal.attempts()).toMatchObject([{ issuedAt, isStated: false }]);
  });

  test("An open attempt that only the state knows blocks a decision and a claim, and an apply writes it down", async () => {
    const endedAt = "2026-11-15T12:00:00.000Z";
    const open = state([attempt("s1", { service: undefined, address: undefined, endedAt })]);
    const blocked = { blocked: { reason: "open", attempt: { attemptId: "s1" } } };
    const intent = { ...resourceIntent(open), knownLatest: knowing({}) };
    expect(await journal.decide(intent, await snapshot(open))).toMatchObject(blocked);
    expect(await journal.claim(intent, undefined, new Date())).toMatchObject(blocked);
    await apply(open);
    expect(await preview(journal, resourceIntent())).toMatchObject(blocked);
    expect((await journal.attempts()).at(-1)).toMatchObject({
      attemptId: "s1",
      service: address,
      address,
      isImported: false,
      status: "open",
      // `not-happened` is refused until some minutes after it.
      endedAt,
    });
  });
});

describe("An apply writes", () => {
  test("an attempt of the state with the one that it follows", async () => {
    await written(sent("a1"), done("a1"), sent("a2", { previous: "c-s1" }), done("a2"));
    const knowledge = state([succeeded("s1", { previous: "c-a1", validityDays: 90 })]);
    expect((await snapshot(knowledge)).unwritten).toEqual([
      {
        event: "from-state",
        attempt: "s1",
        at: expect.any(String),
        order: "order-1",
        digest: "A",
        service: address,
        address,
        word: "done",
        certificate: "c-s1",
        previous: "c-a1",
        validityDays: 90,
        follows: "a1",
      },
    ]);
    // A machine that read the journal before writes the same once more.
    for (const each of [await snapshot(knowledge), await snapshot(knowledge)]) await journal.write(each);
    expect(ids(await snapshot())).toEqual(["a1", "s1", "a2"]);
  });

  test("what a person states about an attempt of the state as an entry of its own", async () => {
    const typo = { ...state([stated("s1", "typo")]), ...resolve("s1", "right") };
    expect((await snapshot(typo)).unwritten).toMatchObject([
      { event: "from-state", attempt: "s1", statement: "typo" },
      { event: "resolved", attempt: "s1", certificate: "right" },
    ]);
    await apply(typo);
    expect((await snapshot(typo)).unwritten).toEqual([]);
    // The state itself is older than the correction.
    expect((await snapshot(state([stated("s1", "typo")]))).latest?.certificateId).toBe("right");
  });

  test("an import last, so that it has seen what the state knows", async () => {
    const imported = { certificateId: "x", previous: "c-s1" };
    await apply({ ...state([succeeded("s1")]), imported });
    expect(ids(await snapshot())).toEqual(["s1", expect.stringMatching(/^import-/)]);
    expect((await snapshot({ imported })).unwritten).toEqual([]);
  });

  test("an import alone, if a state has left a copy of its certificate in the journal", async () => {
    const imported = { certificateId: "x", previous: undefined, issuedAt: "2026-11-01T00:00:00.000Z" };
    const copy = stated(importedAttemptId("order-1", "x"), "x");
    await apply(state([{ ...copy, issuedAt: "2026-01-01T00:00:00.000Z", isImported: true }]));
    expect((await snapshot({ imported })).unwritten).toMatchObject([{ event: "imported" }]);
    await apply({ imported });
    expect((await snapshot()).latest).toMatchObject({ certificateId: "x", issuedAt: imported.issuedAt });
  });

  test("an import from a machine with another journal, if this one has no certificate", async () => {
    await apply({ imported: { certificateId: "x", previous: "elsewhere" } });
    expect((await snapshot()).latest?.certificateId).toBe("x");
  });

  test("no import while an attempt is open, or after the order was reissued since", async () => {
    const imported = { certificateId: "x", previous: undefined };
    expect((await snapshot({ ...state([attempt("s1")]), imported })).unwritten).toMatchObject([
      { event: "from-state" },
    ]);
    await written(sent("a1"), done("a1"));
    expect((await snapshot({ imported })).unwritten).toEqual([]);
    expect((await snapshot({ imported })).latest?.certificateId).toBe("c-a1");
  });
});
