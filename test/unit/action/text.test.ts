import { describe, expect, test } from "vitest";
import { cleanMarkdown, cleanText, codeSpan } from "../../../src/action/clean-text.ts";

describe("A text for a runner's log", () => {
  test.each([
    ["plain words", "plain words"],
    ["two\nlines \x1b[31mred", "two lines red"],
    ["::error::x", ": :error: :x"],
    [":::", ": : :"],
    ["a:b", "a:b"],
    ["##[error] ##vso[x] #1 a#", "# # [error] # #vso[x] #1 a#"],
  ])("is changed: %j becomes %j", (text, shown) => {
    expect(cleanText(text)).toBe(shown);
  });

  test("is cut after 700 characters", () => {
    expect(cleanText("x".repeat(700))).toBe("x".repeat(700));
    expect(cleanText("x".repeat(701))).toBe(`${"x".repeat(700)}…`);
    expect(cleanText("xxx", 2)).toBe("xx…");
  });
});

describe("A text for Markdown", () => {
  test.each([
    ["<b>@octocat</b>", "`<b>@octocat</b>`"],
    ["a ``code`` span", "`a ''code'' span`"],
    ["\x00", ""],
    ["", ""],
  ])("is quoted: %j becomes %j", (text, shown) => {
    expect(codeSpan(text)).toBe(shown);
  });

  test.each([
    ["It isn't there (HTTP 404), so: look.", "It isn't there (HTTP 404), so: look."],
    ["It said: <b>@octocat</b> #17.", "It said: `<b>@octocat</b> #17`."],
    ["Use validity-days, or www.evil.example!", "Use validity-days, or `www.evil.example`!"],
    ["1. a list", "`1`. a list"],
    ["- a list", "`-` a list"],
    ["resolve: 8b38 happened CERTIFICATE_ID.", "resolve: `8b38` happened `CERTIFICATE_ID`."],
    ["a `span` GH-17 :tada: $x$", "a 'span' `GH-17 :tada`: `$x$`"],
    ["", ""],
  ])("is a sentence with its odd parts quoted: %j becomes %j", (text, shown) => {
    expect(cleanMarkdown(text)).toBe(shown);
  });

  test("is cut after a limit", () => {
    expect(codeSpan("xxx", 2)).toBe("`xx…`");
  });
});
