import { describe, expect, test } from "vitest";
import { type Asking, checkAsking, dayMs } from "../../../src/contract/index.ts";

const rules = (asking: Omit<Asking, "hasJournal"> & Partial<Asking>) =>
  checkAsking({ hasJournal: true, ...asking }).map(({ contractName, rule }) => `${contractName}: ${rule}`);

describe("A reissue", () => {
  test("is asked for by a key, by an age, or by a person", () => {
    expect(rules({ idempotencyKey: "ticket-7" })).toEqual([]);
    expect(rules({ maxAgeMs: 60 * dayMs })).toEqual([]);
    expect(rules({ isConfirmed: true })).toEqual([]);
    expect(rules({ idempotencyKey: "ticket-7", supersede: "a1" })).toEqual([]);
  });

  test("that nothing asks for is refused, and the message shows both ways", () => {
    const [problem] = checkAsking({ hasJournal: true });
    expect(problem?.rule).toBe("required");
    expect(problem?.message).toContain("idempotencyKey or maxAgeMs");
    expect(problem?.remedy).toContain("Or give maxAgeMs");
    expect(rules({ supersede: "a1" })).toEqual(["idempotency_key: required"]);
  });

  test.each([
    ["", "idempotency_key: name"],
    [" padded ", "idempotency_key: name"],
    ["two\nlines", "idempotency_key: name"],
    [7, "idempotency_key: name"],
  ])("refuses the key %j", (idempotencyKey, rule) => {
    expect(rules({ idempotencyKey: idempotencyKey as string })).toEqual([rule]);
  });

  test.each([
    [{ maxAgeMs: dayMs }, []],
    [{ maxAgeMs: dayMs - 1 }, ["max_age: range"]],
    [{ maxAgeMs: Number.NaN }, ["max_age: range"]],
    [{ maxAgeMs: "60d" as unknown as number }, ["max_age: range"]],
    [{ maxAgeMs: 89 * dayMs, validityDays: 90 }, []],
    [{ maxAgeMs: 90 * dayMs, validityDays: 90 }, ["max_age: range"]],
    [{ maxAgeMs: 60 * dayMs, idempotencyKey: "k" }, ["max_age: conflict"]],
    [{ maxAgeMs: 60 * dayMs, supersede: "a1" }, ["max_age: conflict"]],
  ])("takes an age of at least a day, below the validity, and nothing beside it: %j", (asking, found) => {
    expect(rules(asking)).toEqual(found);
  });

  test("without a journal takes neither a key, nor an age, nor an attempt", () => {
    const all = { idempotencyKey: "k", maxAgeMs: dayMs, supersede: "a1" };
    expect(rules({ ...all, hasJournal: false })).toEqual([
      "idempotency_key: needs",
      "max_age: needs",
      "supersede: needs",
    ]);
    expect(rules({ hasJournal: false })).toEqual([]);
  });
});
