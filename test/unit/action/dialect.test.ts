import { expect, test } from "vitest";
import { actionDialect } from "../../../src/action/dialect.ts";
import type { FieldRef, Paste } from "../../../src/contract/index.ts";

const ofAttempt = { orderId: "order-1", attemptId: "0a1b2c3d4e5f" };
const service = (name: string) => ({ kind: "service", service: name }) as const;

test.each<[FieldRef | Paste, string]>([
  [{ kind: "name", name: "max_age", value: "60d" }, "max-age: 60d"],
  [{ kind: "name", name: "journal", value: "none" }, "journal: none"],
  [{ kind: "name", name: "sign_key_pin" }, "sign-key-pin"],
  // These fields are in request-file only.
  [{ kind: "name", name: "dcv_method" }, "dcv_method in request-file"],
  [{ kind: "name", name: "dcv_method", value: "dns" }, '"dcv_method": "dns" in request-file'],
  [{ kind: "resolve", ...ofAttempt, certificateId: null }, "resolve: 0a1b2c3d4e5f:not-happened"],
  [{ kind: "resolve", ...ofAttempt, certificateId: "cert-1" }, "resolve: 0a1b2c3d4e5f:cert-1"],
  [{ kind: "resolve", ...ofAttempt, certificateId: undefined }, "resolve: 0a1b2c3d4e5f:CERTIFICATE_ID"],
  [
    { kind: "resolve", ...ofAttempt, certificateId: "cert-1", isSameId: true },
    "resolve: 0a1b2c3d4e5f:cert-1:same-id",
  ],
  [{ kind: "supersede", ...ofAttempt }, "supersede: 0a1b2c3d4e5f"],
  [{ kind: "import", orderId: "order-1", certificateId: undefined }, "import: CERTIFICATE_ID@latest"],
  [
    { kind: "import", orderId: "order-1", certificateId: "cert-1", isDated: true },
    "import: cert-1@YYYY-MM-DD",
  ],
  [
    { kind: "import", orderId: "order-1", certificateId: "cert-1", bringsBack: true },
    "certorder journal import order-1 cert-1 --bring-back",
  ],
  [{ kind: "init", place: "/var/x" }, "certorder journal init --journal /var/x"],
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
