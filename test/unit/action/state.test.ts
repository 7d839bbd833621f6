import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ourPart, readMemory, withOurPart } from "../../../src/action/health/marker.ts";
import { duration, squares } from "../../../src/action/health/results.ts";
import type { Memory, Result } from "../../../src/action/health/state.ts";
import { nextStep, nothingYet } from "../../../src/action/health/state.ts";
import { readStatuses, type SentEntry, toStatus } from "../../../src/action/record/events.ts";
import { RecordKeys } from "../../../src/action/record/keys.ts";
import { plain, prose, quoted } from "../../../src/action/text.ts";
import { isPlainWord } from "../../../src/contract/index.ts";

const at = "2026-11-15T02:00:00.000Z";
const fail: Result = { verdict: "fail", code: "callback_send_error", misconfigured: false, at };
const pass: Result = { ...fail, verdict: "pass", code: "success" };

describe("The course of an outage", () => {
  test("opens and closes the issue at the thresholds, for all results", () => {
    const results = fc.array(fc.constantFrom("fail", "pass", "unknown"), { maxLength: 40 });
    const threshold = fc.integer({ min: 1, max: 4 });
    fc.assert(
      fc.property(
        results,
        fc.record({ failures: threshold, unknowns: threshold, recoveries: threshold }),
        (verdicts, thresholds) => {
          let memory = nothingYet;
          let seen = "";
          for (const verdict of verdicts) {
            const step = nextStep(memory, { ...fail, verdict } as Result, thresholds, false);
            seen += { fail: "F", pass: "P", unknown: "U" }[verdict];
            const [missed = ""] = /[FU]*$/.exec(seen) ?? [];
            const fails = missed.replaceAll("U", "").length;
            const { failures, unknowns, recoveries } = thresholds;
            if (step.do === "open")
              expect(fails >= failures || missed.length >= Math.min(unknowns, failures)).toBe(true);
            // A run that could not tell ends the row as well.
            if (step.do === "close") expect(seen).toMatch(new RegExp(`P{${recoveries}}$`));
            if (step.do !== "nothing") memory = step.memory;
            if (fails >= failures || missed.length >= Math.max(unknowns, failures))
              expect(memory.phase).toBe("outage");
          }
        },
      ),
    );
  });

  test("does nothing for a pass without an outage", () => {
    const thresholds = { failures: 1, unknowns: 1, recoveries: 1 };
    expect(nextStep(nothingYet, pass, thresholds, false)).toEqual({ do: "nothing" });
  });

  test("shows a duration in its two largest units", () => {
    expect(duration(at, "2026-11-15T02:00:10.000Z")).toBe("less than a minute");
    expect(duration(at, "2026-11-15T03:05:00.000Z")).toBe("1 h 5 min");
    expect(duration(at, "2026-11-18T02:05:00.000Z")).toBe("3 d 5 min");
    expect(squares("PFU")).toBe("🟩🟥⬜");
  });
});

describe("Our part of an issue's body", () => {
  const memory = fc.record<Memory>({
    phase: fc.constantFrom("waiting", "outage", "recovered"),
    fails: fc.nat(20),
    misses: fc.integer({ min: 20, max: 40 }),
    oks: fc.nat(20),
    since: fc.constantFrom("", at),
    code: fc
      .string({ unit: fc.constantFrom("a", "_", "-", "7"), maxLength: 60 })
      .filter((code) => code === "" || isPlainWord(code)),
    results: fc.string({ unit: fc.constantFrom("P", "F", "U"), maxLength: 30 }),
    mutedUntil: fc.constantFrom("", at),
    previous: fc.nat(9_999),
  });
  const text = fc.string({ unit: fc.constantFrom("a", "\n", "\r\n", " ", "-", "<", ">", "!", "`", "é") });

  test("is found and replaced, and no text of people is lost", () => {
    fc.assert(
      fc.property(memory, memory, text, text, (before, after, above, below) => {
        const first = ourPart("0123", before, "What it says.");
        const body = `${above}${first}${below}`;
        expect(readMemory(body, "0123")).toEqual(before);
        expect(readMemory(body, "0124")).toBeUndefined();
        const second = ourPart("0123", after, "Something else.");
        expect(withOurPart(body, second)).toBe(`${above}${second}${below}`);
      }),
    );
  });

  test("ends at its own end, also with hostile text in it", () => {
    const piece = fc.constantFrom(
      "a",
      " ",
      "<",
      "!--",
      "<!--",
      "<!-- certorder-callback:end -->",
      "-->",
      "\n",
    );
    const hostile = fc
      .array(fc.oneof(piece, fc.constant(ourPart("0123", nothingYet, ""))))
      .map((all) => all.join(""));
    fc.assert(
      fc.property(memory, hostile, fc.constantFrom(" ", "\n"), text, (before, said, blank, below) => {
        const body = ourPart("0123", before, said).replaceAll(" ", blank) + below;
        expect(readMemory(body, "0123")).toEqual(before);
        expect(withOurPart(body, "X")).toBe(`X${below}`);
      }),
    );
  });

  test("is found also if an editor breaks its lines", () => {
    fc.assert(
      fc.property(memory, fc.constantFrom("\n", "\r\n", "  ", "\n    "), (before, blank) => {
        const body = `Note.\n\n${ourPart("0123", before, "What it says.")}`.replaceAll(" ", blank);
        expect(readMemory(body, "0123")).toEqual(before);
        expect(withOurPart(body, "X")).toBe("Note.\n\nX");
      }),
    );
  });

  test("is written again if its end is missing, and the rest stays", () => {
    const body = `${ourPart("0123", nothingYet, "Ours.").replace(/<!-- certorder-callback:end -->/, "")}Theirs.`;
    expect(withOurPart(body, "X")).toBe("X\nOurs.\nTheirs.");
    expect(withOurPart("Theirs.", "X")).toBe("Theirs.\n\nX");
  });

  test("is ignored if it has values that we do not write", () => {
    const body = ourPart("0123", { ...nothingYet, since: "2026-01-01(@octocat)", code: "<b>" }, "");
    expect(readMemory(body, "0123")).toBeUndefined();
    const dated = ourPart("0123", { ...nothingYet, since: "2026-01-01(@octocat)", fails: -1 }, "");
    expect(readMemory(dated, "0123")).toEqual(nothingYet);
  });
});

describe("A text of others", () => {
  test("never holds a command, a line break or an open code span", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(":", "#", "[", "`", "\n", "\r", "a", "\x1b", "\u2028") }),
        (text) => {
          expect(plain(text)).not.toMatch(/::|##|#\[|[\x00-\x1f\u2028]/);
          expect(quoted(text)).toMatch(/^$|^`[^`]+`$/);
        },
      ),
    );
  });
});

describe("A sentence of others", () => {
  test("is made of words, numbers and code spans", () => {
    const unit = fc.constantFrom(..."aé1 .,:;!?()'\"-_*[]<>&|`@#$~\\/\n".split(""));
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        const words = prose(text).replace(/`[^`]+`/g, "");
        expect(words).toMatch(/^[\p{L}\d .,:;!?()'"’-]*$/u);
        expect(words).not.toMatch(/^\d|^- |\S\.\p{L}|\p{L}-\d/u);
      }),
    );
  });
});

describe("The seal on a result", () => {
  test("opens with the same key at the same place, and nowhere else", () => {
    const keys = new RecordKeys("a key");
    const certificate = "c".repeat(64);
    const sealed = keys.seal(certificate, "101 abc");
    expect(keys.unseal(sealed, "101 abc")).toBe(certificate);
    expect(keys.unseal(sealed, "102 abc")).toBeUndefined();
    expect(new RecordKeys("another key").unseal(sealed, "101 abc")).toBeUndefined();
    expect(keys.unseal(sealed.slice(0, 20), "101 abc")).toBeUndefined();
  });

  test("fits into a description for every outcome", () => {
    const keys = new RecordKeys("a key");
    const certificate = "c".repeat(64);
    const common = { attempt: "0123456789ab", at: "" };
    const entry = { id: 101, event: { attempt: common.attempt }, authKey: keys.id } as SentEntry;
    for (const line of [
      ...(["done", "rejected", "not-sent", "unknown", "done-unread"] as const).map((event) => ({
        event,
        certificate,
      })),
      ...[certificate, null].map((certificate) => ({ event: "resolved" as const, certificate })),
    ]) {
      const { description } = toStatus(keys, 101, { ...common, ...line });
      expect(description.length).toBeLessThanOrEqual(140);
      const status = { id: 1, description, created_at: "" };
      expect(readStatuses(keys, entry, [status])).toEqual([{ ...common, ...line }]);
    }
  });
});
