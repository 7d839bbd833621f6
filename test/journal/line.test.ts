import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attemptsIn, type Line } from "../../src/journal/attempt.ts";
import { formatLine, parseLine } from "../../src/journal/line.ts";
import { isOpen } from "../../src/journal/rules.ts";
import { acknowledged, done, ended, resolved, sent } from "./lines.ts";

const everything = { name: "x", replaced: "c0", validityDays: 90, unshown: true };
const kinds: readonly Line[] = [
  sent("a1", everything),
  sent(),
  done(),
  resolved("a1", "c"),
  resolved("a1", null),
  acknowledged(),
  ended("rejected"),
  ended("not-sent"),
  { ...ended("unknown"), certificate: "c" } as Line,
  ended("done-unread"),
];
const text = (...lines: readonly Line[]) => lines.map((line) => `${formatLine(line)}\n`).join("");
/** As a shelf that keeps texts reads them. */
const open = (journal: string) =>
  attemptsIn(journal.split("\n").filter(Boolean).map(parseLine))
    .filter(isOpen)
    .map(({ attemptId }) => attemptId);
const isDamaged = (line: Line) => line.event === "damaged";

describe("a line", () => {
  test.each(kinds)("that says $event is read as it was written", (line) => {
    expect(formatLine(line)).not.toContain("\n");
    expect(parseLine(formatLine(line))).toEqual(line);
  });

  test.each<[string, object]>([
    ["of another version", { v: 3 }],
    ["with an event that only looks like one", { event: ["sent"] }],
    ["without the time", { at: null }],
  ])("%s is not read, whatever its sum", (_, members) => {
    expect(isDamaged(parseLine(formatLine({ ...sent(), ...members } as Line)))).toBe(true);
  });

  test("holds any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        expect(parseLine(formatLine(sent("a1", { name })))).toEqual(
          sent("a1", { name: name.toWellFormed() }),
        );
      }),
    );
  });

  test.each(kinds)("that says $event is not read when a member is missing or of another kind", (line) => {
    const optional = [
      "name",
      "replaced",
      "validityDays",
      "unshown",
      ...(line.event === "unknown" ? ["certificate"] : []),
    ];
    for (const name of Object.keys(line))
      for (const value of [undefined, [7], {}]) {
        const changed = parseLine(formatLine({ ...line, [name]: value } as Line));
        const isLeftOut = value === undefined && optional.includes(name);
        expect(isDamaged(changed), `${name} ${value}`).toBe(!isLeftOut);
      }
  });

  test("of another version is not read, because nobody here knows what it says", () => {
    const other = formatLine(sent()).replace('"v":2', '"v":3');
    expect(isDamaged(parseLine(other))).toBe(true);
  });

  test("of an unknown kind is not read", () => {
    for (const event of ["constructor", "damaged", "", 7])
      expect(isDamaged(parseLine(formatLine({ ...sent(), event } as Line)))).toBe(true);
  });

  test("that is damaged is named by what is left, so that a person can speak of exactly this one", () => {
    const [one, other] = ["damage", "other damage"].map(parseLine);
    expect(one?.attempt).toMatch(/^damaged-[0-9a-f]{12}$/);
    expect(other?.attempt).not.toBe(one?.attempt);
    expect(parseLine("damage")).toEqual(one);
  });
});

describe("damage", () => {
  const settled = text(
    sent("a0"),
    ended("rejected", "a0"),
    sent("a1", everything),
    done("a1", "c"),
    acknowledged("a1"),
  );

  test("to any byte of a history holds the order back, also where everything was settled", () => {
    expect(open(settled)).toEqual([]);
    const whole = Buffer.from(settled);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (index, flip) => {
        const damaged = Buffer.from(whole);
        damaged[index] = (damaged[index] ?? 0) ^ flip;
        expect(open(damaged.toString())).not.toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  test("by bytes that are cut out or put in holds the order back, unless whole lines are", () => {
    const lines = settled.split("\n");
    const piece = fc.tuple(fc.nat(settled.length), fc.nat(40), fc.string());
    fc.assert(
      fc.property(piece, ([from, length, put]) => {
        const damaged = settled.slice(0, from) + put + settled.slice(from + length);
        const left = damaged.split("\n").filter(Boolean);
        fc.pre(left.some((line) => !lines.includes(line)));
        expect(open(damaged)).not.toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test("of a line that was cut off anywhere holds the order back", () => {
    const whole = text(sent());
    for (let length = 1; length < whole.length - 1; length++)
      expect(open(whole.slice(0, length)), `cut at ${length}`).toHaveLength(1);
  });

  test("does not let a name, or who has to hear of it, be forgotten", () => {
    for (const member of ["name", "unshown"]) {
      const damaged = text(sent("a1", everything), done()).replace(`"${member}"`, `"${member}s"`);
      expect(open(damaged)).toContainEqual(expect.stringMatching(/^damaged-/));
    }
  });

  test("is resolved by the name that it is given", () => {
    const damaged = `${text(sent()).slice(0, 40)}\n`;
    const [attempt = ""] = open(damaged);
    expect(open(damaged + text(resolved(attempt, null)))).toEqual([]);
  });

  test("of any kind is read without an exception", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (journal) => void open(journal)));
    fc.assert(fc.property(fc.array(fc.json()), (lines) => void open(lines.join("\n"))));
  });
});
