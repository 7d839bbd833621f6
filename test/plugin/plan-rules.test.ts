import { describe, expect, it } from "vitest";
import { defineSchema, UNKNOWN } from "../../src/plugin/index.ts";
import { changedAttributes, replacedBecauseOf, startingPlan } from "../../src/plugin/server/plan-rules.ts";
import { checkShape, checkState, planProblems, resultProblems } from "../../src/plugin/server/verify.ts";
import { Unknown } from "../../src/plugin/values/unknown.ts";
import type { ObjectValue } from "../../src/plugin/values/value.ts";

const schema = defineSchema({
  attributes: {
    name: { type: "string", required: true, requiresReplace: true },
    size: { type: "integer", optional: true, default: 1 },
    labels: { type: "set(string)", optional: true },
    owner: { type: "string", optional: true, computed: true },
    secret_wo: { type: "string", optional: true, writeOnly: true },
    id: { type: "string", computed: true, useStateForUnknown: true },
    etag: { type: "string", computed: true },
  },
});
const silent = { name: "a", size: null, labels: null, owner: null, secret_wo: null, id: null, etag: null };
const stored = { name: "a", size: 1, labels: ["x", "y"], owner: "me", secret_wo: null, id: "1", etag: "e" };
const config = { ...silent, labels: ["y", "x"] };

describe("the plan that follows from a schema", () => {
  it("leaves everything as it is when nothing differs, whatever the order of a set", () => {
    const planned = startingPlan(schema, config, stored, { ...stored, labels: ["y", "x"] });
    expect(changedAttributes(schema, stored, planned)).toEqual([]);
    expect(planned).toMatchObject({ owner: "me", id: "1", etag: "e" });
  });

  it("knows of a new object what is configured or has a default", () => {
    expect(startingPlan(schema, silent, null, silent)).toEqual({
      ...silent,
      size: 1,
      owner: UNKNOWN,
      id: UNKNOWN,
      etag: UNKNOWN,
    });
  });

  it("keeps what the schema says is kept, and makes the rest unknown, when something changes", () => {
    const planned = startingPlan(schema, { ...config, size: 2 }, stored, { ...stored, size: 2 });
    expect(planned).toMatchObject({ size: 2, owner: UNKNOWN, id: "1", etag: UNKNOWN });
  });

  it("returns to the default when the configuration falls silent", () => {
    const planned = startingPlan(schema, config, { ...stored, size: 5 }, { ...stored, size: null } as never);
    expect(planned).toMatchObject({ size: 1 });
  });

  it("takes a configured value over everything computed", () => {
    const planned = startingPlan(schema, { ...config, owner: "you", size: 2 }, stored, {
      ...stored,
      owner: "you",
      size: 2,
    });
    expect(planned).toMatchObject({ owner: "you" });
  });

  it("plans an unknown argument as unknown, not as its default", () => {
    const unknown = { ...silent, size: UNKNOWN };
    expect(startingPlan(schema, unknown, null, unknown)).toMatchObject({ size: UNKNOWN });
  });

  it("never plans a write-only value, nor sees a change in one", () => {
    const secret = { ...config, secret_wo: "hush" };
    const planned = startingPlan(schema, secret, stored, { ...stored, secret_wo: "hush" });
    expect(planned.secret_wo).toBeNull();
    expect(changedAttributes(schema, stored, planned)).toEqual([]);
  });

  it("does not keep a value that was never there", () => {
    const planned = startingPlan(
      schema,
      { ...config, size: 2 },
      { ...stored, id: null },
      { ...stored, id: null, size: 2 },
    );
    expect(planned.id).toBe(UNKNOWN);
  });

  it("takes what is not mentioned for null", () => {
    const planned = startingPlan(schema, { name: "a" }, null, { name: "a" });
    expect(planned).toEqual({ ...silent, size: 1, owner: UNKNOWN, id: UNKNOWN, etag: UNKNOWN });
    expect(changedAttributes(schema, { name: "a" }, silent)).toEqual([]);
    expect(changedAttributes(schema, silent, { name: "b" })).toEqual(["name"]);
  });

  it("keeps an optional value that the provider does not choose", () => {
    const planned = startingPlan(schema, { ...config, size: 2 }, stored, {
      ...stored,
      size: 2,
      labels: null,
    });
    expect(planned.labels).toBeNull();
  });

  it("replaces for marked attributes, or for any argument where nothing can be updated", () => {
    const because = (changes: object, canUpdate: boolean) =>
      replacedBecauseOf(schema, stored, { ...stored, ...changes }, canUpdate);
    expect(because({ size: 2, name: "b", etag: UNKNOWN }, true)).toEqual(["name"]);
    expect(because({ size: 2, etag: UNKNOWN }, false)).toEqual(["size"]);
    expect(because({ etag: UNKNOWN }, false)).toEqual(["etag"]);
  });
});

describe("a plan is held against the configuration", () => {
  const problems = (planned: object, prior = stored as never, configured: ObjectValue = config) => {
    return planProblems("Planning", schema, configured, prior, { ...stored, ...planned } as never).length;
  };
  it("and may be it, the prior value, or anything computed", () => {
    expect(problems({})).toBe(0);
    expect(problems({ labels: ["x", "y", "x"] })).toBe(0);
    expect(problems({ etag: UNKNOWN, owner: "someone" })).toBe(0);
    expect(problems({ name: "a" }, stored as never, { ...config, name: "A" })).toBe(0);
    expect(problems({}, stored as never, { ...config, secret_wo: "hush" })).toBe(0);
    expect(problems({ labels: null }, stored as never, { name: "a", size: 1 })).toBe(0);
  });
  it("but nothing else", () => {
    expect(problems({ name: "b" })).toBe(1);
    expect(problems({ labels: ["x"] })).toBe(1);
    expect(problems({ labels: null }, null as never)).toBe(1);
    expect(problems({ labels: null }, { ...stored, labels: null } as never)).toBe(1);
    expect(problems({ labels: undefined }, { name: "a", size: 1 } as never)).toBe(1);
    expect(problems({}, stored as never, silent)).toBe(1);
    expect(problems({ name: UNKNOWN })).toBe(1);
  });
});

describe("a result is held against the plan", () => {
  const nested = defineSchema({
    attributes: {
      ...schema.attributes,
      steps: { type: "list(string)", computed: true },
      tags: { type: "map(string)", computed: true },
    },
  });
  const whole = { ...stored, steps: ["a", "b"], tags: { a: "1", b: "2" } };
  const problems = (planned: object, state: object) => {
    return resultProblems(
      "Creating",
      nested,
      { ...whole, ...planned } as never,
      { ...whole, ...state } as never,
    ).flatMap(({ path }) => path);
  };
  it("which it may complete", () => {
    expect(problems({}, {})).toEqual([]);
    expect(problems({ etag: UNKNOWN }, { etag: "new" })).toEqual([]);
    expect(problems({ labels: ["y", "x"] }, {})).toEqual([]);
    expect(problems({ labels: ["x", UNKNOWN] }, { labels: ["x", "z"] })).toEqual([]);
    expect(problems({ labels: ["x", UNKNOWN] }, { labels: ["x"] })).toEqual([]);
    expect(problems({ steps: ["a", UNKNOWN] }, {})).toEqual([]);
    expect(problems({ tags: { a: "1", b: UNKNOWN } }, {})).toEqual([]);
    expect(problems({ etag: undefined }, { etag: null })).toEqual([]);
    expect(problems({ etag: null }, { etag: undefined })).toEqual([]);
  });
  it("but not contradict", () => {
    expect(problems({}, { etag: "other" })).toEqual(["etag"]);
    expect(problems({ labels: ["x", UNKNOWN] }, { labels: ["z"] })).toEqual(["labels"]);
    expect(problems({ labels: ["x", UNKNOWN] }, { labels: ["x", "y", "z"] })).toEqual(["labels"]);
    expect(problems({ labels: ["x", UNKNOWN] }, { labels: null })).toEqual(["labels"]);
    expect(problems({ labels: ["x", "y", UNKNOWN] }, { labels: ["x", "z"] })).toEqual(["labels"]);
    expect(problems({ owner: new Unknown({ nullness: false }) }, { owner: null })).toEqual(["owner"]);
    expect(problems({ owner: new Unknown({ stringPrefix: "m" }) }, { owner: "you" })).toEqual(["owner"]);
  });
  it("not in the length, the order or a known element of a list", () => {
    for (const steps of [["b", "b"], ["b", "a"], ["a"], ["a", "b", "c"], null])
      expect(problems({ steps: ["a", UNKNOWN] }, { steps })).toEqual(["steps"]);
  });
  it("nor in the keys or a known element of a map", () => {
    const others = [{ a: "2", b: "2" }, { a: "1" }, { a: "1", c: "2" }, { a: "1", b: "2", c: "3" }, null];
    for (const tags of others) expect(problems({ tags: { a: "1", b: UNKNOWN } }, { tags })).toEqual(["tags"]);
  });
});

describe("a state", () => {
  it("is mended so that it can be stored, and the mistake is named without the value", () => {
    const answer = { ...stored, id: 7, etag: UNKNOWN, secret_wo: "hush", extra: "hush" };
    const { value, problems } = checkState("Creating", schema, answer, stored);
    expect(value).toEqual({ ...stored, id: "1", etag: null, secret_wo: null });
    expect(problems).toHaveLength(4);
    expect(JSON.stringify(problems)).not.toContain("hush");
  });

  it("is made of the fallback when it is no object at all", () => {
    const { value, problems } = checkState("Creating", schema, "what", stored);
    expect(value).toEqual(stored);
    expect(problems.map(({ path }) => path?.[0])).toEqual([undefined, ...Object.keys(schema.attributes)]);
    const empty = { ...silent, name: null };
    expect(checkState("Creating", schema, null, null).value).toEqual(empty);
    expect(checkState("Creating", schema, {}, { name: "a" }).value).toEqual(silent);
  });

  it("that is right is taken as it is", () => {
    expect(checkState("Creating", schema, stored, null)).toEqual({ value: stored, problems: [] });
  });

  it("has nothing unknown in it, not even in a part", () => {
    const { value, problems } = checkState("Creating", schema, { ...stored, labels: ["x", UNKNOWN] }, stored);
    expect(value).toEqual({ ...stored, labels: null });
    expect(problems.map(({ path }) => path)).toEqual([["labels"]]);
  });

  it("may still have it while it is a plan", () => {
    const planned = { ...stored, etag: UNKNOWN };
    expect(checkShape("Planning", schema, planned, null)).toEqual({ value: planned, problems: [] });
  });
});
