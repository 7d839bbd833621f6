import { describe, expect, test } from "vitest";
import { redactor } from "../../../src/client/index.ts";

const secret = "TopSecret";
const each = (spell: (code: number) => string) =>
  [...secret].map((letter) => spell(letter.charCodeAt(0))).join("");
const hex = (code: number, digits = 2) => code.toString(16).padStart(digits, "0");

describe("A text in which a secret can be read", () => {
  test.each([
    ["decimal references", each((code) => `&#${code};`)],
    ["hexadecimal references", each((code) => `&#x${hex(code)};`)],
    ["long hexadecimal references", each((code) => `&#X${hex(code, 6)};`)],
    ["long decimal references", each((code) => `&#${String(code).padStart(7, "0")};`)],
    ["references that were escaped", each((code) => `&amp;#${code};`)],
    ["references that were escaped twice", each((code) => `&amp;amp;#x${hex(code)};`)],
    ["percent signs", each((code) => `%${hex(code)}`)],
    ["percent signs that were escaped", each((code) => `%25${hex(code)}`)],
    ["percent signs that were escaped twice", each((code) => `%2525${hex(code)}`)],
    ["a percent sign in the middle", "Top%53ecret"],
    ["Unicode escapes", each((code) => `\\u${hex(code, 4)}`)],
    ["Unicode escapes that were escaped", each((code) => `\\\\u${hex(code, 4)}`)],
    ["Unicode escapes that were escaped twice", each((code) => `\\\\\\\\u${hex(code, 4)}`)],
    ["named references between its letters", "Top&nbsp;Sec&lt;ret"],
    ["references to other letters between its letters", "Top&#233;Sec&#xe9;ret"],
    ["line breaks between its letters", "Top\\nSec\\tret"],
    ["line breaks that were escaped between its letters", "Top\\\\nSec\\\\\\\\rret"],
    ["anything else between its letters", "T.o-p S/e:c\nr,e;t"],
  ])("is hidden as a whole: the secret is there through %s", (_, spelled) => {
    expect(redactor([secret])(`The key ${spelled} is wrong.`)).toBe("***");
  });

  test("is hidden for a short secret, too, if that has something in it to escape", () => {
    expect(redactor(["ab-cd"])("ab&#45;cd")).toBe("***");
    expect(redactor(["abcdefgh"])("abcd&#101;fgh")).toBe("***");
  });
});

describe("A text in which no secret can be read", () => {
  test.each([
    ["a secret that is too short, spelled otherwise", "a-bc", "a&#45;bc"],
    ["a secret that is too short and has only letters", "abcd", "a-b-c-d"],
    ["a few characters that the secret has in base64, too", "ab-cd", "WItY2"],
    ["an escape that is put together of two", "abcdefgh", "abcdefg%&nbsp;68"],
    ["an escape that a strange letter stands in", "abcdefgh", "abcdefg%&#233;68"],
    ["a letter that is one of the secret's only if its number is cut", "Abcdefgh", "&#65601;bcdefgh"],
  ])("is shown as it is: %s", (_, hidden, text) => {
    expect(redactor([hidden])(text)).toBe(text);
  });
});

describe("A text that breaks off in a secret", () => {
  const alphabet = "abcdefghijklmnopqrstuvwxyz";
  test.each([
    [10, 8, true],
    [10, 7, false],
    [16, 8, true],
    [26, 13, true],
    [26, 12, false],
  ])("is hidden, for a secret of %i letters after %i of them: %s", (length, shown, isHidden) => {
    const text = `the key is: ${alphabet.slice(0, shown)}`;
    expect(redactor([alphabet.slice(0, length)])(text)).toBe(isHidden ? "***" : text);
  });
});
