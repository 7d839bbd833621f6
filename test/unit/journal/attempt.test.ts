import { describe, expect, test } from "vitest";
import { type JournalEvent, readHistory } from "../../../src/journal/attempt.ts";
import {
  answered,
  at,
  done,
  ended,
  imported,
  later,
  resolved,
  sent,
  setAside,
} from "../../harness/journal/events.ts";

const unreadable = (attempt = "unreadable-1-abc", position = 1): JournalEvent => ({
  event: "unreadable",
  attempt,
  position,
});
const attempts = (...events: JournalEvent[]) => readHistory("order-1", events).attempts;
const statuses = (...events: JournalEvent[]) =>
  attempts(...events).map(({ attemptId, lastEvent, status }) => `${attemptId} ${lastEvent} ${status}`);

describe("An attempt in a log", () => {
  test.each<[string, JournalEvent[], string[]]>([
    ["no events", [], []],
    ["unknown", [sent(), ended("unknown")], ["a1 unknown open"]],
    ["done-unread", [sent(), ended("done-unread")], ["a1 done-unread open"]],
    ["not sent after all", [sent(), ended("not-sent")], ["a1 not-sent void"]],
    ["imported as unknown", [imported("a1", { outcome: "unknown" })], ["a1 unknown open"]],
    ["imported as not happened", [imported("a1", { outcome: "not-happened" })], ["a1 not-happened void"]],
    ["recorded twice as sent", [sent(), ended("rejected"), sent()], ["a1 rejected void"]],
    ["without its first event", [done("a9")], ["a9 done succeeded"]],
    ["only answered", [answered("a9", "k")], ["a9 unknown open"]],
  ])("has the status that its events give it: %s", (_, events, expected) => {
    expect(statuses(...events)).toEqual(expected);
  });

  const first = {
    attemptId: "a1",
    orderId: "order-1",
    requestDigest: "A",
    sentAt: at,
    process: "host/1/2",
    service: "https://service.example",
    address: "https://service.example",
    run: undefined,
    idempotencyKey: undefined,
    answered: [],
    replaced: undefined,
    validityDays: undefined,
    deadline: "2026-11-15T12:02:00.000Z",
    lastEvent: "sent",
    status: "open",
    endedAt: undefined,
    issuedAt: undefined,
    certificateId: undefined,
    resolvedManually: false,
    resolvedByCallback: false,
    callbacks: [],
    isImported: false,
  };
  const succeeded = { lastEvent: "done", status: "succeeded", endedAt: later, certificateId: "c" };
  test.each<[string, JournalEvent[], object]>([
    ["sent", [], {}],
    ["rejected", [ended("rejected")], { lastEvent: "rejected", status: "void", endedAt: later }],
    [
      "unknown, with the certificate that an unclear answer named",
      [{ event: "unknown", attempt: "a1", at: later, certificate: "c" }],
      { lastEvent: "unknown", endedAt: later, certificateId: "c" },
    ],
    ["done", [done("a1", "c")], { ...succeeded, issuedAt: later }],
    [
      "done, with a encrypted certificate",
      [done("a1", "")],
      { ...succeeded, issuedAt: later, certificateId: undefined },
    ],
    [
      "resolved as not happened",
      [resolved("a1", null)],
      { lastEvent: "not-happened", status: "void", endedAt: later, resolvedManually: true },
    ],
    [
      "resolved with a certificate",
      [resolved("a1", "c")],
      { ...succeeded, issuedAt: at, resolvedManually: true },
    ],
    [
      "done after a person called it not happened",
      [resolved("a1", null), done("a1", "c")],
      { ...succeeded, issuedAt: later },
    ],
    [
      "done, and the answer to two more keys",
      [done("a1", "c"), answered("a1", "k1"), answered("a1", "k2", "run-2")],
      {
        ...succeeded,
        issuedAt: later,
        answered: [
          { key: "k1", run: undefined },
          { key: "k2", run: "run-2" },
        ],
      },
    ],
  ])("has all its members if it is %s", (_, events, change) => {
    expect(attempts(sent(), ...events)).toStrictEqual([{ ...first, ...change }]);
  });

  test("keeps what its sender recorded", () => {
    const recorded = { key: "k", run: "run-1", replaced: "c0", validityDays: 90 };
    const { key: idempotencyKey, ...same } = recorded;
    expect(attempts(sent("a1", recorded))).toStrictEqual([{ ...first, ...same, idempotencyKey }]);
  });

  test("keeps what the state knew if it is imported, and no sender waits for it", () => {
    const known = { replaced: "c0", validityDays: 90, issuedAt: at };
    expect(attempts(imported("a1", known))).toStrictEqual([
      {
        ...first,
        ...succeeded,
        ...known,
        certificateId: "c-a1",
        isImported: true,
        sentAt: "",
        process: "",
        deadline: "",
      },
    ]);
    expect(attempts(imported("a1", { outcome: "not-happened" }))).toMatchObject([{ resolvedManually: true }]);
  });

  test("has no request digest if that is empty: an unknown request equals no other", () => {
    expect(attempts(sent("a1", { digest: "" }))[0]?.requestDigest).toBeUndefined();
  });

  test("belongs to the order that the other events name if its first event is missing", () => {
    const { attempts } = readHistory("order", [done("a9"), sent("a1", { order: "Order/1" })]);
    expect(attempts.map(({ orderId }) => orderId)).toEqual(["Order/1", "Order/1"]);
    expect(readHistory("order", [done("a9")]).attempts).toMatchObject([{ orderId: "order", service: "" }]);
  });
});

describe("A success in a log", () => {
  test.each<[string, JournalEvent]>([
    ["a person who says that it did not happen", resolved("a1", null)],
    ["its sender, which does not know the outcome", ended("unknown")],
    ["its sender, which was rejected", ended("rejected")],
    ["an import with an unknown outcome", imported("a1", { outcome: "unknown" })],
    ["an import that says that it did not happen", imported("a1", { outcome: "not-happened" })],
  ])("is not taken back by %s", (_, event) => {
    for (const success of [done("a1", "c"), resolved("a1", "c")])
      expect(attempts(sent(), success, event)).toMatchObject([{ status: "succeeded", certificateId: "c" }]);
  });

  test("can get another certificate from a person, and the service's own word counts more than a person's", () => {
    expect(attempts(sent(), resolved("a1", "typo"), resolved("a1", "c"))).toMatchObject([
      { certificateId: "c" },
    ]);
    expect(attempts(sent(), resolved("a1", "typo"), done("a1", "c"))).toMatchObject([
      { certificateId: "c", resolvedManually: false },
    ]);
  });

  test("An attempt is open again if its sender reports an unknown outcome after a person denied it", () => {
    expect(statuses(sent(), resolved("a1", null), ended("unknown"))).toEqual(["a1 unknown open"]);
  });
});

describe("The order of attempts", () => {
  const ids = (...events: JournalEvent[]) => attempts(...events).map(({ attemptId }) => attemptId);

  test("Sent attempts stand in the order of their first events", () => {
    expect(ids(sent("a1"), sent("a2"), ended("unknown", "a1"))).toEqual(["a1", "a2"]);
  });

  test("An imported attempt stands behind the one that it follows, wherever its event stands", () => {
    const [a1, a2] = [sent("a1"), sent("a2")];
    expect(ids(a1, a2, imported("s", { follows: "a1" }))).toEqual(["a1", "s", "a2"]);
    expect(ids(a1, a2, imported("s", { follows: null }))).toEqual(["s", "a1", "a2"]);
    expect(ids(a1, a2, imported("s", { follows: "lost" }))).toEqual(["a1", "a2", "s"]);
  });

  test("An attempt with a result that is imported again moves: a person corrected which one is the latest", () => {
    const wrong = [sent("a1"), done("a1"), imported("s", { follows: "a1" })];
    expect(ids(...wrong, imported("a1", { follows: "s" }))).toEqual(["s", "a1"]);
  });

  test("An open attempt keeps its place, so that an attempt behind it cannot overtake it", () => {
    expect(ids(sent("a1"), sent("a2"), sent("a1"))).toEqual(["a1", "a2"]);
    const open = imported("s", { outcome: "unknown" });
    expect(ids(open, sent("a2"), { ...open, follows: "a2" })).toEqual(["s", "a2"]);
  });
});

describe("Damage", () => {
  test("An unreadable entry is damage, not an attempt", () => {
    expect(readHistory("order-1", [sent(), unreadable("u", 2), done()])).toMatchObject({
      attempts: [{ attemptId: "a1", status: "succeeded" }],
      damage: [{ id: "u", position: 2 }],
    });
  });

  test("Each unreadable entry is set aside by its own id", () => {
    const events = [unreadable("u1", 1), unreadable("u2", 2), setAside("u1")];
    expect(readHistory("order-1", events).damage).toEqual([{ id: "u2", position: 2 }]);
    expect(readHistory("order-1", [...events, setAside("u2")])).toEqual({
      attempts: [],
      damage: [],
      issued: [],
    });
  });
});
