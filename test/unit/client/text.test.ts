import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { presentable, redactor } from "../../../src/client/index.ts";

const plain = (text: string) => text;
/** Anything that a JavaScript string can hold, half characters too. */
const unit = fc.nat(0xffff).map((code) => String.fromCharCode(code));

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
});

describe("Secrets in text from the service", () => {
  const secret = 'p@ss/w"ord+ é\\';
  const encodings: [string, string][] = [
    ["as they stand", secret],
    ["in base64", Buffer.from(secret).toString("base64")],
    ["in base64url", Buffer.from(secret).toString("base64url")],
    ["in hex", Buffer.from(secret).toString("hex")],
    ["in hex, upper case", Buffer.from(secret).toString("hex").toUpperCase()],
    ["URL-encoded", encodeURIComponent(secret)],
    ["URL-encoded in lower case", encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
    ["JSON-encoded", JSON.stringify(secret).slice(1, -1)],
    ["JSON-encoded in ASCII", JSON.stringify(secret).slice(1, -1).replace("é", "\\u00e9")],
  ];

  test.each(encodings)("are masked %s", (_, spelling) => {
    const shown = presentable(`before ${spelling} after`, redactor([secret]));
    expect(shown).toBe("before *** after");
  });

  test("are masked also across the cut", () => {
    const shown = presentable(`${"x".repeat(295)}topsecretkey`, redactor(["topsecretkey"]));
    expect(shown).not.toContain("tops");
  });

  test("are masked also with control characters in them", () => {
    expect(presentable("top\u200bsecret\x00key", redactor(["topsecret key"]))).toBe("***");
  });

  test("are masked in base64 with and without padding", () => {
    const spelled = Buffer.from("key~~~~").toString("base64");
    expect(spelled).toBe("a2V5fn5+fg==");
    const redact = redactor(["key~~~~"]);
    expect(presentable(`${spelled} ${spelled.slice(0, -2)}.`, redact)).toBe("*** ***.");
  });

  test("are masked whole if one is the beginning of another", () => {
    expect(presentable("abcdef and abc", redactor(["abc", "abcdef"]))).toBe("*** and ***");
  });

  test("An empty or invisible secret hides nothing", () => {
    expect(presentable("hello", redactor(["", ""]))).toBe("hello");
    expect(presentable("hello", redactor(["\u200b\u200b"]))).toBe("hello");
  });

  test("No secret survives, whatever surrounds it", () => {
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
