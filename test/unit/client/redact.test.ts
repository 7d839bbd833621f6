import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { presentable, redactor } from "../../../src/client/index.ts";

const plain = (text: string) => text;
/** Anything that a JavaScript string can hold, half characters too. */
const unit = fc.nat(0xffff).map((code) => String.fromCharCode(code));

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const each = (text: string, spell: (code: number) => string) =>
  text.replace(/./gs, (letter) => spell(letter.charCodeAt(0)));
const hex = (code: number, digits = 2) => code.toString(16).padStart(digits, "0");
const encoded = (text: string, encoding: BufferEncoding) => Buffer.from(text).toString(encoding);

describe("Text from the service", () => {
  test.each([
    ["\x1b[31mred\x1b[0m and \x1b]0;title\x07bold", "red and bold"],
    ["line\r\nline\tline\u2028line", "line line line line"],
    ["\x00\x07\x9b31mcsi", "31mcsi"],
    ["evil\u202etxt.exe\u200b", "eviltxt.exe"],
    ["half \ud800 surrogate", "half \ufffd surrogate"],
    ["\x1b\x1b\x1b[", ""],
    ["open \x1b]0;title", "open"],
    ["\x1b(Bcharset", "charset"],
    ["two  blanks", "two blanks"],
  ])("is cleaned: %j is shown as %j", (text, shown) => {
    expect(presentable(text, plain)).toBe(shown);
  });

  test("has no control character, and is never long", () => {
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 2000 }), (text) => {
        const shown = presentable(text, plain);
        expect(shown).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2028\u2029]/);
        expect(shown.length).toBeLessThanOrEqual(301);
        expect(shown.isWellFormed()).toBe(true);
      }),
    );
  });

  test.each(["\\", "&amp;", "%25", "\u001b]", "x"])(
    "is searched in little time: a mebibyte of %j",
    (part) => {
      const text = part.repeat(1_048_576 / part.length);
      expect(presentable(text, redactor(['é"TopSecret&=%<>'])).length).toBeLessThanOrEqual(301);
    },
  );
});

describe("A secret in text from the service", () => {
  const secret = 'p@ss/w"ord+ é\\';
  test.each([
    ["as it stands", secret],
    ["in base64", encoded(secret, "base64")],
    ["in base64url", encoded(secret, "base64url")],
    ["in hex", encoded(secret, "hex")],
    ["in hex, upper case", encoded(secret, "hex").toUpperCase()],
    ["URL-encoded", encodeURIComponent(secret)],
    ["URL-encoded in lower case", encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
    ["JSON-encoded", json(secret)],
    ["JSON-encoded in ASCII", json(secret).replace("é", "\\u00e9")],
  ])("is masked alone %s", (_, spelling) => {
    expect(presentable(`before ${spelling} after 12`, redactor([secret]))).toBe("before *** after 12");
  });

  test.each([
    ["across the cut", ["topsecretkey"], `${"x".repeat(295)}topsecretkey`, `${"x".repeat(295)}***`],
    ["with control characters in it", ["topsecret key"], "top\u200bsecret\x00key", "***"],
    ["in base64 without padding", ["key~~~~"], "a2V5fn5+fg== a2V5fn5+fg.", "*** ***."],
    ["whole if one is the beginning of another", ["abc", "abcdef"], "abcdef and abc", "*** and ***"],
    ["not at all if it is empty or invisible", ["", "\u200b\u200b"], "hello", "hello"],
  ])("is masked %s", (_, secrets, text, shown) => {
    expect(presentable(text, redactor(secrets))).toBe(shown);
  });

  test("does not survive, whatever surrounds it", () => {
    fc.assert(
      fc.property(
        fc
          .string({ minLength: 4, maxLength: 40 })
          .filter((text) => /\S{4}/.test(text) && text.trim() === text),
        fc.string({ unit }),
        fc.string({ unit }),
        (key, before, after) => {
          const shown = presentable(before + key + after, redactor([key]), Number.POSITIVE_INFINITY);
          // Text around it may complete it again only from its own characters, never bring it back whole.
          expect(presentable(key, redactor([key]))).not.toContain(key);
          expect(shown.replaceAll("***", "")).not.toContain(key);
        },
      ),
    );
  });
});

describe("A text in which a secret can still be read is hidden as a whole", () => {
  const secret = "TopSecret";
  test.each([
    ["decimal references", each(secret, (code) => `&#${code};`)],
    ["long decimal references", each(secret, (code) => `&#${String(code).padStart(7, "0")};`)],
    ["long hexadecimal references", each(secret, (code) => `&#X${hex(code, 6)};`)],
    ["references that were escaped twice", each(secret, (code) => `&amp;amp;#x${hex(code)};`)],
    ["percent signs", each(secret, (code) => `%${hex(code)}`)],
    ["percent signs that were escaped twice", each(secret, (code) => `%2525${hex(code)}`)],
    ["a percent sign in the middle", "Top%53ecret"],
    ["Unicode escapes", each(secret, (code) => `\\u${hex(code, 4)}`)],
    ["Unicode escapes that were escaped twice", each(secret, (code) => `\\\\\\\\u${hex(code, 4)}`)],
    ["named references between its letters", "Top&nbsp;Sec&lt;ret"],
    ["references to other letters between its letters", "Top&#233;Sec&#xe9;ret"],
    ["line breaks between its letters", "Top\\nSec\\tret"],
    ["line breaks that were escaped between its letters", "Top\\\\nSec\\\\\\\\rret"],
    ["anything else between its letters", "T.o-p S/e:c\nr,e;t"],
  ])("through %s", (_, spelled) => {
    expect(redactor([secret])(`The key ${spelled} is wrong.`)).toBe("***");
  });

  test.each([
    ["a short secret that has something to escape", "ab-cd", "ab&#45;cd", true],
    ["a secret of eight letters", "abcdefgh", "abcd&#101;fgh", true],
    ["a secret that is too short, spelled otherwise", "a-bc", "a&#45;bc", false],
    ["a secret that is too short and has only letters", "abcd", "a-b-c-d", false],
    ["a secret that may be there by chance", "1234", "Order 12:34 at 2026-01-02.", false],
    ["a few characters that the secret has in base64, too", "ab-cd", "WItY2", false],
    ["an escape that is put together of two", "abcdefgh", "abcdefg%&nbsp;68", false],
    ["an escape that a strange letter stands in", "abcdefgh", "abcdefg%&#233;68", false],
    ["a letter that is one of the secret's only if its number is cut", "Abcdefgh", "&#65601;bcdefgh", false],
  ])("%s: %s in %s, %s", (_, hidden, text, isHidden) => {
    expect(presentable(text, redactor([hidden]))).toBe(isHidden ? "***" : text);
  });

  const alphabet = "abcdefghijklmnopqrstuvwxyz";
  test.each([
    [10, 8, true],
    [10, 7, false],
    [16, 8, true],
    [26, 13, true],
    [26, 12, false],
  ])("if it breaks off in a secret of %i letters after %i of them: %s", (length, shown, isHidden) => {
    const text = `the key is: ${alphabet.slice(0, shown)}`;
    expect(redactor([alphabet.slice(0, length)])(text)).toBe(isHidden ? "***" : text);
  });

  const core = "TopSecretCore";
  const long = `é"\\/ +&=%<${core}>?~'ü`;
  const redact = redactor([long]);

  test("through escapes inside escapes", () => {
    const escapes = [
      json,
      encodeURIComponent,
      (text: string) => new URLSearchParams([["", text]]).toString(),
      (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`),
      (text: string) => each(text, (code) => `\\u${hex(code, 4)}`),
    ];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...escapes), { maxLength: 3 }),
        fc.string({ maxLength: 20 }),
        (spellings, around) => {
          const echo = spellings.reduce((text, spell) => spell(text), long);
          const shown = presentable(`${around} ${echo} ${around}`, redact).toLowerCase();
          expect(shown).not.toContain(core.toLowerCase());
        },
      ),
    );
  });

  test("inside a longer text in base64 or hex", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(plain, json, encodeURIComponent),
        fc.constantFrom<BufferEncoding>("base64", "base64url", "hex"),
        fc.string({ maxLength: 9 }),
        fc.string({ maxLength: 9 }),
        (inner, outer, before, behind) => {
          const text = presentable(encoded(`${before}${inner(long)}${behind}`, outer), redact);
          expect(text).toContain("***");
          for (const rest of text.split("***"))
            expect(Buffer.from(rest, outer).toString()).not.toContain(core);
        },
      ),
    );
  });

  test.each(["utf8", "base64", "hex"] as const)("if it breaks off in a secret in %s", (encoding) => {
    const echo = encoded(long, encoding);
    expect(presentable(`{"message":"${echo.slice(0, Math.ceil(echo.length * 0.75))}`, redact)).toBe("***");
  });
});
