import { describe, expect, test } from "vitest";
import { type JournalEvent, readHistory } from "../../../src/journal/attempt.ts";
import { attempt } from "../../harness/journal/attempts.ts";
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

const unreadable = (entry: string, position: number): JournalEvent => ({
  event: "unreadable",
  entry,
  position,
});
const attempts = (...events: JournalEvent[]) => readHistory("order-1", events).attempts;
const open = imported("s", { outcome: "unknown" });

test.each<[name: string, events: JournalEvent[], attempts: string[]]>([
  ["no events", [], []],
  ["done-unread", [sent(), ended("done-unread")], ["a1 done-unread open"]],
  ["not sent after all", [sent(), ended("not-sent")], ["a1 not-sent void"]],
  ["imported as unknown", [open], ["s unknown open"]],
  ["recorded twice as sent", [sent(), ended("rejected"), sent()], ["a1 rejected void"]],
  ["without its first event", [done("a9")], ["a9 done succeeded"]],
  ["only answered", [answered("a9", "k")], ["a9 unknown open"]],
  [
    "its sender does not know the outcome that a person denied",
    [sent(), resolved("a1", null), ended("unknown")],
    ["a1 unknown open"],
  ],
  [
    "sent attempts stand in the order of their first events",
    [sent("a1"), sent("a2"), ended("unknown", "a1"), sent("a1")],
    ["a1 unknown open", "a2 sent open"],
  ],
  [
    "an import stands behind the attempt that it follows",
    [sent("a1"), sent("a2"), imported("s", { follows: "a1" })],
    ["a1 sent open", "s done succeeded", "a2 sent open"],
  ],
  [
    "an import that follows none stands first",
    [sent("a1"), imported("s", { follows: null })],
    ["s done succeeded", "a1 sent open"],
  ],
  [
    "an import that follows a lost attempt stands last",
    [sent("a1"), imported("s", { follows: "lost" })],
    ["a1 sent open", "s done succeeded"],
  ],
  [
    "an attempt with a result moves if it is imported again: a person corrected which one is the latest",
    [sent("a1"), done("a1"), imported("s", { follows: "a1" }), imported("a1", { follows: "s" })],
    ["s done succeeded", "a1 done succeeded"],
  ],
  [
    "an open attempt keeps its place, so that no attempt behind it can overtake it",
    [open, sent("a2"), { ...open, follows: "a2" }],
    ["s unknown open", "a2 sent open"],
  ],
])("Attempts have the order and status that their events give them: %s", (_, events, expected) => {
  const found = attempts(...events).map(
    ({ attemptId, lastEvent, status }) => `${attemptId} ${lastEvent} ${status}`,
  );
  expect(found).toEqual(expected);
});

describe("An attempt", () => {
  const first = attempt("a1", { lastEvent: "sent" });
  const succeeded = { lastEvent: "done", status: "succeeded", endedAt: later, certificateId: "c" };
  const recorded = { run: "run-1", replaced: "c0", validityDays: 90 };
  const stored = { replaced: "c0", validityDays: 90, issuedAt: at };
  const byImport = { isImported: true, sentAt: undefined, process: undefined, deadline: undefined };
  test.each<[string, JournalEvent[], object]>([
    ["sent", [sent()], {}],
    [
      "sent with all that can be recorded",
      [sent("a1", { ...recorded, key: "k" })],
      { ...recorded, idempotencyKey: "k" },
    ],
    // An unknown request equals no other.
    ["sent without a digest", [sent("a1", { digest: "" })], { requestDigest: undefined }],
    ["rejected", [sent(), ended("rejected")], { lastEvent: "rejected", status: "void", endedAt: later }],
    [
      "unknown, with the certificate that an unclear answer named",
      [sent(), { event: "unknown", attempt: "a1", at: later, certificate: "c" }],
      { lastEvent: "unknown", endedAt: later, certificateId: "c" },
    ],
    ["done", [sent(), done("a1", "c")], { ...succeeded, issuedAt: later }],
    [
      "done, with an encrypted certificate",
      [sent(), done("a1", "")],
      { ...succeeded, issuedAt: later, certificateId: undefined },
    ],
    [
      "resolved as not happened",
      [sent(), resolved("a1", null)],
      { lastEvent: "not-happened", status: "void", endedAt: later, resolvedBy: "person" },
    ],
    [
      "resolved with a certificate, after a typing error",
      [sent(), resolved("a1", "typo"), resolved("a1", "c")],
      { ...succeeded, issuedAt: at, resolvedBy: "person" },
    ],
    [
      "done, whatever a person said before",
      [sent(), resolved("a1", null), resolved("a1", "typo"), done("a1", "c")],
      { ...succeeded, issuedAt: later },
    ],
    [
      "done, and the answer to two more keys",
      [sent(), done("a1", "c"), answered("a1", "k1"), answered("a1", "k2", "run-2")],
      {
        ...succeeded,
        issuedAt: later,
        answeredKeys: [
          { key: "k1", run: undefined },
          { key: "k2", run: "run-2" },
        ],
      },
    ],
    [
      "imported, with what the state knew, and no sender waits for it",
      [imported("a1", { ...stored, certificate: "c" })],
      { ...succeeded, ...stored, ...byImport },
    ],
    [
      "imported as not happened",
      [imported("a1", { outcome: "not-happened", certificate: undefined })],
      { lastEvent: "not-happened", status: "void", endedAt: later, ...byImport, resolvedBy: "person" },
    ],
  ])("has all its members if it is %s", (_, events, change) => {
    expect(attempts(...events)).toStrictEqual([{ ...first, ...change }]);
  });

  test.each([
    resolved("a1", null),
    ended("unknown"),
    ended("rejected"),
    imported("a1", { outcome: "unknown" }),
    imported("a1", { outcome: "not-happened" }),
  ])("that succeeded stays a success: $event", (event) => {
    for (const success of [done("a1", "c"), resolved("a1", "c")])
      expect(attempts(sent(), success, event)).toMatchObject([{ status: "succeeded", certificateId: "c" }]);
  });

  test("belongs to the order that the other events name if its first event is missing", () => {
    const { attempts } = readHistory("order", [done("a9"), sent("a1", { order: "Order/1" })]);
    expect(attempts.map(({ orderId }) => orderId)).toEqual(["Order/1", "Order/1"]);
    expect(readHistory("order", [done("a9")]).attempts).toMatchObject([
      { orderId: "order", service: undefined },
    ]);
  });
});

test("An unreadable entry is damage until it is set aside by its own id", () => {
  const events = [sent(), unreadable("u2", 2), unreadable("u3", 3), setAside("u2")];
  expect(readHistory("order-1", events)).toMatchObject({
    attempts: [{ attemptId: "a1" }],
    damage: [{ id: "u3", position: 3 }],
  });
  expect(readHistory("order-1", [...events, setAside("u3")]).damage).toEqual([]);
});
