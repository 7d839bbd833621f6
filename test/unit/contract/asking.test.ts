import { describe, expect, test } from "vitest";
import { type Asking, checkAsking } from "../../../src/contract/asking.ts";
import { dayMs } from "../../../src/contract/duration.ts";

const problems = (asking: Partial<Asking>) =>
  checkAsking({ hasJournal: true, ...asking }).map(({ contractName, rule }) => `${contractName} ${rule}`);

describe("A reissue is asked for", () => {
  test.each<[string, Partial<Asking>, problems: string[]]>([
    ["by a key", { idempotencyKey: "k" }, []],
    ["by an age", { maxAgeMs: 60 * dayMs }, []],
    ["by an age of one day", { maxAgeMs: dayMs }, []],
    ["by a person who is asked", { isConfirmed: true }, []],
    ["by nothing", {}, ["idempotency_key required"]],
    ["by supersede alone", { supersede: "a1" }, ["idempotency_key required"]],
    ["by a key and supersede", { idempotencyKey: "k", supersede: "a1" }, []],
    ["by an empty key", { idempotencyKey: "" }, ["idempotency_key name"]],
    ["by a key and an age", { idempotencyKey: "k", maxAgeMs: 60 * dayMs }, ["max_age conflict"]],
    ["by supersede and an age", { supersede: "a1", maxAgeMs: 60 * dayMs }, ["max_age conflict"]],
    ["by an age below a day", { maxAgeMs: dayMs - 1 }, ["max_age range"]],
    ["by an age that is not a number", { maxAgeMs: Number.NaN }, ["max_age range"]],
    ["by an age below the validity", { maxAgeMs: 60 * dayMs, validityDays: 61 }, []],
    ["by an age as long as the validity", { maxAgeMs: 60 * dayMs, validityDays: 60 }, ["max_age range"]],
    ["without a journal", { hasJournal: false }, []],
    [
      "without a journal, by a key or an age",
      { hasJournal: false, idempotencyKey: "k", maxAgeMs: 60 * dayMs },
      ["idempotency_key needs", "max_age needs"],
    ],
  ])("%s", (_, asking, expected) => {
    expect(problems(asking)).toEqual(expected);
  });
});
