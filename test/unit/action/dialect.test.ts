import { expect, test } from "vitest";
import { actionDialect } from "../../../src/action/dialect.ts";
import type { FieldRef, Paste } from "../../../src/contract/index.ts";

const ofAttempt = { orderId: "order-1", attemptId: "0a1b2c3d4e5f" };

test.each<[FieldRef | Paste, string]>([
  [{ kind: "name", name: "journal_dir" }, "journal-dir"],
  [{ kind: "name", name: "journal", value: "none" }, "journal: none"],
  [{ kind: "resolve", ...ofAttempt, certificateId: null }, "resolve: 0a1b2c3d4e5f:not-happened"],
  [{ kind: "resolve", ...ofAttempt, certificateId: "cert-1" }, "resolve: 0a1b2c3d4e5f:cert-1"],
  [{ kind: "resolve", ...ofAttempt, certificateId: undefined }, "resolve: 0a1b2c3d4e5f:CERTIFICATE_ID"],
  [{ kind: "supersede", ...ofAttempt }, "supersede: 0a1b2c3d4e5f"],
  [{ kind: "service", service: "staging" }, "service: staging"],
  [{ kind: "service", service: "https://api.example.com" }, "service: https://api.example.com"],
  [{ kind: "repair", orderId: "order-1" }, "certorder journal repair order-1"],
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
  expect(actionDialect({ kind: "service", service: text })).toBe(`service: ${JSON.stringify(text)}`);
  expect(actionDialect({ kind: "supersede", orderId: "order-1", attemptId: text })).toBe(
    `supersede: ${JSON.stringify(text)}`,
  );
});
