import { describe, expect, test } from "vitest";
import { attemptsIn, type Line } from "../../src/journal/attempt.ts";
import { isOpen } from "../../src/journal/rules.ts";
import { acknowledged, at, done, ended, later, resolved, sent } from "./lines.ts";

const damaged = (attempt = "damaged-0"): Line => ({ event: "damaged", attempt });
const open = (...lines: Line[]) =>
  attemptsIn(lines)
    .filter(isOpen)
    .map(({ attemptId, state }) => `${attemptId} ${state}`);

describe("what lines say", () => {
  test.each<[string, Line[], string[]]>([
    ["nothing", [], []],
    ["sent, then nothing", [sent()], ["a1 sent"]],
    ["sent, then unknown", [sent(), ended("unknown")], ["a1 unknown"]],
    ["a result", [sent(), done()], []],
    ["a result nobody acknowledged", [sent("a1", { unshown: true }), done()], ["a1 done"]],
    ["a lost result", [sent(), ended("done-unread")], ["a1 done-unread"]],
    ["a refusal", [sent(), ended("rejected")], []],
    ["a refusal nobody acknowledged", [sent("a1", { unshown: true }), ended("rejected")], []],
    ["not sent after all", [sent(), ended("not-sent")], []],
    ["an acknowledged result", [sent("a1", { unshown: true }), done(), acknowledged()], []],
    ["a person's word that nothing happened", [sent(), resolved("a1", null)], []],
    ["a person's word that it happened", [sent("a1", { unshown: true }), resolved("a1", "c")], []],
    ["tried again after a refusal", [sent(), ended("rejected"), sent()], ["a1 sent"]],
    [
      "found to be open after a person's word",
      [sent(), resolved("a1", null), ended("unknown")],
      ["a1 unknown"],
    ],
    ["an end without a beginning", [ended("unknown", "a9")], ["a9 damaged"]],
    ["a result without a beginning", [done("a9", "c")], ["a9 damaged"]],
    ["a result without a beginning, of which somebody has told", [done("a9", "c"), resolved("a9", "c")], []],
    ["an acknowledgement without a beginning", [acknowledged("a9")], ["a9 damaged"]],
    ["damage", [damaged()], ["damaged-0 damaged"]],
  ])("%s", (_, lines, expected) => {
    expect(open(...lines)).toEqual(expected);
  });

  const begun = {
    ...{ attemptId: "a1", orderId: "order-1", what: "A", sentAt: at, process: "host/1/2" },
    ...{ service: "https://service.example", address: "https://service.example" },
    ...{ name: undefined, replaced: undefined, validityDays: undefined, until: "2026-11-15T12:02:00.000Z" },
    ...{ state: "sent", fate: "open", endedAt: undefined, issuedAt: undefined, unshown: false },
    certificateId: undefined,
  };
  test.each<[string, Line[], object]>([
    ["sent", [], {}],
    ["rejected", [ended("rejected")], { state: "rejected", fate: "void", endedAt: later }],
    ["not sent", [ended("not-sent")], { state: "not-sent", fate: "void", endedAt: later }],
    [
      "unknown, with a certificate that an unclear answer named",
      [{ event: "unknown", attempt: "a1", at: later, certificate: "c" }],
      { state: "unknown", endedAt: later, certificateId: "c" },
    ],
    [
      "done",
      [done("a1", "c")],
      { state: "done", fate: "done", endedAt: later, issuedAt: later, certificateId: "c" },
    ],
    [
      "acknowledged",
      [done("a1", "c"), { ...acknowledged(), at: "2027-01-01T00:00:00.000Z" } as Line],
      { state: "done", fate: "done", endedAt: later, issuedAt: later, certificateId: "c" },
    ],
    [
      "resolved as not happened",
      [resolved("a1", null)],
      { state: "not-happened", fate: "void", endedAt: later, isTold: true },
    ],
    [
      "resolved with its certificate",
      [resolved("a1", "c")],
      { state: "done", fate: "done", endedAt: later, issuedAt: at, certificateId: "c", isTold: true },
    ],
    [
      "resolved with its certificate, which was known",
      [done("a1", "c"), { ...resolved("a1", "c"), at: "2027-01-01T00:00:00.000Z" } as Line],
      {
        ...{ state: "done", fate: "done", endedAt: "2027-01-01T00:00:00.000Z", issuedAt: later },
        ...{ certificateId: "c", isTold: true },
      },
    ],
    ["doubted", [{ event: "doubted", attempt: "a1", at: later }], { doubtedAt: later }],
  ])("everything that is known of an attempt that was %s", (_, lines, change) => {
    expect(attemptsIn([sent(), ...lines])).toStrictEqual([{ ...begun, ...change }]);
  });

  test("of an end without a beginning only the certificate is known, if it names one", () => {
    const certificates = [done("a1", "c"), ended("rejected")].map(
      (line) => attemptsIn([line])[0]?.certificateId,
    );
    expect(certificates).toEqual(["c", undefined]);
    expect(attemptsIn([done("a1", "c")])).toMatchObject([{ state: "damaged", fate: "open" }]);
  });

  test("when it was made is not known of one that nobody knows the time of, and of a damaged one when that was told", () => {
    expect(attemptsIn([sent("a1", { at: "" }), resolved("a1", "c")])).toMatchObject([
      { issuedAt: undefined },
    ]);
    expect(attemptsIn([{ event: "damaged", attempt: "a1" }, resolved("a1", "c")])).toMatchObject([
      { issuedAt: later },
    ]);
  });

  test("everything that an asker has said", () => {
    const told = { name: "x", replaced: "c0", validityDays: 90, unshown: true };
    expect(attemptsIn([sent("a1", told)])).toStrictEqual([{ ...begun, ...told }]);
  });

  test("a request that was not known is not equal to another one that was not", () => {
    expect(attemptsIn([sent("a1", { what: "" })])[0]?.what).toBeUndefined();
  });

  test("a damaged line is an attempt of the order that the others are of, at no service that is known", () => {
    const nothing = { service: "", address: "", what: undefined, sentAt: "", process: "", until: "" };
    const [, one] = attemptsIn([sent(), damaged()]);
    expect(one).toStrictEqual({ ...begun, ...nothing, attemptId: "damaged-0", state: "damaged" });
    const [alone] = attemptsIn([damaged()]);
    expect(alone).toStrictEqual({ ...one, orderId: "" });
  });

  test("lines that are damaged alike are several, and resolving one leaves the others", () => {
    const alike = [damaged(), damaged(), resolved("damaged-0", null), damaged()];
    expect(open(...alike)).toEqual(["damaged-0-2 damaged", "damaged-0-3 damaged"]);
    expect(open(...alike, resolved("damaged-0-2", null), resolved("damaged-0-3", "c"))).toEqual([]);
  });
});

describe("the order of attempts", () => {
  test("is that in which they were begun", () => {
    expect(open(sent("a1"), sent("a2"), ended("unknown", "a1"))).toEqual(["a1 unknown", "a2 sent"]);
  });

  test("a try after a refusal stands behind what others began in the meantime", () => {
    expect(open(sent("a1"), ended("rejected"), sent("a2"), sent("a1"))).toEqual(["a2 sent", "a1 sent"]);
  });

  test("what is open keeps its place, also when two write it down", () => {
    // Otherwise the one behind it would come to stand first, and be sent.
    expect(open(sent("a1"), sent("a2"), sent("a1"), ended("unknown"))).toEqual(["a1 unknown", "a2 sent"]);
  });
});
