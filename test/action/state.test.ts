import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { marker, readMarker } from "../../src/action/health/marker.ts";
import type { Outage, Result } from "../../src/action/health/state.ts";
import { nextStep } from "../../src/action/health/state.ts";
import { duration, strip } from "../../src/action/health/strip.ts";
import { RecordKeys } from "../../src/action/record/keys.ts";
import { type Entry, readStatuses, statusOf } from "../../src/action/record/lines.ts";
import { plain, quoted } from "../../src/action/text.ts";
import { isPlainId } from "../../src/contract/index.ts";

const at = "2026-11-15T02:00:00.000Z";
const fail: Result = { verdict: "fail", code: "callback_send_error", misconfigured: false, at };
const pass: Result = { ...fail, verdict: "pass", code: "success" };

describe("the course of an outage", () => {
  test("whatever the results, an issue is opened only by a failure and closed only by enough passes in a row", () => {
    const results = fc.array(fc.constantFrom("fail", "pass", "unknown"), { maxLength: 40 });
    fc.assert(
      fc.property(
        results,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        (verdicts, failures, recoveries) => {
          let outage: Outage | undefined;
          let earlier = "";
          for (const verdict of verdicts) {
            const step = nextStep(outage, earlier, { ...fail, verdict } as Result, { failures, recoveries });
            earlier += { fail: "F", pass: "P", unknown: "" }[verdict];
            if (step.do === "open")
              expect(verdict === "fail" && earlier.endsWith("F".repeat(failures))).toBe(true);
            if (step.do === "close") expect(earlier.endsWith("P".repeat(recoveries))).toBe(true);
            if (verdict === "unknown") expect(step.do).toBe("nothing");
            outage = step.do === "nothing" ? outage : step.do === "close" ? undefined : step.outage;
          }
        },
      ),
    );
  });

  test("a pass without an outage is nothing to talk about", () => {
    expect(nextStep(undefined, "FFF", pass, { failures: 1, recoveries: 1 })).toEqual({ do: "nothing" });
  });

  test("a duration is told in the two largest units that matter", () => {
    expect(duration(at, "2026-11-15T02:00:10.000Z")).toBe("less than a minute");
    expect(duration(at, "2026-11-15T03:05:00.000Z")).toBe("1 h 5 min");
    expect(duration(at, "2026-11-18T02:05:00.000Z")).toBe("3 d 5 min");
    expect(strip("PFU")).toBe("🟩🟥⬜");
  });
});

describe("the marker in an issue", () => {
  test("comes back as it was written, whatever the code is called, and cannot end its comment early", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (code, id) => {
        const outage: Outage = { fails: 3, oks: 0, since: at, code, results: "PFF" };
        const text = marker(id, outage);
        expect(text.match(/-->/g)).toHaveLength(1);
        expect(text).not.toContain("\n");
        expect(readMarker(`Body\n\n${text}\n`, id)).toEqual({ ...outage, code: isPlainId(code) ? code : "" });
        expect(readMarker(`Body\n\n${text}`, `${id}x`)).toBeUndefined();
      }),
    );
  });
});

describe("text of others", () => {
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

describe("the seal on a result", () => {
  test("opens with the same key at the same place, and nowhere else", () => {
    const keys = new RecordKeys("a key");
    const certificate = "c".repeat(64);
    const sealed = keys.seal(certificate, "101 abc");
    expect(keys.unseal(sealed, "101 abc")).toBe(certificate);
    expect(keys.unseal(sealed, "102 abc")).toBeUndefined();
    expect(new RecordKeys("another key").unseal(sealed, "101 abc")).toBeUndefined();
    expect(keys.unseal(sealed.slice(0, 20), "101 abc")).toBeUndefined();
  });

  test("fits into a description, whatever became of the attempt", () => {
    const keys = new RecordKeys("a key");
    const certificate = "c".repeat(64);
    const common = { attempt: "0123456789ab", at: "" };
    const entry = { id: 101, sent: { attempt: common.attempt }, key: keys.id } as Entry;
    for (const line of [
      ...(["done", "rejected", "not-sent", "unknown", "done-unread"] as const).map((event) => ({
        event,
        certificate,
      })),
      ...[certificate, null].map((certificate) => ({ event: "resolved" as const, certificate })),
      { event: "acknowledged" as const },
    ]) {
      const { description } = statusOf(keys, 101, { ...common, ...line });
      expect(description.length).toBeLessThanOrEqual(140);
      const status = { id: 1, description, created_at: "" };
      expect(readStatuses(keys, entry, [status])).toEqual([{ ...common, ...line }]);
    }
  });
});
