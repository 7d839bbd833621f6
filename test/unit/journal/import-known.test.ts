import { expect, test } from "vitest";
import { applyImport, importedEvent, isImportKnown } from "../../../src/journal/import.ts";
import { blankAttempt, type OrderHistory } from "../../../src/journal/index.ts";
import { knowing } from "../../../src/journal/rules.ts";

const context = { service: { name: undefined, address: "https://api.test" }, at: "2026-11-15T12:00:00.000Z" };
type Statement = Parameters<typeof importedEvent>[2];

const afterImport = (attempts: OrderHistory["attempts"], statement: Statement) =>
  applyImport(attempts, importedEvent("order-1", attempts, statement, context)) ?? [];

test.each<[string, boolean, Statement, Partial<Statement>]>([
  ["the same again", true, { certificateId: "c" }, {}],
  ["a request that was not stated before", false, { certificateId: "c" }, { requestDigest: "A" }],
  // The first request stays, so that a left-over import with a new CSR says nothing new.
  ["another request", true, { certificateId: "c", requestDigest: "A" }, { requestDigest: "B" }],
  [
    "other triggers",
    false,
    { certificateId: "c", requestDigest: "csr:1 triggers:1" },
    { requestDigest: "csr:1 triggers:2" },
  ],
  ["a date", false, { certificateId: "c" }, { issuedAt: "2026-01-01T00:00:00.000Z" }],
  ["another validity", true, { certificateId: "c", validityDays: 90 }, { validityDays: 30 }],
])("An import that states %s is known: %s", (_, isKnown, first, more) => {
  const attempts = afterImport([], first);
  expect(isImportKnown(attempts, { certificateId: "c", ...more })).toBe(isKnown);
});

test("An imported certificate whose id cannot be read is not taken for another one", () => {
  const attempts = afterImport([], { certificateId: "" });
  expect(attempts[0]).toMatchObject({ status: "succeeded", certificateId: undefined });
  const sent = { ...blankAttempt("a1", "order-1"), status: "succeeded" } as const;
  expect(knowing(sent)([...attempts, sent])).toBe(sent);
});
