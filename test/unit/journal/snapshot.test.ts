import { beforeEach, describe, expect, test } from "vitest";
import type { Attempt, JournalEvent } from "../../../src/journal/attempt.ts";
import { Journal, knowing, MemoryStore, type OrderSnapshot } from "../../../src/journal/index.ts";
import type { Knowledge } from "../../../src/journal/snapshot.ts";
import { attempt, succeeded } from "../../harness/journal/attempts.ts";
import { done, ended, sent } from "../../harness/journal/events.ts";
import {
  address,
  claim,
  commandIntent,
  isSent,
  preview,
  reissue,
  resourceIntent,
  startClaim,
  type TestIntent,
} from "../../harness/journal/intents.ts";

let store: MemoryStore;
let journal: Journal;
beforeEach(() => {
  store = new MemoryStore();
  journal = new Journal({ store });
});

const service = { name: undefined, address };
const snapshot = (knowledge: Knowledge = {}) => journal.snapshot("order-1", service, knowledge);
const written = async (...events: JournalEvent[]) => {
  for (const event of events) await store.log("order-1").append(event);
};
const state = (attempts: readonly Attempt[], ...earlier: string[]) => ({
  witnesses: [{ attempts, earlier }],
});
const resolve = (attemptId: string, certificateId: string | null) => ({ attemptId, certificateId });
const ids = ({ history }: OrderSnapshot) => history.map(({ attemptId }) => attemptId);
/** What an apply does first. */
const apply = async (knowledge: Knowledge) => journal.write(await snapshot(knowledge));
const statuses = async () =>
  (await journal.attempts()).map(({ attemptId, status }) => `${attemptId} ${status}`);

describe("A snapshot", () => {
  test("has what the journal says, and what resolve and states add", async () => {
    await written(sent("a1"), ended("unknown"));
    const found = await snapshot({ ...state([succeeded("s1")]), resolutions: [resolve("a1", null)] });
    expect(found.recorded).toMatchObject([{ attemptId: "a1", status: "open" }]);
    expect(found.history).toMatchObject([
      { attemptId: "a1", status: "void" },
      { attemptId: "s1", status: "succeeded" },
    ]);
    expect(found.latest).toBe(found.history[1]);
    expect(await statuses()).toEqual(["a1 open"]);
  });

  test("A preview decides on the snapshot, also if the journal goes on", async () => {
    const before = await snapshot();
    await reissue(journal, commandIntent());
    const intent = { ...resourceIntent(), knownLatest: knowing({}) };
    expect((await journal.preview(intent, before)).kind).toBe("send");
    expect((await journal.preview(intent)).kind).toBe("already-done");
  });

  test("A history that was read before is not read again", async () => {
    const history = await journal.history("order-1");
    await reissue(journal, commandIntent());
    expect((await journal.snapshot("order-1", service, {}, history)).history).toEqual([]);
  });
});

describe("First resolve, then merge, then decide", () => {
  test("A resolved attempt is newer than a certificate that the state does not relate to it", async () => {
    // Bob is killed after sending. Alice imports the original certificate. Then Bob resolves his attempt.
    await written(sent("a1"));
    const original = state([succeeded("s1", { certificateId: "c-original" })]);
    expect((await preview(journal, resourceIntent({ ...original }))).kind).toBe("blocked");
    const { latest, unclear } = await snapshot({ ...original, resolutions: [resolve("a1", "c-new")] });
    expect([latest?.certificateId, unclear?.certificateId]).toEqual(["c-new", "c-original"]);
  });

  test("A certificate is not recorded behind an attempt that is still open: it may be the older one", async () => {
    await written(sent("a1"));
    const original = state([succeeded("s1")]);
    await apply(original);
    await journal.resolve("order-1", "a1", "c-new");
    expect(await preview(journal, resourceIntent({ ...original }))).toMatchObject({
      blocked: { reason: "unclear", attempt: { certificateId: "c-new" }, stored: { certificateId: "c-s1" } },
    });
  });

  test("A resolution of an unknown attempt, or one that agrees with the recorded result, does nothing", async () => {
    await written(sent("a1"), done());
    const found = await snapshot({ resolutions: [resolve("a1", "c-a1"), resolve("x", null)] });
    expect(found).toMatchObject({ unwritten: [], problems: [], history: [{ status: "succeeded" }] });
  });

  test.each([null, "cert-9"])(
    "A resolution that contradicts the recorded result is a problem, and is not applied: %s",
    async (certificateId) => {
      await written(sent("a1"), done());
      const found = await snapshot({ resolutions: [resolve("a1", certificateId)] });
      expect(found).toMatchObject({ unwritten: [], history: [{ certificateId: "c-a1" }] });
      expect(found.problems).toMatchObject([
        { message: "Attempt a1 already has a result (done, certificate c-a1)." },
      ]);
    },
  );

  test("A resolution that cannot be right is a problem, and is not applied", async () => {
    await written(sent("a1"), ended("done-unread"));
    const found = await snapshot({ resolutions: [resolve("a1", null)] });
    expect(found).toMatchObject({ unwritten: [], history: [{ status: "open" }] });
    expect(found.problems).toMatchObject([
      { code: "journal_refused", message: expect.stringContaining("did happen") },
    ]);
  });
});

describe("The state as a second witness", () => {
  test("completes an attempt whose outcome never reached the journal, also for callers without that state", async () => {
    await written(sent("a1"));
    const proof = state([succeeded("a1", { issuedAt: "2026-11-15T12:00:30.000Z" })]);
    expect((await preview(journal, resourceIntent({ ...proof }))).kind).toBe("already-done");
    expect((await preview(journal, resourceIntent())).kind).toBe("blocked");
    await apply(proof);
    expect(await preview(journal, resourceIntent())).toMatchObject({
      kind: "already-done",
      certificateId: "c-a1",
    });
    expect(await journal.attempts()).toMatchObject([
      { issuedAt: "2026-11-15T12:00:30.000Z", resolvedManually: false },
    ]);
  });

  test("counts more than a person who says that the attempt did not happen", async () => {
    await written(sent("a1"));
    const proof = { ...state([succeeded("a1")]), resolutions: [resolve("a1", null)] };
    expect((await snapshot(proof)).history).toMatchObject([{ status: "succeeded", certificateId: "c-a1" }]);
    await apply(proof);
    expect(await statuses()).toEqual(["a1 succeeded"]);
  });

  test("An open attempt that only the state knows blocks, and an apply writes it down", async () => {
    const open = state([attempt("s1", { lastEvent: "unknown", service: "", address: "" })]);
    const blocked = { blocked: { reason: "open", attempt: { attemptId: "s1" } } };
    expect(await preview(journal, resourceIntent({ ...open }))).toMatchObject(blocked);
    await apply(open);
    expect(await preview(journal, resourceIntent())).toMatchObject(blocked);
    expect(await journal.attempts()).toMatchObject([
      { service: address, address, isImported: true, status: "open" },
    ]);
  });

  test("is merged again when the request is about to be sent", async () => {
    const asked = resourceIntent({ ...state([attempt("s1")]) });
    const { intent } = await startClaim(journal, asked);
    expect(await journal.claim(intent, undefined, new Date())).toMatchObject({ blocked: { reason: "open" } });
  });

  test("A reissue is blocked with both certificates if journal and state do not know each other's, and supersede does nothing", async () => {
    const a1 = await reissue(journal, commandIntent());
    for (const supersede of [undefined, a1, "s1"])
      expect(
        await preview(journal, resourceIntent({ ...state([succeeded("s1")]), supersede })),
      ).toMatchObject({
        blocked: {
          reason: "unclear",
          attempt: { certificateId: "cert-1" },
          stored: { certificateId: "c-s1" },
        },
      });
  });

  test("The state's list of earlier certificates makes it clear, and the way out of unclear is @latest", async () => {
    await reissue(journal, commandIntent());
    // An import with @latest stores the journal's latest as the certificate before it.
    const latest = state([succeeded("s1", { requestDigest: undefined, service: "" })], "cert-1");
    expect((await snapshot(latest)).latest?.attemptId).toBe("s1");
    await apply(latest);
    expect((await snapshot()).latest).toMatchObject({ attemptId: "s1", certificateId: "c-s1" });
  });

  test("A certificate that a later attempt replaced stays older, whatever the state says afterwards", async () => {
    // Alice makes c1, Bob makes c2 with his journal. Then Bob imports c1 again.
    await written(sent("b1", { replaced: "c1" }), done("b1", "c2"));
    const again = state([succeeded("s1", { certificateId: "c1" })], "c2");
    expect(ids(await snapshot(again))).toEqual(["s1", "b1"]);
    expect(
      await preview(journal, commandIntent({ ...again, knownLatest: knowing({ certificateId: "c1" }) })),
    ).toMatchObject({ kind: "already-done", certificateId: "c2" });
  });
});

describe("Writing", () => {
  test("A resolution is unwritten until the journal has it", async () => {
    await written(sent("a1"));
    const said = { resolutions: [resolve("a1", "c1")] };
    expect((await snapshot(said)).unwritten).toMatchObject([
      { event: "resolved", attempt: "a1", certificate: "c1" },
    ]);
    await apply(said);
    expect((await snapshot(said)).unwritten).toEqual([]);
  });

  test("A resolution of an attempt that only the state knows is written in one event", async () => {
    const open = state([attempt("s1", { lastEvent: "unknown" })]);
    const said = { ...open, resolutions: [resolve("s1", null)] };
    expect((await snapshot(said)).unwritten).toMatchObject([{ event: "imported", outcome: "not-happened" }]);
    await apply(said);
    expect(await isSent(journal, resourceIntent({ ...open }))).toBe(true);
  });

  test("An imported attempt is written with the attempt that it follows", async () => {
    await written(sent("a1"), done("a1"), sent("a2", { replaced: "c-s1" }), done("a2"));
    const knowledge = state([
      succeeded("s1", { replaced: "c-a1", validityDays: 90, idempotencyKey: undefined }),
    ]);
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
        key: undefined,
        issuedAt: undefined,
        follows: "a1",
      },
    ]);
    await apply(knowledge);
    // A machine that read the journal before writes the same once more.
    await apply(knowledge);
    expect(ids(await snapshot())).toEqual(["a1", "s1", "a2"]);
  });

  test("A correction of a mistaken import is written, and stays", async () => {
    await written(sent("a1"), done("a1"));
    await apply(state([succeeded("s1")], "c-a1"));
    expect((await snapshot()).latest?.attemptId).toBe("s1");
    const corrected = state([succeeded("a1")], "c-s1");
    await apply(corrected);
    expect((await snapshot()).latest?.attemptId).toBe("a1");
    expect((await snapshot(corrected)).unwritten).toEqual([]);
  });

  test("An attempt that is known twice is written once, and a second apply changes nothing", async () => {
    await written(sent("a1"));
    const knowledge = { ...state([succeeded("a1"), attempt("s9", { replaced: "c-a1" })]) };
    await apply(knowledge);
    expect((await snapshot(knowledge)).unwritten).toEqual([]);
    expect(await statuses()).toEqual(["a1 succeeded", "s9 open"]);
  });
});

describe("An idempotency key that was answered stays answered", () => {
  const key = (idempotencyKey: string, more: Partial<TestIntent> = {}) =>
    resourceIntent({ idempotencyKey, ...more });

  test("A key is answered, another request follows, and the key is asked again: it is not sent", async () => {
    const { intent } = await startClaim(journal, key("k2"));
    await reissue(journal, resourceIntent({ idempotencyKey: "k1" }));
    const claimed = await journal.claim(intent, undefined, new Date(Date.now() + 1000));
    expect(claimed).toMatchObject({ kind: "already-done", certificateId: "cert-1" });
    if (claimed.kind === "already-done") await journal.recordAnswer(intent, claimed.attempt);
    await reissue(journal, commandIntent({ requestDigest: "B" }), "done", "cert-2");
    expect(await claim(journal, commandIntent({ idempotencyKey: "k2", requestDigest: "A" }))).toMatchObject({
      blocked: { reason: "key-used", latest: { certificateId: "cert-2" } },
    });
  });

  test("A key whose answer was not recorded is sent", async () => {
    await reissue(journal, resourceIntent());
    await reissue(journal, commandIntent({ requestDigest: "B" }), "done", "cert-2");
    expect((await preview(journal, commandIntent({ idempotencyKey: "k2", requestDigest: "A" }))).kind).toBe(
      "send",
    );
  });
});
