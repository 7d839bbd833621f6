import { describe, expect, test } from "vitest";
import {
  type Attributes,
  defineResource,
  ExactNumber,
  error,
  type Validator,
} from "../../../src/plugin/index.ts";
import type { TestConfig } from "../../../src/plugin/testing/index.ts";
import {
  conflictsWith,
  eachElement,
  eachKey,
  length,
  matches,
  noneOf,
  oneOf,
  range,
  size,
  uniqueValues,
} from "../../../src/plugin/validators/index.ts";
import { openThing, reported } from "../../harness/plugin/thing.ts";

/** The messages that a validator has for the attribute `a`. */
function messages<T>(validator: Validator<T>, value: T): (string | undefined)[] {
  return validator(value, ["a"], "a", "dynamic").map(({ detail }) => detail);
}

/** The attribute and the message of each problem that a core gets. */
async function problems(attributes: Attributes, config: TestConfig) {
  const thing = await openThing(defineResource()({ schema: { attributes }, create: () => ({}) }));
  const diagnostics = await reported(thing.plan(config));
  return diagnostics.map(({ attribute, detail }) => [attribute, detail]);
}

const optional = { optional: true } as const;
const exact = (text: string) => ExactNumber.parse(text) ?? 0;

describe("The length of a string", () => {
  test.each([
    [length({ min: 1, max: 3 }), "abc", []],
    [length({ min: 1, max: 3 }), "", ['"a" must have 1 to 3 characters.']],
    [length({ min: 2 }), "x", ['"a" must have at least 2 characters.']],
    [length({ min: 1 }), "", ['"a" must have at least 1 character.']],
    [length({ max: 1 }), "xy", ['"a" must have at most 1 character.']],
    [length({ min: 8, max: 8 }), "x", ['"a" must have exactly 8 characters.']],
  ])("is in its bounds, or the message states them (%#)", (validator, value, expected) => {
    expect(messages(validator, value)).toEqual(expected);
  });

  test("is counted in code points", () => {
    expect(messages(length({ max: 2 }), "é😀")).toEqual([]);
    expect(messages(length({ max: 2 }), "👩‍🚀")).toHaveLength(1);
  });
});

test("The size of a list or map is in its bounds, or the message states them", () => {
  expect(messages(size({ min: 1 }), ["x"])).toEqual([]);
  expect(messages(size({ min: 1, max: 2 }), [])).toEqual(['"a" must have 1 to 2 elements.']);
  expect(messages(size({ max: 1 }), { x: 1, y: 2 })).toEqual(['"a" must have at most 1 element.']);
});

describe("The range of a number", () => {
  test.each([
    [range({ min: 1, max: 10 }), 10, []],
    [range({ min: 1, max: 10 }), 10.5, ['"a" must be 1 to 10.']],
    [range({ min: 0 }), -1, ['"a" must be at least 0.']],
    [range({ max: 5n }), 6, ['"a" must be at most 5.']],
    [range({ min: 5, max: 5 }), 6n, ['"a" must be exactly 5.']],
    // These two differ only in a digit that a JavaScript number cannot have.
    [range({ max: 9007199254740992n }), 9007199254740993n, ['"a" must be at most 9007199254740992.']],
    [range({ max: 9007199254740993n }), exact("9007199254740993"), []],
    [range({ max: 0.1 }), exact("0.1000000000000000000001"), ['"a" must be at most 0.1.']],
    [
      range({ min: exact("0.1000000000000000000001") }),
      0.1,
      ['"a" must be at least 0.1000000000000000000001.'],
    ],
  ])("is compared exactly (%#)", (validator, value, expected) => {
    expect(messages(validator, value)).toEqual(expected);
  });
});

test("A value is one of the listed strings or numbers, or the message lists them", () => {
  expect(messages(oneOf("tcp", "udp"), "udp")).toEqual([]);
  expect(messages(oneOf("tcp", "udp"), "UDP")).toEqual(['"a" must be one of "tcp", "udp".']);
  expect(messages(oneOf(1, 2n, exact("0.3")), exact("0.3"))).toEqual([]);
  expect(messages(oneOf(1, 2n), 2)).toEqual([]);
  expect(messages(oneOf(80, 443), 81n)).toEqual(['"a" must be one of 80, 443.']);
  // The core sends the same letter in another Unicode form.
  expect(messages(oneOf("e\u0301"), "\u00e9")).toEqual([]);
});

test("A value is none of the listed strings or numbers, or the message lists them", () => {
  expect(messages(noneOf("root"), "ann")).toEqual([]);
  expect(messages(noneOf("root", "admin"), "root")).toEqual(['"a" must not be one of "root", "admin".']);
  expect(messages(noneOf(0), 0n)).toEqual(['"a" must not be one of 0.']);
});

test("A string matches a regular expression, or the message says its meaning in words", () => {
  const lowerCase = matches(/^[a-z]+$/, "must have only lower case letters.");
  expect(messages(lowerCase, "abc")).toEqual([]);
  expect(messages(lowerCase, "aBc")).toEqual(['"a" must have only lower case letters.']);
});

test("Equal elements of a list are named, also if their texts differ", async () => {
  const attributes = {
    hosts: { type: "list(string)", ...optional, validators: [uniqueValues()] },
    groups: { type: "list(set(number))", ...optional, validators: [uniqueValues()] },
  } as const;
  expect(await problems(attributes, { hosts: ["a", "b"], groups: [[1], [1, 2]] })).toEqual([]);
  expect(await problems(attributes, { hosts: ["x", "b", "x"] })).toEqual([
    ["hosts[2]", '"hosts[2]" must differ from "hosts[0]".'],
  ]);
  expect(
    await problems(attributes, {
      groups: [
        [1, 2],
        [2, 1],
      ],
    }),
  ).toEqual([["groups[1]", '"groups[1]" must differ from "groups[0]".']]);
});

describe("The elements of a collection", () => {
  const short = length({ max: 3 });

  test("are named by index and key, and in a set by neither", async () => {
    const attributes = {
      list: { type: "list(string)", ...optional, validators: [eachElement(short)] },
      set: { type: "set(string)", ...optional, validators: [eachElement(short)] },
      map: {
        type: "map(list(integer))",
        ...optional,
        validators: [eachElement(eachElement(range({ min: 1 })))],
      },
      sets: { type: "set(list(string))", ...optional, validators: [eachElement(eachElement(short))] },
    } as const;
    expect(await problems(attributes, { list: ["a"], set: ["b"], map: { c: [1] }, sets: [["d"]] })).toEqual(
      [],
    );
    const tooLong = "must have at most 3 characters.";
    expect(await problems(attributes, { list: ["a", "long"] })).toEqual([
      ["list[1]", `"list[1]" ${tooLong}`],
    ]);
    expect(await problems(attributes, { set: ["long"] })).toEqual([["set", `"set[*]" ${tooLong}`]]);
    expect(await problems(attributes, { map: { a: [1, 0] } })).toEqual([
      ['map["a"][1]', '"map["a"][1]" must be at least 1.'],
    ]);
    expect(await problems(attributes, { sets: [["a", "long"]] })).toEqual([
      ["sets", `"sets[*][1]" ${tooLong}`],
    ]);
  });

  test("are named inside nested attributes, also for an author's validator and for rules", async () => {
    const own: Validator<string> = (value, path, name) =>
      value === "bad" ? [error("Bad", `"${name}" is bad.`, path)] : [];
    const inner = {
      key: { type: "string", ...optional, validators: [own] },
      other: { type: "string", ...optional },
      tags: { type: "list(string)", ...optional, validators: [eachElement(own)] },
    } as const;
    const rules = [conflictsWith("key", "other")];
    const attributes = {
      m: { type: "map(object)", ...optional, attributes: inner, rules },
      s: { type: "set(object)", ...optional, attributes: inner },
    } as const;
    expect(await problems(attributes, { m: { a: { key: "bad" } } })).toEqual([
      ['m["a"].key', '"m["a"].key" is bad.'],
    ]);
    expect(await problems(attributes, { m: { a: { tags: ["ok", "bad"] } } })).toEqual([
      ['m["a"].tags[1]', '"m["a"].tags[1]" is bad.'],
    ]);
    expect(await problems(attributes, { m: { a: { key: "x", other: "y" } } })).toEqual([
      ['m["a"].other', 'In "m["a"]": Only one of "key" and "other" can be given.'],
    ]);
    expect(await problems(attributes, { s: [{ key: "bad" }] })).toEqual([["s", '"s[*].key" is bad.']]);
  });

  test("have keys with rules of their own", async () => {
    const attributes = {
      labels: { type: "map(string)", ...optional, validators: [eachKey(short)] },
    } as const;
    expect(await problems(attributes, { labels: { abc: "a long value" } })).toEqual([]);
    expect(await problems(attributes, { labels: { "a key": "x" } })).toEqual([
      ['labels["a key"]', 'Keys of "labels": "a key" must have at most 3 characters.'],
    ]);
  });
});

test("No message contains the value, because the attribute may be secret", () => {
  const secret = "s3cret";
  const found = [
    ...messages(length({ max: 1 }), secret),
    ...messages(matches(/^x/, "must begin with x"), secret),
    ...messages(oneOf("x"), secret),
    ...messages(eachElement(length({ max: 1 })), [secret]),
    ...messages(uniqueValues(), [secret, secret]),
  ];
  expect(found).toHaveLength(5);
  expect(found.join()).not.toContain(secret);
});

test.each<[string, () => unknown]>([
  ["length needs min, max or both", () => length({} as never)],
  ["length cannot have the bound -1", () => length({ min: -1 })],
  ["size cannot have the bound 1.5", () => size({ max: 1.5 })],
  ["size has a min that is larger than its max", () => size({ min: 2, max: 1 })],
  [
    "range has a min that is larger than its max",
    () => range({ min: 9007199254740993n, max: 9007199254740992n }),
  ],
  ["range cannot have the bound NaN", () => range({ min: Number.NaN })],
  ["range cannot have the bound Infinity", () => range({ max: Number.POSITIVE_INFINITY })],
  ["oneOf needs at least one value", () => oneOf()],
  ["noneOf needs at least one value", () => noneOf()],
  ["matches cannot have an expression with the flag g or y", () => matches(/a/g, "must be a")],
  ["matches cannot have an expression with the flag g or y", () => matches(/a/y, "must be a")],
  ["matches needs a rule in words", () => matches(/a/, "")],
])("A mistake in a validator is thrown where it is written: %s", (message, make) => {
  expect(make).toThrow(new TypeError(message));
});
