import { describe, expect, test } from "vitest";
import { maskRequest, maskSecrets } from "../../../src/action/secrets.ts";
import { callbackTestFields, reissueFields } from "../../../src/contract/index.ts";

/** The values that the runner has to hide. */
function hidden(tell: (runner: { mask(secret: string): void }) => void): string[] {
  const masked: string[] = [];
  tell({ mask: (secret) => masked.push(secret) });
  return masked;
}

describe("The runner hides", () => {
  test("the secrets among the inputs and the settings' variables, and no ids", () => {
    const env = {
      "INPUT_AUTH-KEY": "auth-key-input",
      "INPUT_KEY-ID": "key-id-input",
      "INPUT_ORDER-ID": "order-id-input",
      "INPUT_SIGN-KEY-PIN": "sign-key-pin-input",
      CERTORDER_AUTH_KEY: "auth-key-variable",
      CERTORDER_KEY_ID: "key-id-variable",
    };
    expect(hidden((runner) => maskSecrets(env, runner)).sort()).toEqual([
      "auth-key-input",
      "auth-key-variable",
      "sign-key-pin-input",
    ]);
    expect(hidden((runner) => maskSecrets({}, runner))).toEqual([]);
  });

  test("the password in a journal's URL, encoded and decoded, and no URL without one", () => {
    const url = "postgres://me:p%40ssword@host/db";
    const env = { "INPUT_JOURNAL-URL": url, CERTORDER_JOURNAL_URL: "s3://bucket/prefix?region=eu-north-1" };
    expect(hidden((runner) => maskSecrets(env, runner))).toEqual([url, "p%40ssword", "p@ssword"]);
  });

  test("the secrets of a request that came from a file", () => {
    const values = { sign_key_pin: "a long pin", sign_key_pin_tip: "a long tip", order_id: "order-1" };
    expect(hidden((runner) => maskRequest(reissueFields, values, runner))).toEqual(["a long pin"]);
    expect(hidden((runner) => maskRequest(callbackTestFields, {}, runner))).toEqual([]);
    expect(hidden((runner) => maskRequest(callbackTestFields, { access_key: 1_234_567 }, runner))).toEqual([
      "1234567",
    ]);
  });

  test("a secret of several lines as a whole and line by line, each once, unless a line is too short", () => {
    const access_key = "first line\r\n\nsecond line\nshort\nfirst line\n      .";
    expect(hidden((runner) => maskRequest(callbackTestFields, { access_key }, runner))).toEqual([
      access_key,
      "first line",
      "second line",
    ]);
    expect(hidden((runner) => maskRequest(callbackTestFields, { access_key: "123456" }, runner))).toEqual([
      "123456",
    ]);
    expect(hidden((runner) => maskRequest(callbackTestFields, { access_key: "12345" }, runner))).toEqual([]);
  });
});
