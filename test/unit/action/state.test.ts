import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EntryCipher } from "../../../src/action/deployments/cipher.ts";
import { readStatuses, type SentEntry, toStatus } from "../../../src/action/deployments/entries.ts";
import { formatDuration, formatResults } from "../../../src/action/health/format.ts";
import { ourPart, readCheckState, withOurPart } from "../../../src/action/health/marker.ts";
import type { CheckState, RunResult } from "../../../src/action/health/state.ts";
import { initialState, nextState } from "../../../src/action/health/state.ts";

const at = "2026-11-15T02:00:00.000Z";
const fail: RunResult = { verdict: "fail", misconfigured: false, at, run: "1.1" };
const once = { failures: 1, unknowns: 1, recoveries: 1 };

/** The state after these verdicts, each of a run of its own. */
function stateAfter(
  verdicts: readonly RunResult["verdict"][],
  thresholds = once,
  state = initialState,
): CheckState {
  return verdicts.reduce(
    (before, verdict, index) => nextState(before, { ...fail, verdict, run: `${index + 10}.1` }, thresholds),
    state,
  );
}

describe("The course of an outage", () => {
  test("opens and closes the issue at the thresholds, for all results", () => {
    const results = fc.array(fc.constantFrom("fail", "pass", "unknown"), { maxLength: 40 });
    const threshold = fc.integer({ min: 1, max: 4 });
    fc.assert(
      fc.property(
        results,
        fc.record({ failures: threshold, unknowns: threshold, recoveries: threshold }),
        (verdicts, thresholds) => {
          let state = initialState;
          let seen = "";
          for (const [index, verdict] of verdicts.entries()) {
            const { phase: before } = state;
            state = nextState(state, { ...fail, verdict, run: `${index}.1` } as RunResult, thresholds);
            const { phase } = state;
            seen += { fail: "F", pass: "P", unknown: "U" }[verdict];
            const [missed = ""] = /[FU]*$/.exec(seen) ?? [];
            const fails = missed.replaceAll("U", "").length;
            const { failures, unknowns, recoveries } = thresholds;
            if (phase === "outage" && before !== "outage")
              expect(fails >= failures || missed.length >= Math.min(unknowns, failures)).toBe(true);
            // A run that could not tell ends the row as well.
            if (before === "outage" && phase !== "outage")
              expect(seen).toMatch(new RegExp(`P{${recoveries}}$`));
            if (fails >= failures || missed.length >= Math.max(unknowns, failures))
              expect(phase).toBe("outage");
          }
        },
      ),
    );
  });

  test("counts a run once, whatever its re-runs find", () => {
    const thresholds = { failures: 2, unknowns: 2, recoveries: 2 };
    const rerun = (verdicts: readonly RunResult["verdict"][], state = initialState) =>
      verdicts.reduce(
        (before, verdict, index) => nextState(before, { ...fail, verdict, run: `5.${index}` }, thresholds),
        state,
      );
    expect(rerun(["fail", "fail", "unknown", "fail"])).toMatchObject({
      phase: "waiting",
      fails: 1,
      notPassed: 1,
      results: "F",
    });
    expect(rerun(["fail", "unknown"])).toMatchObject({ fails: 0, notPassed: 1, results: "U" });
    const outage = stateAfter(["fail", "fail"], thresholds);
    expect(rerun(["pass", "pass"], outage)).toMatchObject({ phase: "outage", passes: 1, results: "FFP" });
    expect(rerun(["fail", "pass"], outage)).toMatchObject({ phase: "outage", passes: 1 });
  });

  test("keeps the kind and the time of a failure while a run cannot tell", () => {
    const later = { ...fail, verdict: "unknown", at: "2026-11-16T02:00:00.000Z", run: "99.1" } as const;
    expect(nextState(stateAfter(["fail"]), later, once)).toMatchObject({ kind: "fails", since: at });
    expect(stateAfter(["unknown"]).kind).toBe("untested");
    expect(stateAfter(["unknown", "fail", "unknown"]).kind).toBe("fails");
    expect(nextState(initialState, { ...fail, misconfigured: true }, once).kind).toBe("misconfigured");
  });

  test("ends its mute with it, also if it began while it was muted", () => {
    const muted = { ...initialState, mutedUntil: "2026-12-01T00:00:00.000Z" };
    expect(stateAfter(["fail"], once, muted)).toMatchObject({
      phase: "muted",
      mutedUntil: muted.mutedUntil,
    });
    expect(stateAfter(["fail", "pass"], once, muted)).toMatchObject({ phase: "recovered", mutedUntil: "" });
    const over = stateAfter(["fail", "fail"], once, {
      ...stateAfter(["fail"], once, muted),
      mutedUntil: "",
    });
    expect(over).toMatchObject({ phase: "outage", fails: 2 });
  });

  test("shows a duration in its two largest units", () => {
    expect(formatDuration(at, "2026-11-15T02:00:10.000Z")).toBe("less than a minute");
    expect(formatDuration(at, "2026-11-15T03:05:00.000Z")).toBe("1 h 5 min");
    expect(formatDuration(at, "2026-11-18T02:05:00.000Z")).toBe("3 d 5 min");
    expect(formatResults("PFU")).toBe("🟩🟥⬜");
  });
});

describe("Our part of an issue's body", () => {
  const state = fc.record<CheckState>({
    phase: fc.constantFrom("waiting", "outage", "muted", "recovered"),
    fails: fc.nat(20),
    notPassed: fc.integer({ min: 20, max: 40 }),
    passes: fc.nat(20),
    since: fc.constantFrom("", at),
    kind: fc.constantFrom("", "fails", "untested", "misconfigured"),
    run: fc.constantFrom("", "12345.1"),
    ended: fc.constantFrom("", at),
    muteAction: fc.constantFrom("", "label", "closed-label"),
    results: fc.string({ unit: fc.constantFrom("P", "F", "U"), maxLength: 30 }),
    mutedUntil: fc.constantFrom("", at),
    previous: fc.nat(9_999),
  });
  const text = fc.string({ unit: fc.constantFrom("a", "\n", "\r\n", " ", "-", "<", ">", "!", "`", "é") });

  test("is found and replaced, and no text of people is lost", () => {
    fc.assert(
      fc.property(state, state, text, text, (before, after, above, below) => {
        const first = ourPart("0123", before, "What it says.");
        const body = `${above}${first}${below}`;
        expect(readCheckState(body, "0123")).toEqual(before);
        expect(readCheckState(body, "0124")).toBeUndefined();
        const second = ourPart("0123", after, "Something else.");
        expect(withOurPart(body, second)).toBe(`${above}${second}${below}`);
      }),
    );
  });

  test("ends at its own end, also with hostile text in it and if an editor breaks its lines", () => {
    const end = "<!-- certorder-callback:end -->";
    const piece = fc.constantFrom("a", " ", "<", "!--", "<!--", end, "-->", "\n");
    const hostile = fc
      .array(fc.oneof(piece, fc.constant(ourPart("0123", initialState, ""))))
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
          expect(withOurPart(body, "X")).toBe(`X${below}`);
        },
      ),
    );
  });

  test("is written again if its end is missing, and the rest stays", () => {
    const body = `${ourPart("0123", initialState, "Ours.").replace(/<!-- certorder-callback:end -->/, "")}Theirs.`;
    expect(withOurPart(body, "X")).toBe("X\nOurs.\nTheirs.");
    expect(withOurPart("Theirs.", "X")).toBe("Theirs.\n\nX");
  });

  test("is ignored if it has values that we do not write", () => {
    const body = ourPart("0123", { ...initialState, since: "2026-01-01(@octocat)", run: "<b>" }, "");
    expect(readCheckState(body, "0123")).toBeUndefined();
    const dated = ourPart("0123", { ...initialState, since: "2026-01-01(@octocat)", fails: -1 }, "");
    expect(readCheckState(dated, "0123")).toEqual(initialState);
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
