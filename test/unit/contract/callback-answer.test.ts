import { expect, test } from "vitest";
import { saysPass } from "../../../src/contract/index.ts";

// The whole table is in test/unit/client/classify.test.ts: an answer is read by its status, too.
test("A byte order mark before the answer of a callback test is skipped", () => {
  expect(saysPass('\ufeff{"code":"success"}')).toBe(true);
  expect(saysPass("\ufeff")).toBe(true);
  expect(saysPass('x{"code":"success"}')).toBe(false);
});

test.each(['"success":false', '"error":"boom"', '"errors":["x"]', '"errors":{"url":"wrong"}'])(
  "An answer that contradicts its own code does not pass: %s",
  (member) => {
    expect(saysPass(`{"code":"success",${member}}`)).toBe(false);
  },
);

test.each(['"success":true', '"error":null', '"errors":[]', '"error":""', '"request_id":"7"'])(
  "A member that reports no failure does not change a success: %s",
  (member) => {
    expect(saysPass(`{"code":"success",${member}}`)).toBe(true);
  },
);
