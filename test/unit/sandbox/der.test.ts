import { expect, test } from "vitest";
import { octetString, time, unsignedInteger } from "../../../src/sandbox/x509/der.ts";

// What a certificate needs is tried with OpenSSL: certificates.test.ts. These are values that few certificates have.

test.each([
  ["80", "02020080"],
  ["000001", "020101"],
  ["", "020100"],
])("The number %s is written as positive, without a needless zero in front: %s", (bytes, written) => {
  expect(unsignedInteger(Buffer.from(bytes, "hex")).toString("hex")).toBe(written);
});

// OpenSSL also takes longer ones.
test.each([
  [127, "047f"],
  [128, "048180"],
  [256, "04820100"],
  [65_536, "0483010000"],
])("A content of %i bytes has the shortest length: %s", (length, head) => {
  const written = octetString(Buffer.alloc(length)).toString("hex");
  expect(written.slice(0, -2 * length)).toBe(head);
});

test("A time has a year of two digits up to 2049, and of four digits after that", () => {
  expect(time(new Date("2049-12-31T23:59:59Z")).toString("latin1")).toBe("\x17\x0d491231235959Z");
  expect(time(new Date("2050-01-01T00:00:00Z")).toString("latin1")).toBe("\x18\x0f20500101000000Z");
});
