import { describe, expect, test } from "vitest";
import {
  Dynamic,
  defineResource,
  error,
  isKnown,
  type Resource,
  type Rule,
  toDynamic,
  UNKNOWN,
} from "../../../src/plugin/index.ts";
import type { TestConfig } from "../../../src/plugin/testing/index.ts";
import {
  atLeastOneOf,
  conflictsWith,
  exactlyOneOf,
  requiredTogether,
  requiredWith,
} from "../../../src/plugin/validators/index.ts";
import { openThing, reported } from "../../harness/plugin/thing.ts";

async function problems(resource: Resource, config: TestConfig) {
  const diagnostics = await reported((await openThing(resource)).plan(config));
  return diagnostics.map(({ attribute, summary }) => [attribute, summary]);
}

const text = { type: "string", optional: true } as const;
const integer = { type: "integer", optional: true } as const;
const create = () => ({});

describe("Rules about arguments", () => {
  const missing = (where?: string) => [[where, "Missing argument"]];
  const conflicting = (where: string) => [[where, "Conflicting arguments"]];

  test.each<[name: string, rule: Rule<"a" | "b">, config: TestConfig, problems: unknown]>([
    ["exactlyOneOf, one is given", exactlyOneOf("a", "b"), { a: "x", c: "y" }, []],
    ["exactlyOneOf, both are given", exactlyOneOf("a", "b"), { a: "x", b: "y" }, conflicting("b")],
    ["exactlyOneOf, none is given", exactlyOneOf("a", "b"), { c: "y" }, missing()],
    ["conflictsWith, none is given", conflictsWith("a", "b"), {}, []],
    ["conflictsWith, both are given", conflictsWith("a", "b"), { a: "x", b: "y" }, conflicting("b")],
    ["atLeastOneOf, both are given", atLeastOneOf("a", "b"), { a: "x", b: "y" }, []],
    ["atLeastOneOf, none is given", atLeastOneOf("a", "b"), {}, missing()],
    ["requiredTogether, none is given", requiredTogether("a", "b"), { c: "x" }, []],
    ["requiredTogether, one is given", requiredTogether("a", "b"), { b: "x" }, missing("b")],
    ["requiredWith, only the second is given", requiredWith("a", "b"), { b: "x" }, []],
    ["requiredWith, only the first is given", requiredWith("a", "b"), { a: "x" }, missing("a")],
    // A rule waits for what is not known yet.
    ["exactlyOneOf, one is unknown", exactlyOneOf("a", "b"), { a: UNKNOWN }, []],
    ["exactlyOneOf, one is unknown, one is given", exactlyOneOf("a", "b"), { a: UNKNOWN, b: "x" }, []],
  ])(
    "let arguments be given, or name the one that is missing or too many: %s",
    async (_, rule, config, expected) => {
      const schema = { attributes: { a: text, b: text, c: text }, rules: [rule] };
      expect(await problems(defineResource()({ schema, create }), config)).toEqual(expected);
    },
  );

  test("hold inside nested attributes and blocks, and count blocks", async () => {
    const attributes = { a: text, b: text };
    const many = {
      type: "list(object)",
      optional: true,
      attributes,
      rules: [exactlyOneOf("a", "b")],
    } as const;
    const first = { type: "list(object)", attributes, rules: [conflictsWith("a", "b")] } as const;
    const second = { type: "set(object)", attributes: { a: text } } as const;
    const rules = [conflictsWith("first", "second")];
    const resource = defineResource()({
      schema: { attributes: { many }, blocks: { first, second }, rules },
      create,
    });
    expect(await problems(resource, { many: [{ a: "x" }, {}] })).toEqual(missing("many[1]"));
    expect(await problems(resource, { first: [{ a: "x", b: "y" }] })).toEqual(conflicting("first[0].b"));
    expect(await problems(resource, { first: [{}] })).toEqual([]);
    expect(await problems(resource, { first: [{}], second: [{}] })).toEqual(conflicting("second"));
  });
});

describe("Nested attributes", () => {
  test("have defaults and validators of their own", async () => {
    const resource = defineResource()({
      schema: {
        attributes: {
          limits: {
            type: "object",
            optional: true,
            default: { cpu: 1, memory: null },
            attributes: { cpu: { type: "integer", required: true }, memory: integer },
            validators: [
              (limits, path) =>
                limits.memory === 0 ? [error("No Memory", "It needs some.", [...path, "memory"])] : [],
            ],
          },
        },
      },
      create: ({ planned }) => ({ state: planned }),
      update: ({ planned }) => ({ state: planned }),
    });
    const thing = await openThing(resource);
    for (const [config, cpu] of [
      [{}, 1],
      [{ limits: { cpu: 2 } }, 2],
      [{}, 1],
    ] as const)
      expect((await thing.apply(config)).state).toEqual({ limits: { cpu, memory: null } });
    const none = { limits: { cpu: 1, memory: 0 } };
    expect(await problems(resource, none)).toEqual([["limits.memory", "No Memory"]]);
  });

  test("can be write-only as a whole", async () => {
    let seen: unknown;
    const attributes = { user: text, password: text };
    const login_wo = { type: "object", optional: true, writeOnly: true, attributes } as const;
    const resource = defineResource()({
      schema: { attributes: { login_wo } },
      create({ config, planned }) {
        seen = config.login_wo?.password;
        return { state: planned };
      },
    });
    const { state } = await (await openThing(resource)).apply({ login_wo: { user: "u", password: "p" } });
    expect(state).toEqual({ login_wo: null });
    expect(seen).toBe("p");
  });
});

describe("Plan modifiers", () => {
  const resource = defineResource()({
    schema: {
      attributes: {
        size: {
          type: "integer",
          required: true,
          // It can grow in place, but not shrink.
          requiresReplace: ({ prior, planned }) => isKnown(planned) && (planned ?? 0) < (prior ?? 0),
        },
        disks: {
          type: "list(object)",
          optional: true,
          attributes: {
            label: {
              type: "string",
              optional: true,
              computed: true,
              modifyPlan: ({ config, path }) => config ?? `disk ${path[1]}`,
            },
            kind: { type: "string", required: true, requiresReplace: ({ config }) => config !== "spare" },
          },
        },
      },
    },
    create: ({ planned }) => ({ state: planned as never }),
    update: ({ planned }) => ({ state: planned as never }),
  });

  test.each([
    [3, { kind: "fast" }, []],
    [1, { kind: "fast" }, ["size"]],
    [2, { kind: "fast", label: "new" }, []],
    [2, { kind: "spare" }, []],
    [2, { kind: "slow" }, ["disks"]],
  ])(
    "decide by the change whether an object is replaced: size %i, disk %j",
    async (size, disk, requiresReplace) => {
      const thing = await openThing(resource);
      await thing.apply({ size: 2, disks: [{ kind: "fast" }] });
      expect(await thing.plan({ size, disks: [disk] })).toMatchObject({
        action: requiresReplace.length > 0 ? "replace" : "update",
        requiresReplace,
      });
    },
  );

  test("plan values of their own, at any depth", async () => {
    const disks = [{ kind: "a" }, { kind: "b", label: "mine" }];
    const { state } = await (await openThing(resource)).apply({ size: 1, disks });
    expect(state).toMatchObject({ disks: [{ label: "disk 0" }, { label: "mine" }] });
  });
});

test("Objects in a set that become equal by their defaults are refused", async () => {
  const attributes = { name: text, port: { ...integer, default: 80 } } as const;
  const thing = defineResource()({
    schema: { attributes: { peers: { type: "set(object)", optional: true, attributes } } },
    create: ({ planned }) => ({ state: planned }),
  });
  const peers = (port: number) => ({ peers: [{ name: "a" }, { name: "a", port }] });
  expect(await problems(thing, peers(80))).toEqual([["peers", "Equal objects in a set"]]);
  expect(await problems(thing, peers(81))).toEqual([]);
});

test("Semantic equality keeps what the user wrote in plans and states", async () => {
  const compact = (json: string) => JSON.stringify(JSON.parse(json));
  const json = {
    type: "string",
    required: true,
    semanticEquals: (left: string, right: string) => compact(left) === compact(right),
  } as const;
  let atTheService = "";
  const store = ({ planned }: { planned: { policy: string } }) => {
    // The service writes its JSON without white space.
    atTheService = compact(planned.policy);
    return { state: { ...planned, policy: atTheService } as never };
  };
  const thing = await openThing(
    defineResource()({
      schema: {
        attributes: { policy: json, rules: { type: "map(object)", optional: true, attributes: { json } } },
      },
      create: store,
      update: store,
      read: ({ state }) => ({ state: { ...state, policy: atTheService } }),
    }),
  );
  const { state } = await thing.apply({ policy: '{ "a": 1 }', rules: { x: { json: "[1]" } } });
  expect(state).toMatchObject({ policy: '{ "a": 1 }' });
  const again = { policy: '{"a":   1}', rules: { x: { json: "[ 1 ]" } } };
  expect(await thing.plan(again)).toMatchObject({ action: "none", planned: { policy: '{ "a": 1 }' } });
  expect(await thing.plan({ ...again, policy: '{ "a": 2 }' })).toMatchObject({ changed: ["policy"] });
  atTheService = '{"a":3}';
  await thing.refresh();
  expect(thing.state).toMatchObject({ policy: '{"a":3}' });
});

test("Types are collections of collections", async () => {
  const resource = defineResource()({
    schema: {
      attributes: {
        matrix: {
          type: "list(list(integer))",
          required: true,
          validators: [
            (rows, path) => (rows[0]?.[0] === 7 ? [error("Seven", "Not 7.", [...path, 0, 0])] : []),
          ],
        },
        groups: { type: "map(set(string))", optional: true, default: { all: ["b", "a"] } },
      },
    },
    create: ({ planned }) => ({ state: { ...planned, matrix: planned.matrix.map((row) => [...row]) } }),
  });
  const { state } = await (await openThing(resource)).apply({ matrix: [[1, 2], []] });
  expect(state).toEqual({ matrix: [[1, 2], []], groups: { all: ["a", "b"] } });
  expect(await problems(resource, { matrix: [[1], [2.5]] })).toEqual([["matrix[1][0]", "Not an integer"]]);
  expect(await problems(resource, { matrix: [[1, null]] })).toEqual([["matrix[0][1]", "Null element"]]);
  expect(await problems(resource, { matrix: [[7]] })).toEqual([["matrix[0][0]", "Seven"]]);
});

test("Types are dynamic: a value brings its type", async () => {
  const output = { type: "dynamic", computed: true } as const;
  const thing = await openThing(
    defineResource()({
      schema: { attributes: { input: { type: "dynamic", optional: true }, output } },
      create: ({ planned: { input } }) => ({
        state: { input, output: input && new Dynamic(["list", input.type], [input.value]) },
      }),
    }),
  );
  const value = { a: 1, b: ["x", true] };
  const type = ["object", { a: "number", b: ["tuple", ["string", "bool"]] }];
  expect((await thing.apply({ input: value })).state).toEqual({
    input: { type, value },
    output: { type: ["list", type], value: [value] },
  });
  expect(await thing.plan({ input: "other" })).toMatchObject({ action: "replace" });
  expect(await thing.plan({ input: { a: UNKNOWN } })).toMatchObject({ action: "replace" });
  expect(toDynamic(null)).toBeNull();
  expect(toDynamic(UNKNOWN)).toBe(UNKNOWN);
});
