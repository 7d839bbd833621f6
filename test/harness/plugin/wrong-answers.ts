import {
  Dynamic,
  defineSchema,
  error,
  type ObjectValue,
  UNKNOWN,
  warning,
} from "../../../src/plugin/index.ts";

// Every kind of wrong answer that an author can give without a compiler, for a resource with this schema.

export const wrongSchema = defineSchema({
  attributes: {
    kind: { type: "string", required: true },
    revision: { type: "integer", optional: true },
    text: { type: "string", optional: true, computed: true },
    flag: { type: "bool", optional: true, computed: true },
    count_of: { type: "integer", optional: true, computed: true },
    ratio: { type: "number", optional: true, computed: true },
    list: { type: "list(string)", optional: true, computed: true },
    set: { type: "set(string)", optional: true, computed: true },
    map: { type: "map(list(integer))", optional: true, computed: true },
    any: { type: "dynamic", optional: true, computed: true },
    hidden: { type: "string", optional: true, writeOnly: true },
    part: {
      type: "object",
      optional: true,
      computed: true,
      attributes: { key: { type: "string", optional: true, computed: true } },
    },
    parts: {
      type: "map(object)",
      optional: true,
      computed: true,
      attributes: { key: { type: "list(string)", optional: true, computed: true } },
    },
    id: { type: "string", computed: true },
  },
});

/** What the resource answers if it is right. */
export function rightState(planned: Readonly<Record<string, unknown>>): ObjectValue {
  return {
    ...(planned as ObjectValue),
    text: "a",
    flag: true,
    count_of: 1,
    ratio: 0.5,
    list: ["a"],
    set: ["a"],
    map: { a: [1, 2] },
    any: new Dynamic("string", "a"),
    hidden: null,
    part: { key: "k" },
    parts: { a: { key: ["k"] } },
    id: "1",
  };
}

class Entity {
  key = "k";
}

/** A list with a hole in its middle. */
function sparse(value: unknown): unknown[] {
  const holed = [value];
  holed[2] = value;
  return holed;
}

function throwing(): object {
  return Object.defineProperty({}, "key", {
    enumerable: true,
    get() {
      throw new Error("the getter failed");
    },
  });
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function endless(): object {
  const object: Record<string, unknown> = {};
  object.key = object;
  return object;
}

/** A wrong value of one attribute, and what the message says about it. */
const wrongValues: readonly [attribute: string, value: unknown, message: string][] = [
  ["text", undefined, '"text" must be a string, not undefined'],
  ["text", 1, '"text" must be a string, not a number'],
  ["text", true, '"text" must be a string, not a boolean'],
  ["text", 1n, '"text" must be a string, not a bigint'],
  ["text", Symbol("s"), '"text" must be a string, not a symbol'],
  ["text", () => "a", '"text" must be a string, not a function'],
  ["text", {}, '"text" must be a string, not an object'],
  ["text", ["a"], '"text" must be a string, not an array'],
  ["text", new Date(0), '"text" must be a string, not an instance of Date'],
  ["text", new String("a"), '"text" must be a string, not an instance of String'],
  ["text", Buffer.from("a"), '"text" must be a string, not an instance of Buffer'],
  ["text", Promise.resolve("a"), '"text" must be a string, not an instance of Promise'],
  ["text", new Dynamic("string", "a"), '"text" must be a string, not an instance of Dynamic'],
  ["text", UNKNOWN, '"text" is still unknown'],
  ["flag", "true", '"flag" must be a boolean, not a string'],
  ["flag", 1, '"flag" must be a boolean, not a number'],
  ["count_of", 0.5, '"count_of" must be an integer'],
  ["count_of", 2 ** 53, '"count_of" must be an integer'],
  ["count_of", "1", '"count_of" must be a number, not a string'],
  ["count_of", 1n, '"count_of" must be a number, not a bigint'],
  ["ratio", Number.NaN, '"ratio" must be a number, not NaN'],
  ["ratio", Number.POSITIVE_INFINITY, '"ratio" must be a number, not Infinity'],
  ["ratio", Number.NEGATIVE_INFINITY, '"ratio" must be a number, not -Infinity'],
  ["ratio", "0.5", '"ratio" must be a number, not a string'],
  ["list", "a", '"list" must be an array, not a string'],
  ["list", { 0: "a" }, '"list" must be an array, not an object'],
  ["list", new Set(["a"]), '"list" must be an array, not an instance of Set'],
  ["list", sparse("a"), '"list[1]" must be a string, not undefined'],
  ["list", ["a", undefined], '"list[1]" must be a string, not undefined'],
  ["list", ["a", 1], '"list[1]" must be a string, not a number'],
  ["list", ["a", null], '"list[1]" is null, but the schema does not allow null elements'],
  ["list", [["a"]], '"list[0]" must be a string, not an array'],
  ["list", ["a", UNKNOWN], '"list[1]" is still unknown'],
  ["list", UNKNOWN, '"list" is still unknown'],
  ["set", new Set(["a"]), '"set" must be an array, not an instance of Set'],
  ["set", ["a", 1], '"set" must be a string, not a number'],
  ["set", ["a", null], '"set" has a null element'],
  ["set", [UNKNOWN], '"set" is still unknown'],
  ["map", new Map([["a", [1]]]), '"map" must be a plain object, not an instance of Map'],
  ["map", [["a", 1]], '"map" must be a plain object, not an array'],
  ["map", { a: 1 }, '"map["a"]" must be an array, not a number'],
  ["map", { a: [1, "2"] }, '"map["a"][1]" must be a number, not a string'],
  ["map", { a: [1, 0.5] }, '"map["a"][1]" must be an integer'],
  ["map", { a: null }, '"map["a"]" is null, but the schema does not allow null elements'],
  ["map", { a: undefined }, '"map["a"]" must be an array, not undefined'],
  ["any", "a", '"any" must be a Dynamic, not a string'],
  ["any", { a: 1 }, '"any" must be a Dynamic, not an object'],
  ["any", new Dynamic("string", 1), '"any" must be a string, not a number'],
  ["any", new Dynamic(["list", "string"], ["a", 1 as never]), '"any[1]" must be a string, not a number'],
  ["any", new Dynamic("string", UNKNOWN), '"any" is still unknown'],
  ["hidden", "hunter2", '"hidden" is write-only'],
  ["part", "k", '"part" must be a plain object, not a string'],
  ["part", [], '"part" must be a plain object, not an array'],
  ["part", new Entity(), '"part" must be a plain object, not an instance of Entity'],
  ["part", {}, '"part.key" must be a string, not undefined'],
  ["part", { key: 1 }, '"part.key" must be a string, not a number'],
  ["part", { key: "k", more: 1 }, '"part" has "more", which is not an attribute'],
  ["part", { key: UNKNOWN }, '"part.key" is still unknown'],
  ["part", endless(), '"part.key" must be a string, not an object'],
  ["part", throwing(), '"part" cannot be read'],
  ["part", revoked(), '"part" cannot be read'],
  ["parts", { a: null }, '"parts["a"]" is null, but the schema does not allow null elements'],
  ["parts", { a: null, b: 1 }, '"parts["b"]" must be a plain object, not a number'],
  ["parts", { a: { key: ["k", 1] } }, '"parts["a"].key[1]" must be a string, not a number'],
  ["parts", { a: new Entity() }, '"parts["a"]" must be a plain object, not an instance of Entity'],
  ["parts", [{ key: [] }], '"parts" must be a plain object, not an array'],
];

/** A wrong list of diagnostics, beside a right state. */
const wrongDiagnostics: readonly [diagnostics: unknown, message: string][] = [
  ["failed", "diagnostics must be an array, not a string"],
  [{}, "diagnostics must be an array, not an object"],
  [error("failed"), "diagnostics must be an array, not an object"],
  [new Error("failed"), "diagnostics must be an array, not an instance of Error"],
  [new Set([error("failed")]), "diagnostics must be an array, not an instance of Set"],
  [[undefined], "diagnostics[0] must be a diagnostic, not undefined"],
  [[null], "diagnostics[0] must be a diagnostic, not null"],
  [sparse(warning("w")), "diagnostics[1] must be a diagnostic, not undefined"],
  [["failed"], "diagnostics[0] must be a diagnostic, not a string"],
  [[[error("failed")]], "diagnostics[0].severity must be"],
  [[new Error("failed")], "diagnostics[0].severity must be"],
  [[{ summary: "failed" }], "diagnostics[0].severity must be"],
  [[{ severity: "fatal", summary: "failed" }], "diagnostics[0].severity must be"],
  [[{ severity: "error" }], "diagnostics[0].summary must be a string, not undefined"],
  [[{ severity: "warning", summary: 1 }], "diagnostics[0].summary must be a string, not a number"],
  [[{ ...warning("w"), detail: new Error("d") }], "diagnostics[0].detail must be a string"],
  [[{ ...warning("w"), path: "text" }], "diagnostics[0].path must be an array"],
  [[{ ...warning("w"), path: [] }], "diagnostics[0].path must be an array"],
  [[{ ...warning("w"), path: sparse("list") }], "diagnostics[0].path must be an array"],
  [[{ ...warning("w"), path: ["list", 0.5] }], "diagnostics[0].path must be an array"],
];

/** A wrong answer as a whole. `state` is the right one. */
const wrongWholes: readonly [name: string, answer: (state: object) => unknown, message: string][] = [
  ["a string", () => "done", "the answer must be an object, not a string"],
  ["a boolean", () => true, "the answer must be an object, not a boolean"],
  ["an array", (state) => [state], "the answer must be an object, not an array"],
  ["a function", (state) => () => state, "the answer must be an object, not a function"],
  [
    "a misspelt key",
    (state) => ({ state, diagnostic: [] }),
    'the answer has "diagnostic", but can only have',
  ],
  ["the state itself", (state) => state, "but can only have"],
  ["a state that is a string", () => ({ state: "done" }), "not a string"],
  ["a state that is a number", () => ({ state: 1 }), "not a number"],
  ["a state that is an array", (state) => ({ state: [state] }), "not an array"],
  ["a state that is a Map", (state) => ({ state: new Map(Object.entries(state)) }), "not an instance of Map"],
  [
    "a state that is an instance of a class",
    (state) => ({ state: Object.assign(new Entity(), state, { key: undefined }) }),
    "not an instance of Entity",
  ],
  ["a state without attributes", () => ({ state: {} }), '"text" must be a string, not undefined'],
  [
    "an attribute too many",
    (state) => ({ state: { ...state, more: 1 } }),
    'the answer has "more", which is not',
  ],
  ["a revoked proxy as the state", () => ({ state: revoked() }), "the answer cannot be read"],
  [
    "another value than planned",
    (state) => ({ state: { ...state, kind: "hunter2" } }),
    '"kind" differs from',
  ],
];

export interface WrongAnswer {
  readonly name: string;
  readonly answer: (state: ObjectValue) => unknown;
  readonly message: string;
  /** The attribute that is wrong. The others have to be kept. */
  readonly attribute?: string;
}

const listed: readonly WrongAnswer[] = [
  ...wrongValues.map(([attribute, value, message]) => ({
    name: message,
    answer: (state: ObjectValue) => ({ state: { ...state, [attribute]: value } }),
    message,
    attribute,
  })),
  ...wrongDiagnostics.map(([diagnostics, message]) => ({
    name: message,
    answer: (state: ObjectValue) => ({ state, diagnostics }),
    message,
  })),
  ...wrongWholes.map(([name, answer, message]) => ({ name, answer, message })),
];

/** Each with a name of its own. */
export const wrongAnswers: ReadonlyMap<string, WrongAnswer> = new Map(
  listed.map((wrong, index) => [`${String(index).padStart(3, "0")}: ${wrong.name}`, wrong]),
);
