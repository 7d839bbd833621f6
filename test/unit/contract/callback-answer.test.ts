import { expect, test } from "vitest";
import { saysPass } from "../../../src/contract/index.ts";

// The whole table is in test/unit/client/classify.test.ts: an answer is read by its status, too.
test("A byte order mark before the answer of a callback test is skipped", () => {
  expect(saysPass('\ufeff{"code":"success"}')).toBe(true);
  expect(saysPass("\ufeff")).toBe(true);
  expect(saysPass('x{"code":"success"}')).toBe(false);
});
