import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  defineDataSource,
  defineFunction,
  defineProvider,
  defineResource,
  defineSchema,
  ExactNumber,
  UNKNOWN,
} from "../../../src/plugin/index.ts";
import { schemaJson } from "../../../src/plugin/schema-json.ts";
import { type TestConfig, Workspace } from "../../../src/plugin/testing/index.ts";
import { toJsonText } from "../../../src/plugin/testing/json-text.ts";
import { decodeValue, encodeValue } from "../../../src/plugin/values/encoding.ts";
import { parseJson, valueFromJson } from "../../../src/plugin/values/json.ts";
import { type Type, wireType } from "../../../src/plugin/values/type.ts";
import { equal, type Value } from "../../../src/plugin/values/value.ts";
import { openExample } from "../../harness/plugin/example/start.ts";
import { bareProvider, openThing, reported } from "../../harness/plugin/thing.ts";

const largest = 9223372036854775807n;
const smallest = -9223372036854775808n;
const range = "from -9223372036854775808 to 9223372036854775807";

/** As a core sees it: a number with all its digits. */
const seen = (integer: bigint) => ExactNumber.parse(String(integer));

const int64 = fc.oneof(fc.bigInt({ min: smallest, max: largest }), fc.constantFrom(0n, largest, smallest));

describe("An int64", () => {
  const type: Type = ["object", { one: "int64", many: ["map", ["list", "int64"]] }];
  const values = fc.record({ one: int64, many: fc.dictionary(fc.string(), fc.array(int64)) });

  test("stays the same in MessagePack, and a core reads it as a number", () => {
    const check = (value: Value) => {
      const encoded = encodeValue(value, type);
      expect(decodeValue(encoded, type)).toEqual(value);
      const inCore = decodeValue(encoded, wireType(type));
      expect(equal(inCore, value, type)).toBe(true);
      // A core may write the same number in another form.
      expect(decodeValue(encodeValue(inCore, wireType(type)), type)).toEqual(value);
    };
    fc.assert(fc.property(values, check));
  });

  test("stays the same in the JSON of a stored state, with every digit", () => {
    const check = (value: Value) => {
      expect(valueFromJson(parseJson(Buffer.from(toJsonText(value))), type)).toEqual(value);
    };
    fc.assert(fc.property(values, check));
    expect(toJsonText([largest])).toBe("[9223372036854775807]");
  });

  test.each(["1.5", "9223372036854775808", "-9223372036854775809", "1e30", '"x"', "true"])(
    "is not %s in a stored state",
    (json) => {
      expect(() => valueFromJson(parseJson(Buffer.from(json)), "int64")).toThrow("not of the type");
    },
  );

  test("is a number for a core, also in collections and objects", () => {
    const notation: Type = ["tuple", [["object", { int64: ["set", "int64"] }, ["int64"]], "string"]];
    expect(wireType(notation)).toEqual([
      "tuple",
      [["object", { int64: ["set", "number"] }, ["int64"]], "string"],
    ]);
  });
});

const schema = defineSchema({
  attributes: {
    size: { type: "int64", optional: true, default: 3n },
    sizes: { type: "map(list(int64))", optional: true },
    part: {
      type: "list(object)",
      optional: true,
      attributes: { at: { type: "int64", required: true } },
    },
    total: { type: "int64", computed: true },
  },
});

/** A resource whose author answers with other values in the state than the compiler allows. */
const open = (state: object) =>
  openThing(
    defineResource()({
      schema,
      create: ({ planned }) => ({ state: { ...planned, ...{ total: 1n, ...state } } }),
    }),
  );

describe("An attribute of type int64", () => {
  test("is a bigint for the author, and a number for the core", async () => {
    const given: unknown[] = [];
    const thing = await openThing(
      defineResource()({
        schema,
        create({ planned }) {
          given.push(planned.size, planned.sizes, planned.part);
          return { state: { ...planned, total: planned.size * 2n } };
        },
      }),
    );
    const config = { sizes: { a: [largest, "-9223372036854775808"] }, part: [{ at: 5 }] };
    const { state } = await thing.apply(config, { plannedWith: { ...config, part: [{ at: UNKNOWN }] } });
    expect(given).toEqual([3n, { a: [largest, smallest] }, [{ at: 5n }]]);
    const sizes = { a: [seen(largest), seen(smallest)] };
    expect(state).toEqual({ size: 3, total: 6, sizes, part: [{ at: 5 }] });
  });

  test.each([true, false])("can be a bigint in a test (in process: %s)", async (inProcess) => {
    const { workspace } = await openExample({ inProcess });
    const record = workspace.resource("example_record");
    const { state } = await record.apply({ name: "a", bytes: largest, offsets: { a: [10, 9n, "-1"] } });
    const [bytes, next_byte] = [seen(largest), seen(smallest)];
    expect(state).toMatchObject({ bytes, next_byte, offsets: { a: [-1, 9, 10] } });
    expect(await workspace.callFunction("largest", [1, largest])).toEqual(bytes);
  });

  test.each<[name: string, attribute: string, config: TestConfig]>([
    ["a fraction", "size", { size: 1.5 }],
    ["a larger number", "size", { size: largest + 1n }],
    ["a smaller number as text", 'sizes["a"][1]', { sizes: { a: [1, "-9223372036854775809"] } }],
    ["a large double", "part[0].at", { part: [{ at: 1e300 }] }],
  ])("takes only whole numbers of 64 bits, and not %s in %s", async (_, attribute, config) => {
    const thing = await open({});
    expect(await reported(thing.plan(config))).toMatchObject([
      { summary: "Not an integer", detail: expect.stringContaining(range), attribute },
    ]);
  });

  test.each<[problem: string, attribute: string, state: object]>([
    ["must be a bigint, not a number", "total", { total: 1 }],
    [`must be ${range}`, "total", { total: largest + 1n }],
    ["must be a bigint, not a number", 'sizes["a"][0]', { sizes: { a: [1] } }],
    ["must be a bigint, not a number", "part[0].at", { part: [{ at: 1 }] }],
    ['"size" differs from what was planned', "size", { size: 4n }],
  ])("is a bug in the provider if it %s: %s", async (problem, attribute, state) => {
    const thing = await open(state);
    expect(await reported(thing.apply({}))).toMatchObject([
      { summary: "Bug in the provider", detail: expect.stringContaining(problem), attribute },
    ]);
    expect(thing.state).toMatchObject({ size: expect.any(Number), sizes: null });
  });

  test("is refused in a stored state that has another number", async () => {
    const thing = await open({});
    expect(await reported(thing.upgrade({ size: 1.5 }))).toMatchObject([
      { detail: expect.stringContaining('the stored "size" is not of the type'), attribute: "size" },
    ]);
    await thing.upgrade({ size: "7", total: largest });
    expect(thing.state).toMatchObject({ size: 7, total: seen(largest) });
  });

  test("is a number in the schema", async () => {
    const provider = defineProvider({
      ...bareProvider,
      dataSources: {
        t_sizes: defineDataSource()({
          schema: { attributes: { all: { type: "list(int64)", computed: true } } },
          read: () => ({ state: { all: [smallest] } }),
        }),
      },
    });
    expect(JSON.stringify(schemaJson(provider))).toContain('"all":{"type":["list","number"],');
    const workspace = await Workspace.open({ inProcess: provider });
    expect(await workspace.readDataSource("t_sizes", {})).toEqual({ all: [seen(smallest)] });
  });
});

describe("A function with int64", () => {
  const add = defineFunction({
    summary: "Adds",
    parameters: [{ name: "a", type: "int64" }],
    variadicParameter: { name: "more", type: ["object", { parts: ["list", "int64"] }] },
    returns: ["object", { sum: "int64" }],
    call([a, ...more]) {
      const parts = more.flatMap(({ parts }) => parts ?? []);
      return { result: { sum: parts.reduce<bigint>((sum, part) => sum + (part ?? 0n), a) } };
    },
  });
  const open = () => Workspace.open({ inProcess: defineProvider({ ...bareProvider, functions: { add } }) });

  test("takes and returns a bigint", async () => {
    const workspace = await open();
    expect(await workspace.callFunction("add", 1, { parts: [2n, null, largest - 3n] })).toEqual({
      sum: seen(largest),
    });
  });

  test.each<[name: string, ...args: Value[]]>([
    ["a fraction", 1.5],
    ["a larger number", largest + 1n],
    ["a fraction inside an argument", 1, { parts: [0.5] }],
  ])("refuses %s", async (_, ...args) => {
    const called = (await open()).callFunction("add", ...args);
    await expect(called).rejects.toThrow(`It takes whole numbers ${range}.`);
  });

  test("has a bug if its result is too large", async () => {
    const sum = (await open()).callFunction("add", largest, { parts: [1] });
    await expect(sum).rejects.toThrow(/result\.sum must be from -9223372036854775808/);
  });
});

test("An identity can have an int64, and an import by another number is refused", async () => {
  const thing = await openThing(
    defineResource()({
      schema: { attributes: { number: { type: "int64", required: true } } },
      identity: { attributes: { number: { type: "int64", requiredForImport: true } } },
      create: ({ planned }) => ({ state: planned }),
      read: ({ state }) => ({ state }),
    }),
  );
  await thing.apply({ number: largest });
  expect(thing.identity).toEqual({ number: seen(largest) });
  await thing.import({ identity: { number: smallest } });
  expect(thing.state).toEqual({ number: seen(smallest) });
  expect(await reported(thing.import({ identity: { number: 1.5 } }))).toMatchObject([
    { summary: "Not an integer", detail: `"number" of the identity takes whole numbers ${range}.` },
  ]);
});
