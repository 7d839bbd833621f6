import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatEvent, parseEvent, unreadable } from "../../../src/journal/event-format.ts";
import type { JournalEvent } from "../../../src/journal/events.ts";
import { readHistory } from "../../../src/journal/history.ts";
import { anyText } from "../../harness/any-text.ts";
import {
  answered,
  done,
  ended,
  fromState,
  imported,
  issued,
  resolved,
  sent,
  setAside,
} from "../../harness/journal/events.ts";

const recorded = { key: "k", previous: "c0", validityDays: 90 };
const kinds: readonly JournalEvent[] = [
  sent("a1", recorded),
  sent(),
  fromState("a1", { ...recorded, issuedAt: "2026-01-01", follows: "a0" }),
  fromState("a1", { word: "unknown", certificate: undefined, statement: null }),
  fromState("a1", { word: "sent", certificate: undefined, statement: "c" }),
  imported([], "c", { issuedAt: "2026-01-01", requestDigest: "A" }),
  done(),
  resolved("a1", "c"),
  resolved("a1", null),
  answered("a1", "k"),
  setAside("unreadable-7-abcdef"),
  ended("rejected"),
  ended("not-sent"),
  { ...ended("unknown"), certificate: "c" } as JournalEvent,
  ended("done-unread"),
  issued("c", "a1", "a2"),
  { event: "deployed", at: "2026-01-01", order: "o", attempt: "a1", certificate: "c", receiver: "r" },
  { event: "receiving", at: "2026-01-01", receiver: "r", process: "host/1/2", deploys: true },
];
const parsed = (event: object) => parseEvent(formatEvent(event as JournalEvent), 7);
const isUnreadable = ({ event }: JournalEvent) => event === "unreadable";
const text = (...events: readonly JournalEvent[]) =>
  events.map((event) => `${formatEvent(event)}\n`).join("");
/** As a store that keeps texts reads them. */
const history = (log: string) =>
  readHistory(
    "order-1",
    log.split("\n").flatMap((line, index) => (line === "" ? [] : [parseEvent(line, index + 1)])),
  );
const isBlocked = (log: string) => {
  const { attempts, damage } = history(log);
  return damage.length > 0 || attempts.some(({ status }) => status === "open");
};

describe("An event in a log", () => {
  test.each(kinds)("is read as it was written, on one line: $event", (event) => {
    expect(formatEvent(event)).not.toContain("\n");
    expect(parsed(event)).toEqual(event);
  });

  test("holds any text", () => {
    fc.assert(
      fc.property(anyText(), (key) => {
        expect(parsed(sent("a1", { key }))).toEqual(sent("a1", { key: key.toWellFormed() }));
      }),
    );
  });

  test.each<[string, object]>([
    ["of another version", { v: 3 }],
    ["of an unknown kind", { event: "acknowledged" }],
    ["of a kind that only an object has", { event: "constructor" }],
    ["of no kind", { event: ["sent"] }],
    ["that calls itself unreadable", { event: "unreadable" }],
    ["without a time", { at: null }],
    ["with a word that no sender has", { ...fromState(), word: "not-happened" }],
    ["whose attempt is more than an id: it is printed into commands", { attempt: "a$(touch /tmp/x)" }],
    ["whose attempt is empty", { attempt: "" }],
  ])("is unreadable although its sum is right, if it is one %s", (_, members) => {
    expect(isUnreadable(parsed({ ...sent(), ...members }))).toBe(true);
  });

  test.each(kinds)("is unreadable if a member is missing or of another kind: $event", (event) => {
    const optional = ["key", "previous", "validityDays", "issuedAt", "keepsDate", "statement", "values"];
    if (event.event === "unknown" || event.event === "from-state") optional.push("certificate");
    if (event.event === "key-answered") optional.shift();
    for (const name of Object.keys(event))
      for (const value of [undefined, [7], { a: 7 }]) {
        const isLeftOut =
          value === undefined && (optional.includes(name) || event[name as "event"] === undefined);
        expect(isUnreadable(parsed({ ...event, [name]: value })), `${name} ${value}`).toBe(!isLeftOut);
      }
  });

  test.each([{ v: 5 }, { v: 5, event: "paused", at: null }, { event: "paused" }])(
    "is of a newer version if its sum is right: %j",
    (members) => {
      expect(parsed({ ...sent(), ...members })).toMatchObject({ problem: "newer-version" });
      const broken = formatEvent({ ...sent(), ...members } as JournalEvent).replace("order-1", "order-2");
      expect(parseEvent(broken, 7)).not.toHaveProperty("problem");
    },
  );

  test("is unreadable if it names another order than its log", () => {
    const text = formatEvent(sent("a1", { order: "order-2" }));
    expect(parseEvent(text, 7, "order-1")).toMatchObject({ event: "unreadable", problem: "other-order" });
    expect(parseEvent(text, 7, "order-2")).toMatchObject({ event: "sent" });
    expect(parseEvent(formatEvent(done()), 7, "order-1")).toEqual(done());
  });

  test("is named by its position and its text if it is unreadable", () => {
    const entry = unreadable("x", 7);
    expect(entry).toEqual({
      event: "unreadable",
      entry: expect.stringMatching(/^unreadable-7-[0-9a-f]{6}$/),
      position: 7,
    });
    expect(parseEvent("x", 7)).toEqual(entry);
    for (const other of [unreadable("y", 7), unreadable("x", 8)]) expect(other.entry).not.toBe(entry.entry);
  });
});

describe("Damage blocks the order", () => {
  const log = text(sent("a0"), ended("rejected", "a0"), sent("a1", recorded), done(), answered("a1", "k2"));

  test("Any changed byte of a log without an open attempt blocks", () => {
    expect(isBlocked(log)).toBe(false);
    const whole = Buffer.from(log);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (index, flip) => {
        const damaged = Buffer.from(whole);
        damaged[index] = (damaged[index] ?? 0) ^ flip;
        expect(isBlocked(damaged.toString())).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  test("Bytes that are cut out or put in block, unless whole lines are", () => {
    const lines = log.split("\n");
    const piece = fc.tuple(fc.nat(log.length), fc.nat(40), fc.string());
    fc.assert(
      fc.property(piece, ([from, length, put]) => {
        const damaged = log.slice(0, from) + put + log.slice(from + length);
        fc.pre(damaged.split("\n").some((line) => line !== "" && !lines.includes(line)));
        expect(isBlocked(damaged)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test("A line that is cut off anywhere blocks", () => {
    const whole = text(sent());
    for (let length = 1; length < whole.length - 1; length++)
      expect(history(whole.slice(0, length)).damage, `cut at ${length}`).toHaveLength(1);
  });

  test("Any text is read without an exception", () => {
    fc.assert(fc.property(anyText(), (log) => void history(log)));
    fc.assert(fc.property(fc.array(fc.json()), (lines) => void history(lines.join("\n"))));
  });
});
