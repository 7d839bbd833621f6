import fc from "fast-check";
import { expect, test } from "vitest";
import { answerRedactor } from "../../../src/client/addresses.ts";
import { presentable } from "../../../src/client/redact.ts";

const tested = "https://hooks.example.com/services/T000/SECRET?tok=abcdef123";
const redact = answerRedactor(["topsecretkey"], tested);
const shown = (text: string) => presentable(text, redact);
const saved = "https://saved.example.com/hook/S3CRET";
const encode = encodeURIComponent;

test.each([
  ["in a sentence", `(see ${saved}).`, "(see https://saved.example.com/…)."],
  [
    "between quotes",
    `'${saved}', "${saved}"`,
    "'https://saved.example.com/…', \"https://saved.example.com/…\"",
  ],
  ["escaped as in JSON", saved.replaceAll("/", "\\/"), "https://saved.example.com/…"],
  ["with Unicode escapes", saved.replaceAll("/", "\\u002f"), "https://saved.example.com/…"],
  ["with references", `<a>${saved.replaceAll("/", "&#x2F;")}</a>`, "<a>https://saved.example.com/…</a>"],
  ["percent-encoded", `url=${encode(saved)}&x=1`, "url=https://saved.example.com/…"],
  ["percent-encoded twice", encode(encode(saved)), "https://saved.example.com/…"],
  [
    "over two lines",
    "https://saved.example.com/ho\r\n  ok/S3CRET has failed",
    "https://saved.example.com/… has failed",
  ],
  ["without a scheme", "saved.example.com/hook/S3CRET", "saved.example.com/…"],
  ["without a scheme, with a port", "saved.example.com:8443?key=S3CRET", "saved.example.com:8443/…"],
  ["without a scheme, escaped", "saved.example.com\\/hook\\/S3CRET", "saved.example.com/…"],
  ["with a number as its host", "10.0.0.1/hook/S3CRET", "10.0.0.1/…"],
  ["with a port", "http://[::1]:8080/S3CRET", "http://[::1]:8080/…"],
  ["with a user", "https://me:S3CRET@saved.example.com", "https://saved.example.com/…"],
  [
    "with a user, percent-encoded",
    encode("https://me:S3CRET@saved.example.com"),
    "https://saved.example.com/…",
  ],
])("An address %s is shown with its origin only", (_, text, expected) => {
  expect(shown(text)).toBe(expected);
});

test.each([
  "See https://h.example. Or https://h.example/, https://h.example:8443?",
  "Use text/html or HTTP/1.1, e.g./i.e. index.html: http_503, https%20here, https: no.",
])("A text without a path is shown as it is: %s", (text) => {
  expect(shown(text)).toBe(text);
});

test.each([
  ["path and query", "POST /services/T000/SECRET?tok=abcdef123: 500", "POST ***: 500"],
  ["path", "path /services/T000/SECRET is gone", "path *** is gone"],
  ["query", "the query tok=abcdef123 is wrong", "the query *** is wrong"],
  ["path in base64", Buffer.from(tested).toString("base64"), "***"],
  ["path on two lines", "/services/T0\n00/SECRET?tok=abcdef123", "***"],
  ["path next to a key", "/services/T000/SECRET?tok=abcdef123&k=topsecretkey", "***&k=***"],
])("The %s of the address under test counts as a secret", (_, text, expected) => {
  expect(shown(text)).toBe(expected);
});

test("A path of ordinary words hides only itself", () => {
  const redact = answerRedactor([], "https://hooks.example.com/callback");
  expect(presentable("The callback at /callback, a call-back, failed", redact)).toBe(
    "The callback at ***, a call-back, failed",
  );
  expect(presentable("n/a", answerRedactor([], "https://hooks.example.com/a"))).toBe("n/a");
});

test("No secret of an address survives, whatever surrounds it", () => {
  const spellings = [
    (text: string) => text,
    encode,
    (text: string) => JSON.stringify(text).replaceAll("/", "\\/"),
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(tested, saved),
      fc.array(fc.constantFrom(...spellings), { maxLength: 3 }),
      fc.string(),
      fc.string(),
      (address, spell, before, after) => {
        const text = spell.reduce<string>((inner, next) => next(inner), address);
        expect(shown(`${before}${text}${after}`)).not.toMatch(/S3CRET|SECRET|abcdef/);
      },
    ),
  );
});

test.each([" https://.", "https://h/a\n", "https://a@", "a.b/", "x\n", ".", "%25"])(
  "An answer is searched in little time: a mebibyte of %j",
  (part) => {
    const text = `https://h/${part.repeat(1_048_576 / part.length)}`;
    expect(shown(text).length).toBeLessThanOrEqual(301);
  },
);
