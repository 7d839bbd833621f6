import { describe, expect, test } from "vitest";
import {
  defineFunction,
  defineProvider,
  defineResource,
  defineSchema,
  error,
  UNKNOWN,
} from "../../../src/plugin/index.ts";
import { type TestConfig, Workspace } from "../../../src/plugin/testing/index.ts";
import { bareProvider, openThing, reported } from "../../harness/plugin/thing.ts";

const port = { type: "integer", optional: true } as const;
const allowed = { optional: true, allowNullElements: true } as const;
const lenient = defineSchema({
  attributes: {
    names: { type: "list(string)", ...allowed },
    groups: { type: "map(set(integer))", ...allowed },
    list: { type: "list(object)", ...allowed, attributes: { port } },
    set: { type: "set(object)", ...allowed, attributes: { port } },
    map: { type: "map(object)", ...allowed, attributes: { port } },
  },
});
const strict = defineSchema({
  attributes: {
    names: { type: "list(string)", optional: true },
    groups: { type: "map(set(integer))", optional: true },
    list: { type: "list(object)", optional: true, attributes: { port } },
    set: { type: "set(object)", optional: true, attributes: { port } },
    map: { type: "map(object)", optional: true, attributes: { port } },
  },
  blocks: { block: { type: "list(object)", attributes: { port } } },
});

const withNulls: [attribute: string, path: string, value: TestConfig][] = [
  ["names", "names[1]", { names: ["a", null] }],
  ["groups", 'groups["b"]', { groups: { a: [1], b: null } }],
  ["groups", 'groups["a"]', { groups: { a: [1, null] } }],
  ["list", "list[0]", { list: [null, { port: 1 }] }],
  ["set", "set", { set: [{ port: 1 }, null] }],
  ["map", 'map["b"]', { map: { a: { port: 1 }, b: null } }],
];

describe("With allowNullElements, a null element", () => {
  test.each(withNulls)("of %s is planned, stored and read: %s", async (name, _, config) => {
    const thing = await openThing(
      defineResource()({
        schema: lenient,
        create: ({ planned }) => ({ state: planned }),
        update: ({ planned }) => ({ state: planned }),
        read: ({ state }) => ({ state }),
        upgrade: () => undefined,
      }),
    );
    const complete = { [name]: config[name] };
    expect((await thing.apply(config)).state).toMatchObject(complete);
    expect((await thing.apply({})).action).toBe("update");
    expect((await thing.apply(config)).state).toMatchObject(complete);
  });

  test("reaches validators, semanticEquals, modifyPlan and a default", async () => {
    const seen: unknown[] = [];
    const thing = await openThing(
      defineResource()({
        schema: {
          attributes: {
            names: {
              type: "list(string)",
              optional: true,
              allowNullElements: true,
              default: ["x", null],
              validators: [
                (names, path) => (names[0] === null ? [error("Null", "Name the first.", path)] : []),
              ],
              modifyPlan({ planned }) {
                seen.push(planned);
                return planned;
              },
              semanticEquals: (left, right) => left.at(-1) === right.at(-1),
            },
          },
        },
        create: ({ planned }) => ({ state: planned }),
      }),
    );
    expect(await reported(thing.plan({ names: [null] }))).toMatchObject([{ summary: "Null" }]);
    expect((await thing.apply({})).state).toEqual({ names: ["x", null] });
    expect((await thing.plan({ names: ["y", null] })).action).toBe("none");
    expect(seen.at(-1)).toEqual(["x", null]);
  });
});

describe("Without allowNullElements, a null element", () => {
  const open = (state: object) =>
    openThing(
      defineResource()({ schema: strict, create: ({ planned }) => ({ state: { ...planned, ...state } }) }),
    );

  test.each(withNulls)("of %s is refused in a configuration: %s", async (_name, attribute, config) => {
    const detail = expect.stringContaining("is null, but no element can be null here");
    expect(await reported((await open({})).plan(config))).toMatchObject([
      { summary: "Null element", detail, attribute },
    ]);
  });

  test("is refused beside an element that is not known yet, and is not a bug of the provider", async () => {
    const thing = await open({});
    expect(await reported(thing.plan({ names: [UNKNOWN, null] }))).toMatchObject([
      { summary: "Null element", attribute: "names[1]" },
    ]);
    expect(await reported(thing.plan({ groups: { a: [1.5], b: UNKNOWN } }))).toMatchObject([
      { summary: "Not an integer", attribute: 'groups["a"]' },
    ]);
  });

  test.each([...withNulls, ["block", "block[0]", { block: [null] }] as const])(
    "of %s is a bug in an answer, and the rest is stored: %s",
    async (_, attribute, state) => {
      const thing = await open(state);
      const [diagnostic, ...more] = await reported(thing.apply({}));
      expect(diagnostic).toMatchObject({ summary: "Bug in the provider", attribute });
      expect(diagnostic?.detail).toMatch(
        /Creating t_thing: "\S+" (is null|has a null element), but the schema does not allow null elements\./,
      );
      expect(diagnostic?.detail).toContain(`"${attribute}"`);
      expect(more).toEqual([]);
      expect(thing).toMatchObject({ state: expect.anything(), tainted: true });
    },
  );

  test("is not made of an unknown one after an error", async () => {
    const thing = await openThing(
      defineResource()({
        schema: { attributes: { names: { type: "list(string)", computed: true } } },
        create: () => ({ state: { names: ["a", UNKNOWN] as never }, diagnostics: [error("Failed")] }),
      }),
    );
    expect(await reported(thing.apply({}))).toMatchObject([{ summary: "Failed" }]);
    expect(thing.state).toEqual({ names: null });
  });

  test("is a bug in the result of a function, unless its type is in the protocol's notation", async () => {
    const parts = { summary: "", parameters: [] };
    const named = defineFunction({
      ...parts,
      returns: "list(string)",
      call: () => ({ result: ["a", null as never] }),
    });
    const noted = defineFunction({
      ...parts,
      returns: ["list", "string"],
      call: () => ({ result: ["a", null] }),
    });
    const inProcess = defineProvider({ ...bareProvider, functions: { named, noted } });
    const workspace = await Workspace.open({ inProcess });
    await expect(workspace.callFunction("named")).rejects.toThrow('"result[1]" is or has a null element');
    expect(await workspace.callFunction("noted")).toEqual(["a", null]);
  });
});
