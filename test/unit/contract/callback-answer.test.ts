import { expect, test } from "vitest";
import { callbackCodes, describePass } from "../../../src/contract/index.ts";

// The whole table is in test/unit/client/classify.test.ts: an answer is read by its status, too.
const passes = (body: string, contentType?: string) => describePass(body, contentType) !== undefined;
const withMembers = (members: string) => `{"code":"success",${members}}`;

test("A byte order mark before the answer of a callback test is skipped", () => {
  expect(passes('\ufeff{"code":"success"}')).toBe(true);
  expect(passes("\ufeff")).toBe(true);
  expect(passes('x{"code":"success"}')).toBe(false);
});

test.each([
  '"success":false',
  '"error":"boom"',
  '"error":true',
  '"errors":["x"]',
  '"errors":{"url":"wrong"}',
  '"status":"error"',
  '"status":"FAILED"',
  '"status":500',
  '"callback_status":403',
  '"result":"timed_out"',
  '"data":{"code":"callback_send_error"}',
  '"data":{"success":false}',
  '"data":{"callback":{"passed":false}}',
  '"data":[{"has_error":true}]',
  '"data":{"status":["ok","error"]}',
  `"data":${"[".repeat(10_000)}${"]".repeat(10_000)}`,
  ...Object.keys(callbackCodes).map((code) => `"reason":"${code}"`),
])("An answer that contradicts its own code does not pass: %s", (members) => {
  expect(passes(withMembers(members))).toBe(false);
});

test.each([
  '"success":true',
  '"error":null',
  '"errors":[]',
  '"error":""',
  '"error":false',
  '"request_id":"7"',
  '"status":"ok"',
  '"status":200',
  '"data":{"code":0}',
  '"data":{"order_status":"issued","cert_id":"error-1","message":"No error."}',
  '"data":{"url":"https://failed.example.com/errors","disabled":false}',
  '"data":{"disabled":true,"enabled_actions":[]}',
])("A member that reports no failure does not change a success: %s", (members) => {
  expect(describePass(withMembers(members), undefined)).toBe("The callback answered.");
});

test("An empty answer passes and says so, unless it has the type of a page", () => {
  for (const type of [undefined, "", "application/json", "application/problem+json; charset=utf-8"])
    expect(describePass(" \n", type)).toBe("The service's answer is empty, which counts as a pass.");
  for (const type of ["text/html", "text/plain; charset=utf-8", "application/jsonp"])
    expect(passes("", type)).toBe(false);
});
