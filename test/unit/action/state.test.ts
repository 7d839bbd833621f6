import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EntryCipher } from "../../../src/action/deployments/cipher.ts";
import { readStatuses, type SentEntry, toStatus } from "../../../src/action/deployments/entries.ts";
import { formatDuration } from "../../../src/action/health/format.ts";
import { ourPart, readCheckState, withOurPart } from "../../../src/action/health/marker.ts";
import type { CheckState, FailureKind, KnownIssue } from "../../../src/action/health/state.ts";
import {
  afterFailure,
  afterPass,
  isNews,
  isOutdated,
  issueToKeep,
} from "../../../src/action/health/state.ts";

const at = "2026-11-15T02:00:00.000Z";
const later = "2026-11-16T02:00:00.000Z";
const none: CheckState = { phase: "works", opened: at, since: "", kinds: [], at: "", run: "", title: "" };
const failed = (kind: FailureKind, when = at) => ({ kind, at: when, run: "1.1" });

describe("The course of an outage", () => {
  test("keeps its beginning and its kinds of failure until a pass", () => {
    const first = afterFailure(none, failed("fails"));
    expect(first).toMatchObject({ phase: "failing", since: at, kinds: ["fails"], at, run: "1.1" });
    const second = afterFailure(first, failed("untested", later));
    expect(second).toMatchObject({ since: at, kinds: ["fails", "untested"], at: later });
    const third = afterFailure(second, failed("fails", later));
    expect(third.kinds).toEqual(["fails", "untested"]);
    expect([isNews(none, first), isNews(first, second), isNews(second, third)]).toEqual([true, true, false]);
    const over = afterPass(third, { kind: undefined, at: later, run: "2.1" });
    expect(over).toMatchObject({ phase: "works", since: at, run: "2.1" });
    expect(afterFailure(over, failed("untested", later))).toMatchObject({
      since: later,
      kinds: ["untested"],
    });
  });

  test("goes on in the oldest open issue of an outage, else in one that is left open, else in the one closed last", () => {
    const issue = (number: number, phase: CheckState["phase"], closedAt = ""): KnownIssue => ({
      number,
      isOpen: closedAt === "",
      closedAt,
      state: { ...none, phase },
    });
    const closed = issue(9, "works", "2026-11-01T03:00:00Z");
    const closedEarlier = issue(10, "failing", "2026-10-31T00:00:00Z");
    const kept = (...issues: KnownIssue[]) => issueToKeep(issues, at)?.number;
    expect(kept(issue(1, "works"), issue(7, "failing"), issue(5, "failing"), closed)).toBe(5);
    expect(kept(issue(1, "works"), closed)).toBe(1);
    expect(kept(closedEarlier, closed)).toBe(9);
    expect(kept(issue(8, "works", "2026-11-01T01:00:00Z"))).toBeUndefined();
    expect(kept()).toBeUndefined();
  });

  test("is not changed by a result that is older, but a time in the future does not count", () => {
    const finding = failed("fails");
    const known = (time: string) => ({ state: { ...none, at: time } });
    expect(isOutdated(finding, known(later), later)).toBe(true);
    for (const time of ["", at, "2026-11-15T02:00:02.000Z"])
      expect(isOutdated(finding, known(time), later)).toBe(false);
    expect(isOutdated(finding, known("2026-11-15T02:00:03.000Z"), later)).toBe(true);
    expect(isOutdated(finding, known("2099-01-01T00:00:00.000Z"), later)).toBe(false);
  });

  test("takes one of two results as the newer, whichever is reported first", () => {
    const seconds = (count: number) => new Date(Date.parse(at) + count * 1000).toISOString();
    const result = fc.record({
      at: fc.nat(50).map((tenths) => seconds(tenths / 10)),
      run: fc
        .tuple(fc.integer({ min: 9, max: 10 }), fc.integer({ min: 1, max: 2 }))
        .map((run) => run.join(".")),
    });
    const isOlder = (one: Pick<CheckState, "at" | "run">, other: Pick<CheckState, "at" | "run">) =>
      isOutdated({ ...one, kind: undefined }, { state: { ...none, ...other } }, later);
    fc.assert(
      fc.property(result, result, (one, other) => {
        expect(isOlder(one, other)).toBe(one.run === other.run ? false : !isOlder(other, one));
      }),
    );
    // A run's own attempts have an order, whatever the clocks say. Of two runs within two seconds, the later number counts.
    expect(isOlder({ at: seconds(9), run: "9.1" }, { at, run: "9.2" })).toBe(true);
    expect(isOlder({ at: seconds(1), run: "9.9" }, { at, run: "10.1" })).toBe(true);
    expect(isOlder({ at, run: "10.1" }, { at: seconds(3), run: "9.1" })).toBe(true);
  });

  test("shows a duration in its two largest units", () => {
    expect(formatDuration(at, "2026-11-15T02:00:10.000Z")).toBe("less than a minute");
    expect(formatDuration(at, "2026-11-15T03:05:00.000Z")).toBe("1 h 5 min");
    expect(formatDuration(at, "2026-11-18T02:05:00.000Z")).toBe("3 d 5 min");
    expect(formatDuration("", at)).toBe("an unknown time");
  });
});

describe("Our part of an issue's body", () => {
  const state = fc.record<CheckState>({
    phase: fc.constantFrom("failing", "works"),
    opened: fc.constantFrom("", at),
    since: fc.constantFrom("", at),
    kinds: fc.subarray<FailureKind>(["fails", "untested", "misconfigured"]),
    at: fc.constantFrom("", later),
    run: fc.constantFrom("", "12345.1"),
    title: fc.constantFrom("", "0123456789abcdef"),
  });
  const text = fc.string({ unit: fc.constantFrom("a", "\n", "\r\n", " ", "-", "<", ">", "!", "`", "é") });
  const another = ourPart("0124", none, "Another check.");

  test("is found and replaced, and no text of people or of another check is lost", () => {
    fc.assert(
      fc.property(state, state, text, text, fc.boolean(), (before, after, prefix, below, isSecond) => {
        const above = isSecond ? `${another}${prefix}` : prefix;
        const first = ourPart("0123", before, "What it says.");
        const body = `${above}${first}${below}`;
        expect(readCheckState(body, "0123")).toEqual(before);
        expect(readCheckState(body, "0125")).toBeUndefined();
        const second = ourPart("0123", after, "Something else.");
        expect(withOurPart(body, "0123", second)).toBe(`${above}${second}${below}`);
      }),
    );
  });

  test("ends at its own end, also with hostile text in it and if an editor breaks its lines", () => {
    const end = "<!-- certorder-callback:end -->";
    const piece = fc.constantFrom("a", " ", "<", "!--", "<!--", end, "-->", "\n");
    const hostile = fc
      .array(fc.oneof(piece, fc.constant(ourPart("0123", none, ""))))
      .map((all) => all.join(""));
    fc.assert(
      fc.property(
        state,
        hostile,
        fc.constantFrom(" ", "\r\n", "\n    "),
        text,
        (before, said, blank, below) => {
          const body = ourPart("0123", before, said).replaceAll(" ", blank) + below;
          expect(readCheckState(body, "0123")).toEqual(before);
          expect(withOurPart(body, "0123", "X")).toBe(`X${below}`);
        },
      ),
    );
  });

  test("is written again if its end is missing, and the rest stays", () => {
    const body = `${ourPart("0123", none, "Ours.").replace(/<!-- certorder-callback:end -->/, "")}Theirs.`;
    expect(withOurPart(body, "0123", "X")).toBe("X\nOurs.\nTheirs.");
    expect(withOurPart("Theirs.", "0123", "X")).toBe("Theirs.\n\nX");
  });

  test("is read without values that we do not write", () => {
    const odd = { ...none, since: "2026-01-01(@octocat)", at: "soon", run: "9.x", title: "../.." };
    expect(readCheckState(ourPart("0123", odd, ""), "0123")).toEqual(none);
  });
});

test("An encrypted result fits into the description of a status, for every outcome", () => {
  const keys = new EntryCipher("a key");
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
    const status = { description, createdAt: "" };
    expect(readStatuses(keys, entry, [status])).toEqual([{ ...common, ...line }]);
  }
});
