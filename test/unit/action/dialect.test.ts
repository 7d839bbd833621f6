import { expect, test } from "vitest";
import { actionDialect } from "../../../src/action/dialect.ts";
import type { FieldRef, Paste } from "../../../src/contract/index.ts";

const ofAttempt = { orderId: "order-1", attemptId: "0a1b2c3d4e5f" };
const service = (name: string) => ({ kind: "service", service: name }) as const;

test.each<[FieldRef | Paste, string]>([
  [{ kind: "name", name: "journal_dir" }, "journal-dir"],
  [{ kind: "name", name: "journal", value: "none" }, "journal: none"],
  [{ kind: "resolve", ...ofAttempt, certificateId: null }, "resolve: 0a1b2c3d4e5f:not-happened"],
  [{ kind: "resolve", ...ofAttempt, certificateId: "cert-1" }, "resolve: 0a1b2c3d4e5f:cert-1"],
  [{ kind: "resolve", ...ofAttempt, certificateId: undefined }, "resolve: 0a1b2c3d4e5f:CERTIFICATE_ID"],
  [{ kind: "supersede", ...ofAttempt }, "supersede: 0a1b2c3d4e5f"],
  [{ kind: "repair", orderId: "order-1" }, "certorder journal repair order-1"],
  [service("https://api.example.com"), "service: https://api.example.com"],
  // YAML would read these as something else.
  [{ kind: "supersede", orderId: "order-1", attemptId: "123456789e12" }, 'supersede: "123456789e12"'],
  [service("012345678901"), 'service: "012345678901"'],
  [service("staging #2"), 'service: "staging #2"'],
  [service("staging: eu"), 'service: "staging: eu"'],
  [service('the "new" one'), 'service: "the \\"new\\" one"'],
])("The action writes %j as %j", (part, line) => {
  expect(actionDialect(part)).toBe(line);
});
