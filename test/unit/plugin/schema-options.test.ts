import { describe, expect, test } from "vitest";
import {
  atLeastOneOf,
  conflictsWith,
  Dynamic,
  defineProvider,
  defineResource,
  error,
  exactlyOneOf,
  isKnown,
  type Resource,
  requiredTogether,
  requiredWith,
  toDynamic,
  UNKNOWN,
} from "../../../src/plugin/index.ts";
import { ProviderErrors, type TestConfig, Workspace } from "../../../src/plugin/testing/index.ts";

/** A resource of a provider that runs in this process. */
async function open(resource: Resource) {
  const provider = defineProvider({
    name: "t",
    address: "example/t",
    version: "1.0.0",
    schema: { attributes: {} },
    resources: { t_thing: resource },
  });
  return (await Workspace.open({ inProcess: provider })).resource("t_thing");
}

/** What a plan of the resource reports: the place and the title of each error. */
async function problems(resource: Resource, config: TestConfig): Promise<(readonly [unknown, string])[]> {
  try {
    await (await open(resource)).plan(config);
    return [];
  } catch (thrown) {
    if (!(thrown instanceof ProviderErrors)) throw thrown;
    return thrown.diagnostics.map(({ attribute, summary }) => [attribute, summary]);
  }
}

describe("Rules about arguments", () => {
  const text = { type: "string", optional: true } as const;
  const create = () => ({});

  test("let one argument be given, or refuse two where the second stands", async () => {
    const attributes = { a: text, b: text, c: text };
    const one = defineResource()({ schema: { attributes, rules: [exactlyOneOf("a", "b")] }, create });
    expect(await problems(one, { a: "x", c: "y" })).toEqual([]);
    expect(await problems(one, { a: "x", b: "y" })).toEqual([["b", "Conflicting arguments"]]);
    expect(await problems(one, { c: "y" })).toEqual([[undefined, "Missing argument"]]);
    const most = defineResource()({ schema: { attributes, rules: [conflictsWith("a", "b")] }, create });
    expect(await problems(most, {})).toEqual([]);
    expect(await problems(most, { a: "x", b: "y" })).toEqual([["b", "Conflicting arguments"]]);
    const least = defineResource()({ schema: { attributes, rules: [atLeastOneOf("a", "b")] }, create });
    expect(await problems(least, { a: "x", b: "y" })).toEqual([]);
    expect(await problems(least, {})).toEqual([[undefined, "Missing argument"]]);
  });

  test("ask for arguments that belong together", async () => {
    const attributes = { a: text, b: text, c: text };
    const both = defineResource()({ schema: { attributes, rules: [requiredTogether("a", "b")] }, create });
    expect(await problems(both, { c: "x" })).toEqual([]);
    expect(await problems(both, { b: "x" })).toEqual([["b", "Missing argument"]]);
    const also = defineResource()({ schema: { attributes, rules: [requiredWith("a", "b")] }, create });
    expect(await problems(also, { b: "x" })).toEqual([]);
    expect(await problems(also, { a: "x" })).toEqual([["a", "Missing argument"]]);
  });

  test("wait for arguments that are not known yet", async () => {
    const attributes = { a: text, b: text };
    const one = defineResource()({ schema: { attributes, rules: [exactlyOneOf("a", "b")] }, create });
    expect(await problems(one, { a: UNKNOWN })).toEqual([]);
    expect(await problems(one, { a: UNKNOWN, b: "x" })).toEqual([]);
  });

  test("hold inside nested attributes and blocks, and count blocks", async () => {
    const resource = defineResource()({
      schema: {
        attributes: {
          many: {
            type: "list(object)",
            optional: true,
            attributes: { a: text, b: text },
            rules: [exactlyOneOf("a", "b")],
          },
        },
        blocks: {
          first: { type: "list(object)", attributes: { a: text, b: text }, rules: [conflictsWith("a", "b")] },
          second: { type: "set(object)", attributes: { a: text } },
        },
        rules: [conflictsWith("first", "second")],
      },
      create,
    });
    expect(await problems(resource, { many: [{ a: "x" }, {}] })).toEqual([["many[1]", "Missing argument"]]);
    expect(await problems(resource, { first: [{ a: "x", b: "y" }] })).toEqual([
      ["first[0].b", "Conflicting arguments"],
    ]);
    expect(await problems(resource, { first: [{}] })).toEqual([]);
    expect(await problems(resource, { first: [{}], second: [{}] })).toEqual([
      ["second", "Conflicting arguments"],
    ]);
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
            attributes: {
              cpu: { type: "integer", required: true },
              memory: { type: "integer", optional: true },
            },
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
    const thing = await open(resource);
    expect((await thing.apply({})).state).toEqual({ limits: { cpu: 1, memory: null } });
    expect((await thing.apply({ limits: { cpu: 2 } })).state).toEqual({ limits: { cpu: 2, memory: null } });
    expect((await thing.apply({})).state).toEqual({ limits: { cpu: 1, memory: null } });
    expect(await problems(resource, { limits: { cpu: 1, memory: 0 } })).toEqual([
      ["limits.memory", "No Memory"],
    ]);
  });

  test("can be write-only as a whole", async () => {
    let seen: unknown;
    const resource = defineResource()({
      schema: {
        attributes: {
          login_wo: {
            type: "object",
            optional: true,
            writeOnly: true,
            attributes: {
              user: { type: "string", required: true },
              password: { type: "string", required: true },
            },
          },
        },
      },
      create({ config, planned }) {
        seen = config.login_wo?.password;
        return { state: planned };
      },
    });
    const thing = await open(resource);
    const { state } = await thing.apply({ login_wo: { user: "u", password: "p" } });
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
            kind: {
              type: "string",
              required: true,
              requiresReplace: ({ config }) => config !== "spare",
            },
          },
        },
      },
    },
    create: ({ planned }) => ({ state: planned as never }),
    update: ({ planned }) => ({ state: planned as never }),
  });

  test("decide by the change whether an object is replaced, at any depth", async () => {
    const thing = await open(resource);
    await thing.apply({ size: 2, disks: [{ kind: "fast" }] });
    expect(await thing.plan({ size: 3, disks: [{ kind: "fast" }] })).toMatchObject({ action: "update" });
    expect(await thing.plan({ size: 1, disks: [{ kind: "fast" }] })).toMatchObject({
      action: "replace",
      requiresReplace: ["size"],
    });
    expect(await thing.plan({ size: 2, disks: [{ kind: "spare" }] })).toMatchObject({ action: "update" });
    expect(await thing.plan({ size: 2, disks: [{ kind: "slow" }] })).toMatchObject({
      action: "replace",
      requiresReplace: ["disks"],
    });
  });

  test("plan values of their own, at any depth", async () => {
    const thing = await open(resource);
    const { state } = await thing.apply({ size: 1, disks: [{ kind: "a" }, { kind: "b", label: "mine" }] });
    expect(state).toMatchObject({ disks: [{ label: "disk 0" }, { label: "mine" }] });
  });

  test("that throw are reported as an error of the plan", async () => {
    const attributes = {
      a: {
        type: "string",
        optional: true,
        modifyPlan: () => {
          throw new Error("not today");
        },
      },
    } as const;
    const thing = defineResource()({ schema: { attributes }, create: () => ({}) });
    expect(await problems(thing, { a: "x" })).toEqual([["a", "Planning t_thing failed"]]);
  });
});

test("Objects in a set that become equal by their defaults are refused", async () => {
  const attributes = {
    name: { type: "string", required: true },
    port: { type: "integer", optional: true, default: 80 },
  } as const;
  const thing = defineResource()({
    schema: { attributes: { peers: { type: "set(object)", optional: true, attributes } } },
    create: ({ planned }) => ({ state: planned }),
  });
  expect(await problems(thing, { peers: [{ name: "a" }, { name: "a", port: 80 }] })).toEqual([
    ["peers", "Equal objects in a set"],
  ]);
  expect(await problems(thing, { peers: [{ name: "a" }, { name: "a", port: 81 }] })).toEqual([]);
});

describe("Semantic equality", () => {
  const sameJson = (left: string, right: string) =>
    JSON.stringify(JSON.parse(left)) === JSON.stringify(JSON.parse(right));
  let atTheService = "";
  const resource = defineResource()({
    schema: {
      attributes: {
        policy: { type: "string", required: true, semanticEquals: sameJson },
        rules: {
          type: "map(object)",
          optional: true,
          attributes: { json: { type: "string", required: true, semanticEquals: sameJson } },
        },
      },
    },
    // The service writes its JSON without white space.
    create: ({ planned }) => {
      atTheService = JSON.stringify(JSON.parse(planned.policy));
      return { state: { ...planned, policy: atTheService } };
    },
    update: ({ planned }) => {
      atTheService = JSON.stringify(JSON.parse(planned.policy));
      return { state: { ...planned, policy: atTheService } };
    },
    read: ({ state }) => ({ state: { ...state, policy: atTheService } }),
  });

  test("keeps what the user wrote in plans and states", async () => {
    const thing = await open(resource);
    const { state } = await thing.apply({ policy: '{ "a": 1 }', rules: { x: { json: "[1]" } } });
    expect(state).toMatchObject({ policy: '{ "a": 1 }' });
    const again = { policy: '{"a":   1}', rules: { x: { json: "[ 1 ]" } } };
    expect(await thing.plan(again)).toMatchObject({ action: "none", planned: { policy: '{ "a": 1 }' } });
    expect(await thing.plan({ ...again, policy: '{ "a": 2 }' })).toMatchObject({ changed: ["policy"] });
    atTheService = '{"a":3}';
    await thing.refresh();
    expect(thing.state).toMatchObject({ policy: '{"a":3}' });
  });
});

describe("Types", () => {
  test("are collections of collections", async () => {
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
    const thing = await open(resource);
    const { state } = await thing.apply({ matrix: [[1, 2], []] });
    expect(state).toEqual({ matrix: [[1, 2], []], groups: { all: ["a", "b"] } });
    expect(await problems(resource, { matrix: [[1], [2.5]] })).toEqual([["matrix[1][0]", "Not an integer"]]);
    expect(await problems(resource, { matrix: [[1, null]] })).toEqual([["matrix[0][1]", "Null element"]]);
    expect(await problems(resource, { matrix: [[7]] })).toEqual([["matrix[0][0]", "Seven"]]);
  });

  test("are dynamic: a value brings its type", async () => {
    const resource = defineResource()({
      schema: {
        attributes: {
          input: { type: "dynamic", optional: true },
          output: { type: "dynamic", computed: true },
        },
      },
      create({ planned }) {
        const { input } = planned;
        return { state: { input, output: input && new Dynamic(["list", input.type], [input.value]) } };
      },
    });
    const thing = await open(resource);
    const { state } = await thing.apply({ input: { a: 1, b: ["x", true] } });
    const type = ["object", { a: "number", b: ["tuple", ["string", "bool"]] }];
    expect(state).toEqual({
      input: { type, value: { a: 1, b: ["x", true] } },
      output: { type: ["list", type], value: [{ a: 1, b: ["x", true] }] },
    });
    expect(await thing.plan({ input: "other" })).toMatchObject({ action: "replace" });
    expect(await thing.plan({ input: { a: UNKNOWN } })).toMatchObject({ action: "replace" });
    expect(toDynamic(null)).toBeNull();
    expect(toDynamic(UNKNOWN)).toBe(UNKNOWN);
  });
});
