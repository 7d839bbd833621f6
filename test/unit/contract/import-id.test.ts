import { describe, expect, test } from "vitest";
import { readImportId } from "../../../src/contract/index.ts";
import { inTerraform } from "../../harness/terraform-names.ts";

const now = new Date("2026-11-16T12:00:00Z");
const read = (id: string, orderId?: string) => {
  const found = readImportId(id, now, orderId);
  return { ...found, problems: found.problems.map(inTerraform) };
};

describe("The id of an import", () => {
  test.each([
    ["o/c", "o", null],
    ["a/o/c@2026-11-16", "a/o", "2026-11-16T00:00:00.000Z"],
    ["me@o/c", "me@o", null],
    ["undefined/c", "undefined", null],
    ["o/c@2026-11-01T12:00:00+01:00", "o", "2026-11-01T11:00:00.000Z"],
    ["o/c@2026-11-01T12:00:00-05:30", "o", "2026-11-01T17:30:00.000Z"],
    ["o/c@2026-11-01T12:00:00.25Z", "o", "2026-11-01T12:00:00.250Z"],
    ["o/c@2026-11-01T23:59:59Z", "o", "2026-11-01T23:59:59.000Z"],
    ["o/c@2026-07-31", "o", "2026-07-31T00:00:00.000Z"],
    ["o/c@2024-02-29", "o", "2024-02-29T00:00:00.000Z"],
    ["o/c@2026-11-16T12:00:00Z", "o", "2026-11-16T12:00:00.000Z"],
  ])("names an order, a certificate and perhaps a date: %s", (id, orderId, issuedAt) => {
    const expected = { orderId, certificateId: "c", issuedAt, asLatest: false, problems: [] };
    expect(read(id)).toEqual(expected);
    expect(read(id, orderId)).toEqual(expected);
  });

  test.each(["o", "a/o", "me@o"])("names a certificate as the latest: %s/c@latest", (orderId) => {
    const expected = { orderId, certificateId: "c", issuedAt: null, asLatest: true, problems: [] };
    expect(read(`${orderId}/c@latest`)).toEqual(expected);
    expect(read(`${orderId}/c@latest`, orderId)).toEqual(expected);
  });

  test("names a certificate as the latest, with its time of issue", () => {
    const both = { orderId: "o", certificateId: "c", asLatest: true, issuedAt: "2026-11-01T00:00:00.000Z" };
    expect(read("o/c@latest,2026-11-01")).toMatchObject({ ...both, problems: [] });
    for (const wrong of ["o/c@latest,", "o/c@latest,soon", "o/c@2026-11-01,latest"])
      expect(read(wrong).problems).toMatchObject([{ message: "issued_at is not a date." }]);
  });

  test("A certificate may look like a date, but not like the word latest", () => {
    expect(read("o/2026-11-01")).toMatchObject({
      certificateId: "2026-11-01",
      asLatest: false,
      problems: [],
    });
    expect(read("o/latest").problems).toMatchObject([{ message: "certificate_id is not given." }]);
  });

  test.each([
    ["o", "order_id", "The import has to name an order and a certificate."],
    ["/c", "order_id", "The import has to name an order and a certificate."],
    ["a line\no/c", "order_id", "The import has to name an order and a certificate."],
    ["a line\no/c@2026-11-01", "order_id", "The import has to name an order and a certificate."],
    [
      "o/c@2026-11-01\n",
      "order_id",
      "The import has to name an order and a certificate.",
      "issued_at",
      "issued_at is not a date.",
    ],
    ["o/", "certificate_id", "certificate_id is empty."],
    ["o/@2026-11-01", "certificate_id", "certificate_id is empty."],
    ["o/undefined", "certificate_id", "certificate_id is not given."],
    ...[
      "",
      "about 2026-11-01",
      "2026-11-01 12:00",
      ...`11/01/2026 2026-02-31 2026-02-29 2026-13-01 2026-00-01 2026-11-00 2026-11-1 26-11-01
    2026-11-01T12:00:00 2026-11-01T12:00Z 2026-11-01T24:00:00Z 2026-11-01T24:00:00.000+01:00
    2026-11-01T25:00:00Z 2026-11-01T12:60:00Z 2026-11-01T12:00:00.Z 2026-11-01T12:00:00+0100
    2026-11-01T12:00:00+24:00 2026-11-01@2026-11-01 LATEST latest@2026-11-01`.split(/\s+/),
    ].map((date) => [`order/cert@${date}`, "issued_at", "issued_at is not a date."]),
    ["o/c@2026-11-17", "issued_at", "issued_at is in the future."],
    ["o/c@2026-11-16T12:00:00.001Z", "issued_at", "issued_at is in the future."],
  ])("is refused with a problem of its part: %j, %s, %s", (id, ...reported) => {
    const { problems } = read(String(id));
    expect(problems.flatMap(({ field, message }) => [field, message])).toEqual(reported);
    for (const problem of problems) expect(problem).toMatchObject({ rule: "import", severity: "error" });
  });

  test("has to name the order of its resource", () => {
    expect(read("o/a/b", "o").problems.map(({ message }) => message)).toEqual([
      "certificate_id cannot contain a slash or an @.",
    ]);
    expect(read("p/c", "o").problems.map(({ message }) => message)).toEqual([
      "The import has to name order o and a certificate.",
    ]);
  });

  test("is checked as far as it is known", () => {
    expect(read("%{o}/%{c}@%{d}", "%{o}").problems).toEqual([]);
    expect(read("%{o}/c@soon", "%{o}").problems).toMatchObject([{ field: "issued_at" }]);
  });
});
