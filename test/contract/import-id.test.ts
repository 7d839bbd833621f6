import { describe, expect, test } from "vitest";
import { readImportId } from "../../src/contract/index.ts";

const now = new Date("2026-11-16T12:00:00Z");
const read = (id: string, orderId?: string) => readImportId(id, now, orderId);

describe("the id of an import", () => {
  test.each([
    ["o/c", "o", null],
    ["a/o/c@2026-11-16", "a/o", "2026-11-16T00:00:00.000Z"],
    ["me@o/c", "me@o", null],
    ["o/c@2026-11-01T12:00:00+01:00", "o", "2026-11-01T11:00:00.000Z"],
  ])("%s names an order, a certificate and perhaps a date", (id, orderId, issuedAt) => {
    const expected = { orderId, certificateId: "c", issuedAt, issues: [] };
    expect(read(id)).toEqual(expected);
    expect(read(id, orderId)).toEqual(expected);
  });

  test.each([
    ["o", "order_id"],
    ["/c", "order_id The import does not name an order."],
    ["a line\no/c", "order_id"],
    ["o/", "certificate_id is empty."],
    ["o/undefined", "certificate_id is not given."],
    ["o/c@", "issued_at is not a date."],
    ["o/c@11/01/2026", "issued_at is not a date."],
    ["o/c@2026-02-31", "issued_at is not a date."],
    ["o/c@2026-11-01T25:00:00Z", "issued_at is not a date."],
    ["o/c@2026-11-17", "issued_at is in the future."],
  ])("%s is told: %s", (id, message) => {
    expect(read(id).issues.map((issue) => `${issue.field} ${issue.message}`)).toEqual([
      expect.stringContaining(message),
    ]);
  });

  test("is of the order that it should be of", () => {
    expect(read("o/a/b", "o").issues.map(({ message }) => message)).toEqual([
      "certificate_id cannot contain a slash or an @.",
    ]);
    expect(read("p/c", "o").issues.map(({ message }) => message)).toEqual([
      "The import does not name the order o.",
    ]);
  });

  test("is judged as far as it is known", () => {
    expect(read("%{o}/%{c}@%{d}", "%{o}").issues).toEqual([]);
    expect(read("%{o}/c@soon", "%{o}").issues).toMatchObject([{ field: "issued_at" }]);
  });
});
