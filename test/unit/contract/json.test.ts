import { expect, test } from "vitest";
import { parseJson } from "../../../src/contract/index.ts";

test.each([
  ['{"url":"x"}', { url: "x" }],
  ['\ufeff{"url":"x"}', { url: "x" }],
  ["null", null],
  ['"text"', "text"],
  ["{", undefined],
  ["", undefined],
])("The JSON %j is %j, as text and as bytes", (text, value) => {
  expect(parseJson(text)).toEqual(value);
  expect(parseJson(Buffer.from(text))).toEqual(value);
});

test("Bytes that are not UTF-8 are not JSON", () => {
  expect(parseJson(Buffer.from('"\xff"', "latin1"))).toBeUndefined();
});
