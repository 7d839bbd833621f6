import { describe, expect, expectTypeOf, test } from "vitest";
import {
  type Attribute,
  type Block,
  type Config,
  type Decided,
  defineProvider,
  defineResource,
  defineSchema,
  type ExactNumber,
  exactlyOneOf,
  isKnown,
  type KnownConfig,
  type Planned,
  type Provider,
  type State,
  type Unknown,
} from "../../../src/plugin/index.ts";
import { example } from "../../harness/plugin/example/provider.ts";

describe("A schema", () => {
  const refused: [why: string, name: string, attribute: object, message: RegExp][] = [
    ["no way to get a value", "a", { type: "string" }, /required, optional or computed/],
    ["two ways", "a", { type: "string", required: true, computed: true }, /cannot be required and/],
    [
      "a nested attribute",
      "a",
      { type: "list(object({}))", optional: true },
      /only string, bool, .* with attributes of its own also object/,
    ],
    [
      "a list of values of any type",
      "a",
      { type: "list(dynamic)", optional: true },
      /only string, bool, .* of one of them/,
    ],
    ["a type of another language", "a", { type: "boolean", optional: true }, /only string, bool/],
    ["a bad name", "camelCase", { type: "string", optional: true }, /lower case/],
    [
      "a default that is not optional",
      "a",
      { type: "string", required: true, default: "x" },
      /must be optional/,
    ],
    ["a default of another type", "a", { type: "bool", optional: true, default: "x" }, /must be a boolean/],
    [
      "a default that is no integer",
      "a",
      { type: "integer", optional: true, default: 1.5 },
      /must be an integer/,
    ],
    ["a computed write-only value", "a", { type: "string", computed: true, writeOnly: true }, /write-only/],
    [
      "an unseen change that replaces",
      "a",
      { type: "string", optional: true, writeOnly: true, requiresReplace: true },
      /cannot be detected/,
    ],
    [
      "a kept value that is not computed",
      "a",
      { type: "string", optional: true, useStateForUnknown: true },
      /not computed/,
    ],
    [
      "a misspelt option",
      "a",
      { type: "string", optional: true, requireReplace: true },
      /attribute "a" has "requireReplace", but can only have .*requiresReplace/,
    ],
    [
      "a misspelt option deep inside",
      "a",
      {
        type: "object",
        optional: true,
        attributes: { b: { type: "string", optional: true, senstive: true } },
      },
      /attribute "a.b" has "senstive"/,
    ],
    [
      "semantic equality of objects",
      "a",
      { type: "object", optional: true, attributes: {}, semanticEquals: () => true },
      /has "semanticEquals"/,
    ],
    [
      "a nested default that lacks an attribute",
      "a",
      {
        type: "object",
        optional: true,
        default: {},
        attributes: { b: { type: "string", optional: true } },
      },
      /attribute "a" lacks the attribute "b"/,
    ],
    [
      "a rule about an attribute that is not there",
      "a",
      { type: "object", optional: true, attributes: {}, rules: [exactlyOneOf("b")] },
      /attribute "a" has a rule about "b"/,
    ],
    [
      "a plan modifier inside a set",
      "a",
      {
        type: "set(object)",
        optional: true,
        attributes: { b: { type: "string", optional: true, modifyPlan: () => null } },
      },
      /attribute "a.b" is in a set: modifyPlan does not work there/,
    ],
    [
      "a dynamic value inside a set",
      "a",
      { type: "set(object)", optional: true, attributes: { b: { type: "dynamic", optional: true } } },
      /attribute "a.b" is in a set/,
    ],
    [
      "a computed part of a write-only object",
      "a",
      {
        type: "object",
        optional: true,
        writeOnly: true,
        attributes: { b: { type: "string", computed: true } },
      },
      /attribute "a" is write-only/,
    ],
  ];
  test.each(refused)("is refused with %s", (_why, name, attribute, message) => {
    expect(() => defineSchema({ attributes: { [name]: attribute as Attribute } })).toThrow(message);
  });

  test("is refused with a misspelt option of a block or of its own", () => {
    const block = { type: "list(object)", attributes: {}, maxItem: 1 } as Block;
    expect(() => defineSchema({ attributes: {}, blocks: { b: block } })).toThrow('block "b" has "maxItem"');
    const schema = { attributes: {}, verson: 1 };
    expect(() => defineSchema(schema)).toThrow('the schema has "verson"');
  });

  test("has the type of its attributes", () => {
    const schema = defineSchema({
      attributes: {
        names: { type: "set(string)", optional: true },
        size: { type: "integer", computed: true },
      },
    });
    expect(schema.type).toEqual(["object", { names: ["set", "string"], size: "number" }]);
    expect(schema.version).toBe(0);
  });
});

describe("The types of values", () => {
  const schema = defineSchema({
    attributes: {
      name: { type: "string", required: true },
      labels: { type: "set(string)", optional: true },
      limit: { type: "integer", optional: true, default: 3 },
      ratio: { type: "number", optional: true },
      secret_wo: { type: "string", optional: true, writeOnly: true },
      id: { type: "string", computed: true },
    },
  });
  type S = typeof schema;

  test("follow the schema through the life of an object", () => {
    expectTypeOf<State<S>["name"]>().toEqualTypeOf<string | null>();
    expectTypeOf<State<S>["secret_wo"]>().toEqualTypeOf<null>();
    expectTypeOf<State<S>["labels"]>().toEqualTypeOf<readonly string[] | null>();
    expectTypeOf<State<S>["ratio"]>().toEqualTypeOf<number | ExactNumber | null>();
    expectTypeOf<Decided<S>["name"]>().toEqualTypeOf<string>();
    expectTypeOf<Decided<S>["limit"]>().toEqualTypeOf<number>();
    expectTypeOf<Decided<S>["id"]>().toEqualTypeOf<string | Unknown | null>();
    expectTypeOf<KnownConfig<S>["secret_wo"]>().toEqualTypeOf<string | null>();
    expectTypeOf<Planned<S>["labels"]>().toEqualTypeOf<
      readonly string[] | readonly (string | Unknown)[] | Unknown | null
    >();
    expectTypeOf<Config<S>["name"]>().toEqualTypeOf<string | Unknown | null>();
  });

  test("lose their unknowns to isKnown", () => {
    const labels = ["a"] as Planned<S>["labels"];
    if (isKnown(labels) && labels !== null) expectTypeOf(labels[0]).toExtend<string | undefined>();
    expect(isKnown(labels)).toBe(true);
  });
});

describe("A provider", () => {
  const base: Provider = {
    ...example,
    resources: {},
    ephemeralResources: {},
    listResources: {},
    dataSources: {},
    actions: {},
    functions: {},
  } as Provider;
  const computed = defineSchema({ attributes: { a: { type: "string", computed: true } } });
  const writeOnly = defineSchema({ attributes: { a: { type: "string", optional: true, writeOnly: true } } });
  const withDefault = defineSchema({ attributes: { a: { type: "string", optional: true, default: "" } } });
  const call = () => ({ result: "" });

  test("is refused with an attribute that is named like a word of HCL", () => {
    const named = (name: string) =>
      defineSchema({ attributes: { [name]: { type: "string", optional: true } } });
    const create = () => ({});
    expect(() =>
      defineProvider({ ...base, resources: { example_a: { schema: named("count"), create } } }),
    ).toThrow('"example_a": attribute "count" has a name that');
    expect(() =>
      defineProvider({ ...base, dataSources: { example_b: { schema: named("for_each"), read: create } } }),
    ).toThrow('"example_b": attribute "for_each"');
    expect(() => defineProvider({ ...base, schema: named("alias") })).toThrow(
      '"provider": attribute "alias"',
    );
    const action = { schema: named("count"), invoke: () => undefined };
    expect(() => defineProvider({ ...base, actions: { example_c: action } })).not.toThrow();
  });

  test("is refused with the name of the resource that has a mistake in its schema", () => {
    const thing = defineResource()({
      schema: { attributes: { a: { type: "text", optional: true } as never } },
      create: () => ({}),
    });
    expect(() => defineProvider({ ...base, resources: { example_thing: thing } } as never)).toThrow(
      '"example_thing": attribute "a" is of type "text"',
    );
    const wrong = { schema: { attributes: { a: { type: "text" } } } };
    expect(() => defineProvider({ ...base, ...wrong } as never)).toThrow('"provider": attribute "a"');
  });

  test.each([
    [{ version: "1" }, 'version "1" is not a version such as "1.0.0"'],
    [{ address: "notes" }, 'address "notes" must be NAMESPACE/TYPE or HOST/NAMESPACE/TYPE'],
    [{ address: "a/b/c/d" }, "HOST/NAMESPACE/TYPE"],
  ])("is refused with %j", (part, message) => {
    expect(() => defineProvider({ ...base, ...part })).toThrow(message);
  });

  test.each([{ version: "1.0.0-rc.1+build.2" }, { address: "registry.example:8443/acme/notes" }])(
    "can have %j",
    (part) => {
      expect(() => defineProvider({ ...base, ...part })).not.toThrow();
    },
  );

  test("is refused if the core would refuse it", () => {
    const create = () => ({});
    expect(() =>
      defineProvider({ ...base, resources: { other_thing: { schema: computed, create } } }),
    ).toThrow("example_");
    expect(() => defineProvider({ ...base, schema: computed })).toThrow("cannot be computed");
    expect(() => defineProvider({ ...base, schema: writeOnly })).toThrow("cannot be write-only");
    expect(() =>
      defineProvider({ ...base, dataSources: { example_a: { schema: withDefault, read: create } } }),
    ).toThrow("cannot have a default here");
    const twice = {
      summary: "",
      parameters: [
        { name: "a", type: "string" },
        { name: "a", type: "string" },
      ],
      returns: "string",
      call,
    } as const;
    expect(() => defineProvider({ ...base, functions: { twice } })).toThrow("two parameters");
    expect(() =>
      defineProvider({ ...base, functions: { "bad-name": { ...twice, parameters: [] } } }),
    ).toThrow("not a valid name");
    const misspelt = { ...twice, parameters: [{ name: "a", type: "string", allowNul: true } as const] };
    expect(() => defineProvider({ ...base, functions: { misspelt } })).toThrow(
      'parameter "a" has "allowNul"',
    );
  });
});
