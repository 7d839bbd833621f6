import { expect, test } from "vitest";
import { nameProblem } from "../../../src/contract/index.ts";

test.each([["cert-7"], ["2026-11"], ["ticket 7"], ["é–ü/#@:"], ["\u{1f512}"], ["a\u200cb"]])(
  "A name can be %j",
  (name) => {
    expect(nameProblem(name)).toBeUndefined();
  },
);

test.each([
  ["", "is empty"],
  [" a", "has blanks around it"],
  ["a\n", "has blanks around it"],
  [" ", "has blanks around it"],
  ...["a\nb", "a\rb", "a\tb", "a\0b", "\x1b[31ma", "a\x7f", "a\x9bb", "a\u2028b", "a\u2029b"].map((text) => [
    text,
    "has a line break or another invisible character",
  ]),
  ["a\u202eb", "has a line break or another invisible character"],
  ["a\ud83d", "has a line break or another invisible character"],
] as [string, string][])("A name cannot be %j", (name, problem) => {
  expect(nameProblem(name)).toBe(problem);
});
