import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskMessage } from "../../../src/inspector/mask.ts";

const secret = "s3cret-value-1";
const mask = (body: string, headers = {}, secrets: string[] = []) => maskMessage(headers, body, secrets);

describe("A message that is shown", () => {
  test.each([
    ["a secret field", `{"access_key":"${secret}","url":"https://a.test/"}`],
    ["a field below another", `{"a":[{"sign_key_pin":"${secret}"}]}`],
    ["a name with an escape", `{"acc\\u0065ss_key":"${secret}"}`],
    ["an unknown field with the name of a secret", `{"auth_key": "${secret}", "password":"${secret}"}`],
    ["JSON that breaks off", `{"url":"https://a.test/","access_key":"${secret}`],
    ["a secret that is no text", `{"access_key":["${secret}"]}`],
    ["a private key", `{"csr":"-----BEGIN PRIVATE KEY-----\\n${secret}\\n-----END PRIVATE KEY-----"}`],
    ["a private key that breaks off", `-----BEGIN RSA PRIVATE KEY-----\n${secret}`],
    ["a field of a form", `url=https%3A%2F%2Fa.test%2F&access_key=${secret}&x=1`],
    ["a field with other quotes", `{'access_key': '${secret}'}`],
    ["a line of a head", `X-CC-Callback-Auth: ${secret}`],
    ["JSON inside JSON", JSON.stringify(JSON.stringify({ access_key: secret }))],
    [
      "a secret that stands in a second field, too",
      `{"sign_key_pin":"${secret}","sign_key_pin_tip":"${secret}"}`,
    ],
  ])("has no %s", (_, body) => {
    const shown = mask(body).body;
    expect(shown).not.toContain(secret);
    expect(shown).toContain("(secret)");
  });

  test("has none of the known secrets, wherever they stand", () => {
    const headers = { "x-cc-auth-key": secret, "x-echo": `got ${secret}`, "x-cc-key-id": "demo" };
    expect(mask(`an answer with ${secret} and known-secret`, headers, ["known-secret"])).toEqual({
      headers: [
        ["x-cc-auth-key", "(secret)"],
        ["x-echo", "got (secret)"],
        ["x-cc-key-id", "demo"],
      ],
      body: "an answer with (secret) and (secret)",
    });
  });

  test.each([
    ["as JSON of PHP has it", '{"got":"a\\/key+\u00e9"}'],
    ["as JSON of Python has it", '{"got":"a/key+\\u00e9"}'],
    ["in a name", '{"a\\/key+\\u00e9":1}'],
    ["in a form", `got=${encodeURIComponent("a/key+\u00e9")}`],
  ])("has no known secret %s", (_, body) => {
    const shown = mask(body, {}, ["a/key+\u00e9"]).body;
    expect(shown).not.toMatch(/key/);
    expect(shown).toContain("(secret)");
  });

  test("has no known secret in a header whose bytes are UTF-8", () => {
    const header = Buffer.from("a/key+\u00e9").toString("latin1");
    expect(mask("", { "x-echo": header }, ["a/key+\u00e9"]).headers).toEqual([["x-echo", "(secret)"]]);
  });

  test.each([
    ["quotes", '"\\"'.repeat(300_000)],
    ["escaped quotes", `"${'\\"'.repeat(500_000)}`],
    ["names", '"a":'.repeat(250_000)],
    ["beginnings of private keys", `${"-----BEGIN PRIVATE KEY-----".repeat(37_000)}"`],
    ["brackets", "[".repeat(500_000) + "]".repeat(500_000)],
    ["one word", "a".repeat(1_000_000)],
  ])("is masked quickly, also with a megabyte of %s", (_, body) => {
    const startedAt = performance.now();
    mask(body, {}, [secret]);
    // Patterns that read a part of a text twice take minutes.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  test("keeps prose as it is", () => {
    const body = "unauthorized: no such key: 12; author: me; See the keys: all";
    expect(mask(body).body).toBe(body);
  });

  test("is unchanged where it has no secret", () => {
    const body =
      '{ "certificate": {"csr":"-----BEGIN CERTIFICATE REQUEST-----\\nMII", "un_modify_key" : true},  "sign_key_pin_tip":"a tip" }';
    expect(mask(body, { accept: "*/*" })).toEqual({ headers: [["accept", "*/*"]], body });
  });

  test("has the secret of no JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom("access_key", "sign_key_pin", "authKey"), (value, name) => {
        const body = JSON.stringify({ before: value, [name]: secret, after: [value, { [name]: secret }] });
        expect(mask(body).body).not.toContain(secret);
      }),
    );
  });

  test("is cut off if it is long, after its secrets were masked", () => {
    const body = `${"x".repeat(32_760)}${secret}${"y".repeat(10)}`;
    const shown = mask(body, {}, [secret]);
    expect(shown.body).toHaveLength(32_768);
    expect(shown.body.endsWith("x(secret)")).toBe(true);
    expect(shown.cutFrom).toBe(32_760 + 8 + 10);
  });
});
