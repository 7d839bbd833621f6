import { describe, expect, test } from "vitest";
import { decodeValue, encodeValue } from "../../../src/plugin/values/encoding.ts";
import { type Json, parseJson, valueFromJson } from "../../../src/plugin/values/json.ts";
import { compareNumbers, ExactNumber } from "../../../src/plugin/values/number.ts";
import { parseType, type Type } from "../../../src/plugin/values/type.ts";
import { UNKNOWN, Unknown } from "../../../src/plugin/values/unknown.ts";
import {
  Dynamic,
  equal,
  isWhollyKnown,
  unknownAsNull,
  type Value,
} from "../../../src/plugin/values/value.ts";
import { ValueError } from "../../../src/plugin/values/value-error.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const bytes = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
const exact = (text: string) => {
  const number = ExactNumber.parse(text);
  if (number === undefined) throw new Error(`not a number: ${text}`);
  return number;
};

// Random values and bytes: test/proof/hostile/targets/values.ts.
describe("Values on the wire", () => {
  const golden: [name: string, type: Type, value: Value, encoded: string][] = [
    ["null", "string", null, "c0"],
    ["unknown", "string", UNKNOWN, "d4 00 00"],
    ["a string", "string", "héllo", "a6 68c3a96c6c6f"],
    ["a string of 32 characters", "string", "a".repeat(32), `d920 ${"61".repeat(32)}`],
    ["true", "bool", true, "c3"],
    ["a small integer", "number", 7, "07"],
    ["a negative integer", "number", -3, "fd"],
    ["a byte", "number", 200, "cc c8"],
    ["a large integer", "number", 9007199254740991, "cf 001fffffffffffff"],
    ["a large negative integer", "number", -4294967296, "d3 ffffffff00000000"],
    ["a fraction, as decimal text", "number", 0.1, "a3 302e31"],
    ["a list", ["list", "string"], ["a", "b"], "92 a161 a162"],
    ["a list of 16 elements", ["list", "bool"], Array(16).fill(true), `dc0010 ${"c3".repeat(16)}`],
    ["a map", ["map", "bool"], { a: true }, "81 a161 c3"],
    ["an object", ["object", { a: "number", b: "string" }], { a: 1, b: null }, "82 a161 01 a162 c0"],
    ["a tuple", ["tuple", ["string", "bool"]], ["x", false], "92 a178 c2"],
    ["a set", ["set", "string"], ["a", UNKNOWN], "92 a161 d40000"],
    ["a map with an unknown value", ["map", "string"], { a: UNKNOWN }, "81 a161 d40000"],
    ["a dynamic value", "dynamic", new Dynamic("string", "v"), "92 c408 22737472696e6722 a176"],
    [
      "a dynamic list",
      "dynamic",
      new Dynamic(["list", "bool"], [true]),
      "92 c40f 5b226c697374222c22626f6f6c225d 91 c3",
    ],
  ];
  test.each(golden)("are written and read: %s", (_name, type, value, encoded) => {
    expect(hex(encodeValue(value, type))).toBe(hex(bytes(encoded)));
    expect(equal(decodeValue(bytes(encoded), type), value, type)).toBe(true);
  });

  test.each([
    ["int 8", "d0 80", -128],
    ["int 16", "d1 ff00", -256],
    ["int 32", "d2 ffff0000", -65536],
    ["uint 32", "ce ffffffff", 4294967295],
    ["float 32", "ca 3f000000", 0.5],
    ["float 64", "cb 3fe0000000000000", 0.5],
  ])("are read from a number of any width: %s", (_, encoded, value) => {
    expect(decodeValue(bytes(encoded), "number")).toBe(value);
  });

  test.each([
    ["9007199254740993", "cf 0020000000000001"],
    ["-9007199254740993", "d3 ffdfffffffffffff"],
    ["1180591620717411303424", "cb 4450000000000000"],
  ])("keep every digit of a number that JavaScript would round: %s", (text, encoded) => {
    const value = decodeValue(bytes(encoded), "number");
    expect(String(value)).toBe(text);
    expect(equal(decodeValue(encodeValue(value, "number"), "number"), value, "number")).toBe(true);
  });

  test("are written as text if they are integers of more than 64 bits", () => {
    expect(hex(encodeValue(exact("18446744073709551617"), "number"))).toBe(
      `b4${hex(Buffer.from("18446744073709551617"))}`,
    );
  });

  test("are unknown for any extension, and a refined one is sent back as it came", () => {
    // { 1: false, 2: "arn:" }: not null, begins with arn:
    const refined = bytes("c7 09 0c 82 01 c2 02 a4 61726e3a");
    const value = decodeValue(refined, "string");
    expect(value).toBeInstanceOf(Unknown);
    expect((value as Unknown).refinement).toEqual({ nullness: false, stringPrefix: "arn:" });
    expect(hex(encodeValue(value, "string"))).toBe(hex(refined));
    expect(decodeValue(bytes("d5 63 0000"), "string")).toBe(UNKNOWN);
    expect((decodeValue(bytes("d4 0c c1"), "string") as Unknown).refinement).toBeUndefined();
  });

  test.each<[name: string, type: Type, encoded: string]>([
    ["a number for a string", "string", "01"],
    ["a truncated string", "string", "a5 61"],
    ["a string that is not UTF-8", "string", "a1 ff"],
    ["a string with another byte after it", "string", "a161 00"],
    ["a string for a bool", "bool", "a0"],
    ["a bool for a number", "number", "c3"],
    ["text that is not a number", "number", "a1 78"],
    ["NaN", "number", "cb 7ff8000000000000"],
    ["a map for a list", ["list", "string"], "81 a161 a162"],
    ["a list that claims more elements than there are bytes", ["list", "string"], "dd ffffffff"],
    ["a tuple with too many elements", ["tuple", ["string"]], "92 a161 a162"],
    ["an object without its attribute", ["object", { a: "string" }], "80"],
    ["an object with another attribute", ["object", { a: "string" }], "82 a161 a161 a162 a162"],
    ["a dynamic value whose type is not JSON", "dynamic", "92 c401 7b a161"],
    ["a dynamic value whose type is an empty list", "dynamic", "92 c402 5b5d a161"],
    ["no bytes", "string", ""],
  ])("are refused if they do not fit the type, without showing them: %s", (_, type, encoded) => {
    expect(() => decodeValue(bytes(encoded), type)).toThrow(ValueError);
  });

  test("may have names such as __proto__ and constructor", () => {
    const type: Type = ["map", "string"];
    const encoded = bytes("82 a9 5f5f70726f746f5f5f a161 ab 636f6e7374727563746f72 a162");
    const value = decodeValue(encoded, type) as Record<string, Value>;
    expect(Object.keys(value)).toEqual(["__proto__", "constructor"]);
    expect(hex(encodeValue(value, type))).toBe(hex(encoded));
  });

  test("are refused if their types or dynamic values are nested too deeply", () => {
    let type: unknown = "string";
    for (let depth = 0; depth < 200; depth += 1) type = ["list", type];
    expect(() => parseType(type)).toThrow("nested too deeply");
    const shell = bytes(`92 c409 ${hex(Buffer.from('"dynamic"'))}`);
    const inMsgpack = (depth: number) => Buffer.concat([...Array<Buffer>(depth).fill(shell), bytes("c0")]);
    const inJson = (depth: number) => {
      let json: Json = null;
      for (let left = depth; left > 0; left -= 1) json = { type: "dynamic", value: json };
      return json;
    };
    expect(decodeValue(inMsgpack(50), "dynamic")).toEqual(valueFromJson(inJson(50), "dynamic"));
    for (const depth of [200, 50_000]) {
      expect(() => decodeValue(inMsgpack(depth), "dynamic")).toThrow(ValueError);
      expect(() => valueFromJson(inJson(depth), "dynamic")).toThrow(ValueError);
    }
  });
});

describe("Numbers", () => {
  test("are JavaScript numbers wherever that loses nothing", () => {
    for (const text of ["0", "-0", "1", "0.1", "1.50", "1e3", "9007199254740991", "123456789.25", "5e-324"]) {
      expect(ExactNumber.parse(text)).toBe(Number(text) + 0);
    }
    for (const text of ["9007199254740993", "0.1234567890123456789", "1e400", "1e999999999"]) {
      expect(ExactNumber.parse(text)).toBeInstanceOf(ExactNumber);
    }
    for (const text of ["", ".", "1.2.3", "0x10", "NaN", "Infinity", "1e", "--1", "1e9999999999"]) {
      expect(ExactNumber.parse(text)).toBeUndefined();
    }
  });

  test("have one text each", () => {
    expect(String(exact("0012345678901234567890.500"))).toBe("12345678901234567890.5");
    expect(String(exact("-1234567890123456789e2"))).toBe("-123456789012345678900");
    expect(String(exact("123456789012345678901e-25"))).toBe("0.0000123456789012345678901");
    expect(String(exact("1e1000"))).toBe("1e1000");
    expect(JSON.stringify([exact("9007199254740993")])).toContain("9007199254740993");
  });

  test("compare by value", () => {
    const ascending = "-1e1000 -9007199254740993 -1 0 0.1 0.12345678901234567890 9007199254740993".split(" ");
    for (let i = 1; i < ascending.length; i += 1) {
      const [small, large] = [exact(ascending[i - 1] ?? ""), exact(ascending[i] ?? "")];
      expect(Math.sign(compareNumbers(small, large))).toBe(-1);
      expect(Math.sign(compareNumbers(large, small))).toBe(1);
      expect(compareNumbers(large, large)).toBe(0);
    }
    expect(compareNumbers(Number.POSITIVE_INFINITY, exact("1e1000"))).toBe(1);
  });
});

describe("Equality", () => {
  test("ignores the order and the duplicates of sets, and of nothing else", () => {
    expect(equal(["a", "b"], ["b", "a", "b"], ["set", "string"])).toBe(true);
    expect(equal(["a", "b"], ["b", "a"], ["list", "string"])).toBe(false);
    expect(equal({ a: "1", b: "2" }, { b: "2", a: "1" }, ["map", "string"])).toBe(true);
    expect(equal(["1,2"], ["1", "2"], ["set", "string"])).toBe(false);
    // Text in its normal form, as the core does.
    expect(equal("é", "e\u0301", "string")).toBe(true);
  });

  test("tells null, unknown and empty apart", () => {
    const values: Value[] = [null, UNKNOWN, "", "null", "unknown"];
    for (const left of values) {
      for (const right of values) expect(equal(left, right, "string")).toBe(left === right);
    }
    expect(equal([null], ["null"], ["list", "string"])).toBe(false);
    expect(equal(UNKNOWN, new Unknown({ nullness: false }), "string")).toBe(true);
  });
});

test("A value is known only if all parts of it are known", () => {
  for (const part of [["a", UNKNOWN], { a: { b: UNKNOWN } }, new Dynamic("string", UNKNOWN)])
    expect(isWhollyKnown(part)).toBe(false);
  expect(unknownAsNull({ a: [UNKNOWN, "b"] })).toEqual({ a: [null, "b"] });
  expect(() => JSON.stringify({ size: UNKNOWN })).toThrow("check it with isKnown");
});

describe("Stored JSON", () => {
  test("becomes values of the schema's types, with every digit", () => {
    const json = parseJson(
      Buffer.from('{"n":12345678901234567890,"s":["b","a"],"gone":1,"d":{"type":"number","value":0.5}}'),
    );
    const type: Type = ["object", { n: "number", s: ["set", "string"], d: "dynamic", added: "bool" }];
    const value = valueFromJson(json, type) as Record<string, Value>;
    expect(String(value.n)).toBe("12345678901234567890");
    expect(value).toMatchObject({ s: ["b", "a"], added: null, d: { type: "number", value: 0.5 } });
    expect(value).not.toHaveProperty("gone");
  });

  test("is refused where it does not fit", () => {
    expect(() => valueFromJson("x", "bool")).toThrow(ValueError);
    expect(() => valueFromJson(["x"], ["map", "string"])).toThrow(ValueError);
    expect(() => parseJson(Buffer.from("{"))).toThrow(ValueError);
  });
});
