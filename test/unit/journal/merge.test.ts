import { describe, expect, test } from "vitest";
import type { Attempt } from "../../../src/journal/attempt.ts";
import { mergeHistory, type Witness } from "../../../src/journal/merge.ts";
import { latestAttempt } from "../../../src/journal/rules.ts";
import { attempt, succeeded, voided } from "../../harness/journal/attempts.ts";

const [a1, a2] = [succeeded("a1"), succeeded("a2", { replaced: "c-a1" })];
/** A certificate that only the state knows. */
const stored = succeeded("s1");
const state = (attempts: readonly Attempt[], ...earlier: string[]): Witness => ({ attempts, earlier });
const merged = (journal: readonly Attempt[], ...witnesses: Witness[]) => {
  const { attempts, unclear } = mergeHistory(journal, witnesses);
  const ids = attempts.map(({ attemptId }) => attemptId).join(" ");
  return unclear ? `${ids}, unclear: ${unclear.attemptId}` : ids;
};

describe("The same attempt in journal and state", () => {
  test.each<[journal: Attempt["status"], state: Attempt["status"], merged: Attempt["status"]]>([
    ["open", "open", "open"],
    ["open", "void", "void"],
    ["open", "succeeded", "succeeded"],
    ["void", "open", "void"],
    ["void", "void", "void"],
    ["void", "succeeded", "succeeded"],
    ["succeeded", "open", "succeeded"],
    ["succeeded", "void", "succeeded"],
    ["succeeded", "succeeded", "succeeded"],
  ])("is %s by the journal and %s by the state, and %s once merged", (one, other, expected) => {
    const attemptThatIs = (status: Attempt["status"]) =>
      status === "succeeded" ? a1 : attempt("a1", { status });
    const { attempts } = mergeHistory([attemptThatIs(one)], [state([attemptThatIs(other)])]);
    expect(attempts).toMatchObject([{ attemptId: "a1", status: expected }]);
    expect(attempts[0]?.certificateId).toBe(expected === "succeeded" ? "c-a1" : undefined);
  });

  test("keeps the journal's request and key, and the state adds only the outcome", () => {
    const open = attempt("a1", { idempotencyKey: "k", requestDigest: "A", replaced: "c0" });
    const known = succeeded("a1", { requestDigest: "B", issuedAt: "2026-01-01", replaced: "x" });
    expect(mergeHistory([open], [state([known])]).attempts).toMatchObject([
      {
        idempotencyKey: "k",
        requestDigest: "A",
        replaced: "c0",
        certificateId: "c-a1",
        issuedAt: "2026-01-01",
      },
    ]);
  });

  test("has the journal's certificate if both know one: a person may have corrected it", () => {
    const corrected = succeeded("a1", { certificateId: "right" });
    expect(mergeHistory([corrected], [state([a1])]).attempts).toEqual([corrected]);
  });
});

describe("A certificate of the state that the journal knows by another attempt", () => {
  test("is the same certificate", () => {
    expect(merged([a1, a2], state([succeeded("s1", { certificateId: "c-a2" })]))).toBe("a1 a2");
  });

  test("An open or void attempt that names it does not make it known", () => {
    for (const journal of [attempt("a3", { certificateId: "c-s1" }), voided("a3", { certificateId: "c-s1" })])
      expect(merged([journal], state([stored]))).toBe("a3 s1");
  });
});

describe("A certificate that only the state knows", () => {
  test("stands before the first attempt that replaced it", () => {
    const replacing = (id: string, more: Partial<Attempt> = {}) =>
      succeeded(id, { replaced: "c-s1", ...more });
    expect(merged([a1, replacing("a2"), replacing("a3")], state([stored]))).toBe("a1 s1 a2 a3");
    expect(merged([attempt("a2", { replaced: "c-s1" })], state([stored]))).toBe("s1 a2");
  });

  test("stands after the journal's latest, if the state lists that one as earlier", () => {
    expect(merged([a1, a2], state([stored], "c-x", "c-a2"))).toBe("a1 a2 s1");
  });

  test("is the latest if the journal has no latest", () => {
    expect(merged([], state([stored]))).toBe("s1");
    expect(merged([voided("a1")], state([stored]))).toBe("a1 s1");
  });

  test("is unclear whether it is newer if nothing relates it to the journal's latest, and nothing is guessed", () => {
    expect(merged([a1, a2], state([stored]))).toBe("a1 a2, unclear: s1");
    expect(merged([a1, a2], state([stored], "c-a1"))).toBe("a1 a2, unclear: s1");
    const encrypted = succeeded("a1", { certificateId: undefined });
    expect(merged([encrypted], state([stored]))).toBe("a1, unclear: s1");
  });

  test("A void attempt proves nothing about the order", () => {
    const rejected = voided("a2", { replaced: "c-s1" });
    expect(merged([rejected], state([stored]))).toBe("a2 s1");
    expect(merged([a1, rejected], state([stored]))).toBe("a1 a2, unclear: s1");
  });

  test("is not put in order by any time", () => {
    for (const issuedAt of ["2001-01-01T00:00:00.000Z", "2099-01-01T00:00:00.000Z"]) {
      const dated = succeeded("s1", { issuedAt, sentAt: issuedAt, endedAt: issuedAt });
      expect(merged([a1], state([dated]))).toBe("a1, unclear: s1");
      expect(merged([a1], state([dated], "c-a1"))).toBe("a1 s1");
    }
  });

  test("Two states are put in order by what they replaced and list", () => {
    const later = succeeded("s2", { replaced: "c-s1" });
    expect(merged([], state([stored]), state([later], "c-s1"))).toBe("s1 s2");
    expect(merged([], state([later], "c-s1"), state([stored]))).toBe("s1 s2");
  });
});

describe("An open attempt that only the state knows", () => {
  test("comes last, so that it blocks and what it replaces stays before it", () => {
    expect(merged([a1], state([attempt("s9")]))).toBe("a1 s9");
    expect(merged([], state([stored, attempt("s9", { replaced: "c-s1" })]))).toBe("s1 s9");
  });
});

describe("A mistaken import", () => {
  const mistake = succeeded("s1", { isImported: true });
  const latest = (journal: readonly Attempt[], witness: Witness) => {
    const { attempts, corrected } = mergeHistory(journal, [witness]);
    return [latestAttempt(attempts)?.attemptId, corrected?.attemptId];
  };

  test("A state that has a known certificate and lists the import as earlier corrects it", () => {
    expect(latest([a1, mistake], state([a1], "c-s1"))).toEqual(["a1", "a1"]);
    expect(latest([a1, mistake], state([succeeded("s2", { certificateId: "c-a1" })], "c-s1"))).toEqual([
      "a1",
      "a1",
    ]);
  });

  test("A state does not correct what it does not list, nor what was sent through the journal", () => {
    expect(latest([a1, mistake], state([a1]))).toEqual(["s1", undefined]);
    expect(latest([a1, a2], state([a1], "c-a2"))).toEqual(["a2", undefined]);
    expect(latest([a1, mistake, succeeded("a3")], state([a1], "c-s1", "c-a3"))).toEqual(["a3", undefined]);
  });
});
