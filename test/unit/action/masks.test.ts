import { expect, test } from "vitest";
import { maskRequest, maskSecrets } from "../../../src/action/secrets.ts";
import { callbackTestFields, type Fields, reissueFields } from "../../../src/contract/index.ts";

// The values that the action asks the runner to hide.

test.each([
  [
    "the secrets among the inputs and the settings' variables, and no ids",
    {
      "INPUT_AUTH-KEY": "auth-key-input",
      "INPUT_KEY-ID": "key-id-input",
      "INPUT_ORDER-ID": "order-id-input",
      "INPUT_SIGN-KEY-PIN": "sign-key-pin-input",
      CERTORDER_AUTH_KEY: "auth-key-variable",
      CERTORDER_KEY_ID: "key-id-variable",
    },
    ["auth-key-input", "auth-key-variable", "sign-key-pin-input"],
  ],
  [
    "the password in a journal's URL, encoded and decoded, and no URL without one",
    {
      INPUT_JOURNAL: "postgres://me:p%40ssword@host/db",
      CERTORDER_JOURNAL: "s3://bucket/prefix?region=eu-north-1",
    },
    ["p%40ssword", "p@ssword", "postgres://me:p%40ssword@host/db"],
  ],
  ["nothing where nothing is given", {}, []],
])("The environment has %s", (_, env, secrets) => {
  const masked: string[] = [];
  maskSecrets(env, { mask: (secret) => masked.push(secret) });
  expect(masked.sort()).toEqual(secrets);
});

const lines = "first line\r\n\nsecond line\nshort\nfirst line\n      .";

test.each<[string, Fields, Record<string, unknown>, string[]]>([
  [
    "a secret, and no tip or id",
    reissueFields,
    { sign_key_pin: "a long pin", sign_key_pin_tip: "a long tip", order_id: "order-1" },
    ["a long pin"],
  ],
  ["no secret", callbackTestFields, {}, []],
  ["a number", callbackTestFields, { access_key: 1_234_567 }, ["1234567"]],
  [
    "several lines, each of which is hidden once",
    callbackTestFields,
    { access_key: lines },
    [lines, "first line", "second line"],
  ],
  ["a short secret", callbackTestFields, { access_key: "123456" }, ["123456"]],
  ["one that also occurs in harmless texts", callbackTestFields, { access_key: "12345" }, []],
])("A request that came from a file has %s", (_, fields, values, secrets) => {
  const masked: string[] = [];
  maskRequest(fields, values, { mask: (secret) => masked.push(secret) });
  expect(masked).toEqual(secrets);
});
