import { expect, test } from "vitest";
import { expiryEstimate, isRenewalDue } from "../../../src/provider/reissue/renewal.ts";
import { stateOf } from "../states.ts";

const issued = "2026-01-01T00:00:00.000Z";
const day = 86_400_000;

test("a certificate ends so many days after it was issued, if both are known", () => {
  expect(expiryEstimate(issued, 90)).toBe("2026-04-01T00:00:00.000Z");
  for (const [issuedAt, days] of [
    [null, 90],
    ["", 90],
    ["yesterday", 90],
    [issued, null],
  ] as const)
    expect(expiryEstimate(issuedAt, days)).toBeNull();
});

test("a renewal is due so many days before that, and never within a day", () => {
  const state = stateOf({ issued_at: issued, validity_days: 90, renew_before_days: 30 });
  const isDue = (told: object, afterMs: number) =>
    isRenewalDue({ ...state, ...told }, new Date(Date.parse(issued) + afterMs));
  expect(isDue({}, 60 * day - 1)).toBe(false);
  expect(isDue({}, 60 * day)).toBe(true);
  expect(isDue({ renew_before_days: 90 }, day - 1)).toBe(false);
  expect(isDue({ renew_before_days: 90 }, day)).toBe(true);
  for (const unknown of [{ renew_before_days: null }, { validity_days: null }, { issued_at: null }])
    expect(isDue(unknown, 1_000 * day)).toBe(false);
});
