import { describe, expect, test } from "vitest";
import { plain, quoted } from "../../../src/action/text.ts";

describe("text for a runner's log", () => {
  test.each([
    ["plain words", "plain words"],
    ["two\nlines \x1b[31mred", "two lines red"],
    ["::error::x", ": :error: :x"],
    [":::", ": : :"],
    ["a:b", "a:b"],
    ["##[error] ##vso[x] #1 a#", "# # [error] # #vso[x] #1 a#"],
  ])("%j becomes %j", (text, shown) => {
    expect(plain(text)).toBe(shown);
  });

  test("is not long", () => {
    expect(plain("x".repeat(700))).toBe("x".repeat(700));
    expect(plain("x".repeat(701))).toBe(`${"x".repeat(700)}…`);
    expect(plain("xxx", 2)).toBe("xx…");
  });
});

describe("text for Markdown", () => {
  test.each([
    ["<b>@octocat</b>", "`<b>@octocat</b>`"],
    ["a ``code`` span", "`a ''code'' span`"],
    ["\x00", ""],
    ["", ""],
  ])("%j becomes %j", (text, shown) => {
    expect(quoted(text)).toBe(shown);
  });

  test("is not long either", () => {
    expect(quoted("xxx", 2)).toBe("`xx…`");
  });
});
