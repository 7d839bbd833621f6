import { expect, test } from "vitest";
import type { Field } from "../../../src/contract/index.ts";
import { listFromText, valueFromText } from "../../../src/contract/index.ts";

const read = (kind: Field["kind"], text: string) => valueFromText({ kind }, text);

test.each<[Field["kind"], string, unknown]>([
  ["string", " a,b ", " a,b "],
  ["strings", "a.com, b.com\n c.com", ["a.com", "b.com", "c.com"]],
  ["strings", "a,,b", ["a", "", "b"]],
  ["strings", '["www.example.com"]', ["www.example.com"]],
  ["strings", '\n[\n  "a.com",\n  "b.com"\n]', ["a.com", "b.com"]],
  ["strings", '["a.com"', ['["a.com"']],
  ["strings", "[1]", ["[1]"]],
  ["integer", "-12", -12],
  ["integer", "123456789012345", 123_456_789_012_345],
  ["integer", "1234567890123456", "1234567890123456"],
  ["integer", "12a", "12a"],
  ["integer", "a12", "a12"],
  ["integer", "", ""],
  ["boolean", "true", true],
  ["boolean", "TRUE", true],
  ["boolean", "False", false],
  ["boolean", "untrue", "untrue"],
  ["boolean", "truey", "truey"],
  ["boolean", "unfalse", "unfalse"],
  ["boolean", "falsey", "falsey"],
])("A text is read as its kind: %s %j", (kind, text, value) => {
  expect(read(kind, text)).toEqual(value);
});

test("A list of words is split at commas", () => {
  expect(listFromText("a , b")).toEqual(["a", "b"]);
});
