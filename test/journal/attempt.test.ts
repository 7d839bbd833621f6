import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Line } from "../../src/journal/attempt.ts";
import { formatLine, openAttempts, readAttempts } from "../../src/journal/attempt.ts";

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
    expect(open(text(sent()).replace('"v":1', '"v":2'))).toHaveLength(1);
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
    fc.assert(fc.property(fc.string({ unit: "binary" }), (journal) => void readAttempts(journal)));
    fc.assert(fc.property(fc.array(fc.json()), (lines) => void readAttempts(lines.join("\n"))));
  });
});
