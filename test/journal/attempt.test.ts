import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Line } from "../../src/journal/attempt.ts";
import { formatLine, isOnItsWay, openAttempts, readAttempts } from "../../src/journal/attempt.ts";
import { thisProcess } from "../../src/journal/process.ts";

const at = "2026-11-15T12:00:00.000Z";
const sent = (attempt = "a1"): Line => ({
  event: "sent",
  attempt,
  at,
  service: "https://service.example/",
  order: "order-1",
  ask: "ask",
  process: "host/1/2",
});
const text = (...lines: Line[]) => lines.map(formatLine).join("");
const open = (journal: string) =>
  openAttempts(readAttempts(journal)).map(({ attemptId, state }) => `${attemptId} ${state}`);

describe("what the journal's lines say", () => {
  test.each<[string, Line[], string[]]>([
    ["nothing", [], []],
    ["sent, then nothing", [sent()], ["a1 sent"]],
    ["sent, then unknown", [sent(), { event: "unknown", attempt: "a1", at }], ["a1 unknown"]],
    [
      "a result nobody acknowledged",
      [sent(), { event: "done", attempt: "a1", at, certificate: "c" }],
      ["a1 done"],
    ],
    ["a lost result", [sent(), { event: "done-unread", attempt: "a1", at }], ["a1 done-unread"]],
    ["a refusal", [sent(), { event: "rejected", attempt: "a1", at }], []],
    ["not sent after all", [sent(), { event: "not-sent", attempt: "a1", at }], []],
    [
      "an acknowledged result",
      [
        sent(),
        { event: "done", attempt: "a1", at, certificate: "c" },
        { event: "acknowledged", attempt: "a1", at },
      ],
      [],
    ],
    ["a person's word", [sent(), { event: "resolved", attempt: "a1", at, certificate: null }], []],
    ["tried again after a refusal", [sent(), { event: "rejected", attempt: "a1", at }, sent()], ["a1 sent"]],
    ["an end without a beginning", [{ event: "unknown", attempt: "a9", at }], ["a9 unknown"]],
  ])("%s", (_, lines, expected) => {
    expect(open(text(...lines))).toEqual(expected);
  });

  const begun = {
    attemptId: "a1",
    orderId: "order-1",
    service: "https://service.example/",
    askId: "ask",
    sentAt: at,
    process: "host/1/2",
    state: "sent",
    doneAt: undefined,
    certificateId: undefined,
    acknowledged: false,
    closed: false,
  };
  const later = "2026-11-15T12:00:01.000Z";
  test.each<[string, Line[], object]>([
    ["sent", [], {}],
    [
      "done",
      [{ event: "done", attempt: "a1", at: later, certificate: "c" }],
      { state: "done", doneAt: later, certificateId: "c" },
    ],
    [
      "acknowledged",
      [
        { event: "done", attempt: "a1", at: later, certificate: "c" },
        { event: "acknowledged", attempt: "a1", at: later },
      ],
      { state: "done", doneAt: later, certificateId: "c", acknowledged: true, closed: true },
    ],
    [
      "resolved as not happened",
      [{ event: "resolved", attempt: "a1", at: later, certificate: null }],
      { state: "not-happened", closed: true },
    ],
    [
      "resolved with its certificate",
      [{ event: "resolved", attempt: "a1", at: later, certificate: "c" }],
      { state: "done", certificateId: "c", closed: true },
    ],
  ])("everything that is known of an attempt that was %s", (_, lines, change) => {
    expect(readAttempts(text(sent(), ...lines))).toStrictEqual([{ ...begun, ...change }]);
  });

  test("a damaged line is an attempt of the order that the others are of", () => {
    const [, damaged] = readAttempts(`${text(sent())}damage\n`);
    const unreadable = { ...begun, askId: "", sentAt: "", process: "", state: "unreadable" };
    expect(damaged).toStrictEqual({
      ...unreadable,
      attemptId: expect.stringMatching(/^damaged-[0-9a-f]{12}$/),
    });
    const [alone] = readAttempts("damage");
    expect(alone).toStrictEqual({ ...unreadable, orderId: "", service: "", attemptId: damaged?.attemptId });
    expect(readAttempts("other damage")[0]?.attemptId).not.toBe(damaged?.attemptId);
  });

  test.each<Line>([
    sent(),
    { event: "done", attempt: "a1", at, certificate: "c" },
    { event: "resolved", attempt: "a1", at, certificate: "c" },
    { event: "acknowledged", attempt: "a1", at },
    { event: "rejected", attempt: "a1", at },
    { event: "not-sent", attempt: "a1", at },
    { event: "unknown", attempt: "a1", at },
    { event: "done-unread", attempt: "a1", at },
  ])("a line that says $event is not read when a member is missing or no text", (line) => {
    expect(readAttempts(text(line))[0]?.attemptId).toBe("a1");
    for (const name of Object.keys(line))
      for (const value of [undefined, 7])
        expect(open(text({ ...line, [name]: value } as Line)), name).toEqual([
          expect.stringMatching(/^damaged-\w+ unreadable$/),
        ]);
  });

  test("an attempt is on its way while the process that sent it runs", () => {
    expect(isOnItsWay({ state: "sent", process: thisProcess() })).toBe(true);
    expect(isOnItsWay({ state: "unknown", process: thisProcess() })).toBe(false);
    expect(isOnItsWay({ state: "sent", process: "another-machine/1/2" })).toBe(false);
  });

  test("a try after a refusal stands behind what others began in the meantime", () => {
    const lines = [sent("a1"), { event: "rejected", attempt: "a1", at } as const, sent("a2"), sent("a1")];
    expect(open(text(...lines))).toEqual(["a2 sent", "a1 sent"]);
  });

  test("a line that was cut off anywhere still holds its order back", () => {
    const whole = text(sent());
    for (let length = 1; length < whole.length - 1; length++)
      expect(open(whole.slice(0, length)), `cut at ${length}`).toHaveLength(1);
  });

  test("a damaged line can be resolved by the name that it is given", () => {
    const damaged = `${text(sent()).slice(0, 40)}\n`;
    const [attempt] = readAttempts(damaged);
    expect(attempt?.state).toBe("unreadable");
    const resolved = text({ event: "resolved", attempt: attempt?.attemptId ?? "", at, certificate: null });
    expect(open(damaged + resolved)).toEqual([]);
  });

  test("lines of a later version hold the order back, because nobody here knows what they say", () => {
    expect(open(text(sent()).replace('"v":1', '"v":2'))).toEqual([
      expect.stringMatching(/^damaged-\w+ unreadable$/),
    ]);
  });

  test("no damage to a journal ever sets an unsettled attempt free", () => {
    const journal = Buffer.from(text(sent("a0"), { event: "rejected", attempt: "a0", at }, sent("a1")));
    fc.assert(
      fc.property(fc.nat(journal.length - 1), fc.nat(255), (index, byte) => {
        const damaged = Buffer.from(journal);
        damaged[index] = byte;
        expect(open(damaged.toString())).not.toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test("arbitrary bytes are read without an exception", () => {
    const unit = fc.nat(0xffff).map((code) => String.fromCharCode(code));
    fc.assert(fc.property(fc.string({ unit }), (journal) => void readAttempts(journal)));
    fc.assert(fc.property(fc.array(fc.json()), (lines) => void readAttempts(lines.join("\n"))));
  });
});
