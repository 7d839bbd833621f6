import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanMarkdown, cleanText, codeSpan } from "../../../src/action/clean-text.ts";
import { linkRuns } from "../../../src/action/markdown.ts";
import { codeOutput } from "../../../src/action/step-result.ts";

// Texts of the service, of GitHub and of inputs, in the log and in Markdown.

test.each([
  ["two\nlines \x1b[31mred", "two lines red"],
  ["::error::x", ": :error: :x"],
  [":::", ": : :"],
  ["a:b", "a:b"],
  ["##[error] ##vso[x] #1 a#", "# # [error] # #vso[x] #1 a#"],
  ["x".repeat(700), "x".repeat(700)],
  ["x".repeat(701), `${"x".repeat(700)}…`],
])("In the log, %j is %j", (text, shown) => {
  expect(cleanText(text)).toBe(shown);
});

test.each([
  ["<b>@octocat</b>", "`<b>@octocat</b>`"],
  ["a ``code`` span", "`a ''code'' span`"],
  ["\x00", ""],
])("In a code span, %j is %j", (text, shown) => {
  expect(codeSpan(text)).toBe(shown);
  expect(codeSpan("xxx", 2)).toBe("`xx…`");
});

test.each([
  ["It isn't there (HTTP 404), so: look.", "It isn't there (HTTP 404), so: look."],
  ["It said: <b>@octocat</b> #17.", "It said: `<b>@octocat</b> #17`."],
  ["Use validity-days, or www.evil.example!", "Use validity-days, or `www.evil.example`!"],
  ["1. a list", "`1`. a list"],
  ["- a list", "`-` a list"],
  [
    "More: https://certorder.github.io/certorder/errors/usage/",
    "More: https://certorder.github.io/certorder/errors/usage/",
  ],
  [
    "https://certorder.github.io/certorder/errors/none/",
    "`https://certorder.github.io/certorder/errors/none/`",
  ],
  ["https://evil.example/certorder/errors/usage/", "`https://evil.example/certorder/errors/usage/`"],
  ["a `span` GH-17 :tada: $x$", "a 'span' `GH-17 :tada`: `$x$`"],
])("In a sentence, %j is %j", (text, shown) => {
  expect(cleanMarkdown(text)).toBe(shown);
});

test("Addresses of runs of this repository are links, and no others", () => {
  const runs = "https://github.com/acme/site/actions/runs/";
  const linked = (text: string) => linkRuns(cleanMarkdown(text), `${runs}8`);
  for (const own of [`${runs}7`, `${runs}7/attempts/2`])
    expect(linked(`Sent by ${own}, then.`)).toBe(`Sent by ${own}, then.`);
  for (const other of [`${runs}7/x`, `${runs}7?x`, `${runs}x`, runs.replace("acme", "evil").concat("7")])
    expect(linked(`Sent by ${other}.`)).toBe(`Sent by \`${other}\`.`);
});

test("No text is a command, breaks a line or leaves a code span open", () => {
  const unit = fc.constantFrom(":", "#", "[", "`", "\n", "\r", "a", "\x1b", "\u2028");
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      expect(cleanText(text)).not.toMatch(/::|##|#\[|[\x00-\x1f\u2028]/);
      expect(codeSpan(text)).toMatch(/^$|^`[^`]+`$/);
    }),
  );
});

test("Every sentence is made of words, numbers and code spans", () => {
  const unit = fc.constantFrom(..."aé1 .,:;!?()'\"-_*[]<>&|`@#$~\\/\n".split(""));
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
      const words = cleanMarkdown(text).replace(/`[^`]+`/g, "");
      expect(words).toMatch(/^[\p{L}\d .,:;!?()'"’-]*$/u);
      expect(words).not.toMatch(/^\d|^- |\S\.\p{L}|\p{L}-\d/u);
    }),
  );
});

test("Only a plain word of at most 64 characters becomes the output code", () => {
  const plain = "callback_send-error.1:2";
  expect(codeOutput({ code: plain })).toBe(plain);
  for (const code of ["", "a=b", "a/b", "a+b", "-a", "x".repeat(65)])
    expect(codeOutput({ code })).toBe("unrecognised_code");
});
