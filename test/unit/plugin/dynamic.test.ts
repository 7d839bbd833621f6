import { describe, expect, test } from "vitest";
import {
  Dynamic,
  defineResource,
  defineSchema,
  ExactNumber,
  type Type,
  toDynamic,
  UNKNOWN,
  type Value,
} from "../../../src/plugin/index.ts";
import { mismatch } from "../../../src/plugin/values/conform.ts";
import { decodeValue, encodeValue } from "../../../src/plugin/values/encoding.ts";
import { openThing, reported } from "../../harness/plugin/thing.ts";

describe("toDynamic", () => {
  test("gives each part the type that a literal has", () => {
    const large = ExactNumber.parse("9007199254740993") ?? 0;
    const value = { a: [1, "x", true], b: { c: null, d: UNKNOWN }, large, __proto__x: 9007199254740993n };
    expect(toDynamic(value)).toEqual(
      new Dynamic(
        [
          "object",
          {
            a: ["tuple", ["number", "string", "bool"]],
            b: ["object", { c: "dynamic", d: "dynamic" }],
            large: "number",
            __proto__x: "number",
          },
        ],
        { ...value, __proto__x: large },
      ),
    );
  });

  test("keeps the types of dynamic values in it, as a core does", () => {
    const names = new Dynamic(["set", "string"], ["a"]);
    expect(toDynamic(names)).toBe(names);
    expect(toDynamic({ names })).toEqual(
      new Dynamic(["object", { names: ["set", "string"] }], { names: ["a"] }),
    );
  });

  const sparse: number[] = [];
  sparse[1] = 1;
  const circle: unknown[] = [];
  circle.push(circle);
  test.each<[problem: string, value: unknown]>([
    ["it is undefined", undefined],
    ['"a.b" is undefined', { a: { b: undefined } }],
    ['"a[1]" is a function', { a: [1, () => 1] }],
    ['"a" is a symbol', { a: Symbol("x") }],
    ['"a" is an instance of Map', { a: new Map() }],
    ["it is an instance of Date", new Date()],
    ['"[0]" is undefined', sparse],
    ['"a" is NaN', { a: Number.NaN }],
    ["is nested too deeply", circle],
  ])("refuses what is not a value: %s", (problem, value) => {
    expect(() => toDynamic(value as Value)).toThrow(TypeError);
    expect(() => toDynamic(value as Value)).toThrow(problem);
  });
});

/** A dynamic value with `depth` lists around a text. */
function nested(depth: number): Dynamic {
  let [type, value]: [Type, Value] = ["string", "x"];
  for (let left = depth; left > 0; left -= 1) [type, value] = [["list", type], [value]];
  return new Dynamic(type, value);
}

describe("A dynamic value", () => {
  const schema = defineSchema({
    attributes: {
      settings: { type: "dynamic", computed: true },
      parts: {
        type: "list(object)",
        computed: true,
        attributes: { body: { type: "dynamic", computed: true } },
      },
    },
  });
  const open = (settings: Dynamic, body: Dynamic | null = null) =>
    openThing(defineResource()({ schema, create: () => ({ state: { settings, parts: [{ body }] } }) }));

  test("is accepted exactly if it can be read again", () => {
    const dynamics = (depth: number) => {
      let value: Value = "x";
      for (let left = depth; left > 0; left -= 1)
        value = new Dynamic(left === depth ? "string" : "dynamic", value);
      return value;
    };
    const isReadable = (value: Value) => {
      try {
        decodeValue(encodeValue(value, "dynamic"), "dynamic");
        return true;
      } catch {
        return false;
      }
    };
    for (const depth of [1, 50, 98, 99, 100, 101, 150])
      for (const value of [nested(depth), dynamics(depth)])
        expect(mismatch(value, "dynamic") === undefined, `${depth}`).toBe(isReadable(value));
  });

  test("is stored at the deepest nesting, also inside nested attributes", async () => {
    const thing = await open(nested(99), nested(99));
    await thing.apply({});
    await thing.upgrade();
    expect(thing.state).toEqual({ settings: nested(99), parts: [{ body: nested(99) }] });
  });

  test.each<[name: string, problem: string, value: Dynamic]>([
    ["its type is nested too deeply", "a type is nested too deeply", nested(100)],
    ["its type does not exist", 'there is no type "int64"', new Dynamic("int64", 1n)],
    ["it has the wrong type", "must be a string, not a number", new Dynamic("string", 1)],
  ])("is a bug in an answer, and the rest is stored, if %s", async (_, problem, value) => {
    const thing = await open(value, new Dynamic("string", "kept"));
    const diagnostics = await reported(thing.apply({}));
    expect(diagnostics).toMatchObject([{ summary: "Bug in the provider", attribute: "settings" }]);
    expect(diagnostics[0]?.detail).toContain(problem);
    expect(thing.state).toMatchObject({ settings: null, parts: [{ body: { value: "kept" } }] });
  });
});
