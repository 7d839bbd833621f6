import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { presentable, redactor } from "../../../src/client/index.ts";

const core = "TopSecretCore";
const secret = `é"\\/ +&=%<${core}>?~'ü`;
const redact = redactor([secret]);
const shown = (text: string) => presentable(text, redact).toLowerCase();

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const url = (text: string) => encodeURIComponent(text);
const escapes: Readonly<Record<string, (text: string) => string>> = {
  json,
  url,
  form: (text) => new URLSearchParams([["", text]]).toString(),
  html: (text) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`),
  unicode: (text) => text.replace(/./gs, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`),
};

describe("A secret in text from the service", () => {
  test("cannot be read through escapes inside escapes", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...Object.keys(escapes)), { maxLength: 3 }),
        fc.string({ maxLength: 20 }),
        (names, around) => {
          const echo = names.reduce((text, name) => escapes[name]?.(text) ?? text, secret);
          expect(shown(`${around} ${echo} ${around}`)).not.toContain(core.toLowerCase());
        },
      ),
    );
  });

  test("cannot be read inside a longer text in base64 or hex", () => {
    fc.assert(
      fc.property(
        fc.constantFrom((text: string) => text, json, url),
        fc.constantFrom<BufferEncoding>("base64", "base64url", "hex"),
        fc.string({ maxLength: 9 }),
        fc.string({ maxLength: 9 }),
        (inner, outer, before, behind) => {
          const echo = Buffer.from(`${before}${inner(secret)}${behind}`).toString(outer);
          const text = presentable(echo, redact);
          expect(text).toContain("***");
          for (const rest of text.split("***"))
            expect(Buffer.from(rest, outer).toString()).not.toContain(core);
        },
      ),
    );
  });

  test.each(["plain", "base64", "hex"])("cannot be read if the answer breaks off in it (%s)", (form) => {
    const echo = form === "plain" ? secret : Buffer.from(secret).toString(form as BufferEncoding);
    const half = Math.ceil(echo.length * 0.75);
    expect(presentable(`{"message":"${echo.slice(0, half)}`, redact)).toBe("***");
  });

  test("Nothing but the secret is hidden in plain text", () => {
    expect(presentable(`The key ${secret} of order 12 is wrong.`, redact)).toBe(
      "The key *** of order 12 is wrong.",
    );
  });

  test("A secret so short that it may be there by chance hides nothing", () => {
    const text = "Order 12:34 was refused at 2026-01-02.";
    expect(presentable(text, redactor(["1234"]))).toBe(text);
  });
});
