import { expect, test } from "vitest";
import { actionDialect } from "../../../src/action/dialect.ts";
import type { FieldRef, Paste } from "../../../src/contract/index.ts";

const ofAttempt = { orderId: "order-1", attemptId: "0a1b2c3d4e5f" };

test.each<[FieldRef | Paste, string]>([
  [{ of: "name", name: "journal_dir" }, "journal-dir"],
  [{ of: "name", name: "journal", value: "none" }, "journal: none"],
  [{ of: "resolve", ...ofAttempt, certificateId: null }, "resolve: 0a1b2c3d4e5f:not-happened"],
  [{ of: "resolve", ...ofAttempt, certificateId: "cert-1" }, "resolve: 0a1b2c3d4e5f:cert-1"],
  [{ of: "resolve", ...ofAttempt, certificateId: undefined }, "resolve: 0a1b2c3d4e5f:CERTIFICATE_ID"],
  [{ of: "supersede", ...ofAttempt }, "supersede: 0a1b2c3d4e5f"],
  [{ of: "service", service: "staging" }, "service: staging"],
  [{ of: "service", service: "https://api.example.com" }, "service: https://api.example.com"],
  [{ of: "repair", orderId: "order-1" }, "certorder journal repair order-1"],
])("The action writes %j as %j", (part, line) => {
  expect(actionDialect(part)).toBe(line);
});

test.each([
  ["An id that YAML reads as a number", "012345678901"],
  ["An id that YAML reads as a number with an exponent", "123456789e12"],
  ["A name with a comment sign", "staging #2"],
  ["A name with a colon and a blank", "staging: eu"],
  ["A name with a quotation mark", 'the "new" one'],
])("%s is quoted in a line to paste: %s", (_, text) => {
  expect(actionDialect({ of: "service", service: text })).toBe(`service: ${JSON.stringify(text)}`);
  expect(actionDialect({ of: "supersede", orderId: "order-1", attemptId: text })).toBe(
    `supersede: ${JSON.stringify(text)}`,
  );
});
