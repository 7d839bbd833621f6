import { describe, expect, test } from "vitest";
import type { JournalEvent } from "../../../src/journal/events.ts";
import { readHistory } from "../../../src/journal/history.ts";
import { attempt } from "../../harness/journal/attempts.ts";
import {
  answered,
  at,
  done,
  ended,
  fromState,
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
const open = fromState("s", { word: "unknown", certificate: undefined });
const twoDone = [sent("a1"), done("a1"), sent("a2"), done("a2")];

test.each<[name: string, events: JournalEvent[], attempts: string[]]>([
  ["no events", [], []],
  ["done-unread", [sent(), ended("done-unread")], ["a1 done-unread open"]],
  ["not sent after all", [sent(), ended("not-sent")], ["a1 not-sent void"]],
  ["brought by a state as unknown", [open], ["s unknown open"]],
  ["recorded twice as sent", [sent(), ended("rejected"), sent()], ["a1 rejected void"]],
  ["without its first event", [done("a9")], ["a9 done succeeded"]],
  ["only answered", [answered("a9", "k")], ["a9 unknown open"]],
  [
    "sent attempts stand in the order of their first events",
    [sent("a1"), sent("a2"), ended("unknown", "a1"), sent("a1")],
    ["a1 unknown open", "a2 sent open"],
  ],
  [
    "a state's attempt stands behind the one that it follows",
    [sent("a1"), sent("a2"), fromState("s", { follows: "a1" })],
    ["a1 sent open", "s done succeeded", "a2 sent open"],
  ],
  [
    "a state's attempt that follows none stands first",
    [sent("a1"), fromState("s", { follows: null })],
    ["s done succeeded", "a1 sent open"],
  ],
  [
    "a state's attempt that follows a lost one stands last",
    [sent("a1"), fromState("s", { follows: "lost" })],
    ["a1 sent open", "s done succeeded"],
  ],
  [
    "an attempt that two applies write keeps its place",
    [...twoDone, fromState("a1", { follows: "a2" })],
    ["a1 done succeeded", "a2 done succeeded"],
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
  const first = attempt("a1", { senderWord: "sent" });
  const denied = {
    lastEvent: "not-happened",
    status: "void",
    endedAt: later,
    isStated: true,
    statements: [null],
  };
  const made = { status: "succeeded", endedAt: later, certificateId: "c", lastEvent: "done" };
  const succeeded = { ...made, senderWord: "done", senderCertificateId: "c", issuedAt: later };
  const recorded = { previous: "c0", validityDays: 90 };
  const notSentHere = { sentAt: undefined, process: undefined, deadline: undefined };
  test.each<[string, JournalEvent[], object]>([
    ["sent", [sent()], {}],
    [
      "sent with all that can be recorded",
      [sent("a1", { ...recorded, key: "k" })],
      { ...recorded, idempotencyKey: "k" },
    ],
    // An unknown request equals no other.
    ["sent without a digest", [sent("a1", { digest: "" })], { requestDigest: undefined }],
    [
      "rejected",
      [sent(), ended("rejected")],
      { senderWord: "rejected", lastEvent: "rejected", status: "void", endedAt: later },
    ],
    [
      "unknown, with the certificate that an unclear answer named",
      [sent(), { event: "unknown", attempt: "a1", at: later, certificate: "c" }],
      {
        senderWord: "unknown",
        senderCertificateId: "c",
        lastEvent: "unknown",
        endedAt: later,
        certificateId: "c",
      },
    ],
    ["done", [sent(), done("a1", "c")], succeeded],
    [
      "done, with an encrypted certificate",
      [sent(), done("a1", "")],
      { ...succeeded, senderCertificateId: undefined, certificateId: undefined },
    ],
    ["resolved as not happened", [sent(), resolved("a1", null)], denied],
    [
      "resolved with a certificate, after a typing error",
      [sent(), resolved("a1", "typo"), resolved("a1", "c")],
      { ...made, issuedAt: at, isStated: true, statements: ["typo", "c"] },
    ],
    [
      "done, whatever a person said before",
      [sent(), resolved("a1", null), resolved("a1", "typo"), done("a1", "c")],
      { ...succeeded, statements: [null, "typo"] },
    ],
    [
      "done, and the answer to two more keys",
      [sent(), done("a1", "c"), answered("a1", "k1"), answered("a1", "k2")],
      { ...succeeded, answeredKeys: ["k1", "k2"] },
    ],
    [
      "brought by a state, with what that knew, and no sender waits for it",
      [fromState("a1", { ...recorded, issuedAt: at, certificate: "c" })],
      { ...succeeded, ...recorded, ...notSentHere, issuedAt: at },
    ],
    [
      "brought by a state as not happened",
      [fromState("a1", { word: "unknown", certificate: undefined, statement: null })],
      { ...denied, ...notSentHere, senderWord: "unknown", statements: [], storedStatement: null },
    ],
  ])("has all its members if it is %s", (_, events, change) => {
    expect(attempts(...events)).toStrictEqual([{ ...first, ...change }]);
  });

  test("belongs to the order that the other events name if its first event is missing", () => {
    const { attempts } = readHistory("order", [done("a9"), sent("a1", { order: "Order/1" })]);
    expect(attempts.map(({ orderId }) => orderId)).toEqual(["Order/1", "Order/1"]);
    expect(readHistory("order", [done("a9")]).attempts).toMatchObject([
      { orderId: "order", service: undefined },
    ]);
  });
});

test("An import is an attempt of its own at the end, with what is known about its certificate", () => {
  const [last, ...others] = attempts(...twoDone, imported(twoDone, "c-a1")).toReversed();
  expect(others.map(({ attemptId }) => attemptId)).toEqual(["a2", "a1"]);
  expect(last).toMatchObject({
    attemptId: expect.stringMatching(/^import-[0-9a-f]{12}$/),
    certificateId: "c-a1",
    previous: "c-a2",
    requestDigest: "A",
    issuedAt: at,
    isImported: true,
    isStated: true,
  });
});

test("An import that a state brings is one, too", () => {
  const [id = ""] = attempts(imported([], "x")).map(({ attemptId }) => attemptId);
  const found = attempts(fromState(id, { word: "unknown", certificate: undefined, statement: "x" }));
  expect(found).toMatchObject([{ isImported: true, certificateId: "x" }]);
});

test("An unreadable entry is damage until it is set aside by its own id", () => {
  const events = [sent(), unreadable("u2", 2), unreadable("u3", 3), setAside("u2")];
  expect(readHistory("order-1", events)).toMatchObject({
    attempts: [{ attemptId: "a1" }],
    damage: [{ id: "u3", position: 3 }],
  });
  expect(readHistory("order-1", [...events, setAside("u3")]).damage).toEqual([]);
});
