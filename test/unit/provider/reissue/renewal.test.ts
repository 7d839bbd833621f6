import { expect, test } from "vitest";
import { isIssuedInFuture, isRenewalDue } from "../../../../src/provider/reissue/renewal.ts";
import { fullState } from "../states.ts";

const issued = "2026-01-01T00:00:00.000Z";
const day = 86_400_000;
const state = fullState({ issued_at: issued, validity_days: 90, renew_before_days: 30 });
const at = (afterMs: number) => new Date(Date.parse(issued) + afterMs);

test("A renewal is due renew_before_days before the end, and never within a day of the reissue", () => {
  const isDue = (change: object, afterMs: number) => isRenewalDue({ ...state, ...change }, at(afterMs));
  expect(isDue({}, 60 * day - 1)).toBe(false);
  expect(isDue({}, 60 * day)).toBe(true);
  expect(isDue({ renew_before_days: 90 }, day - 1)).toBe(false);
  expect(isDue({ renew_before_days: 90 }, day)).toBe(true);
  for (const unknown of [{ renew_before_days: null }, { validity_days: null }, { issued_at: null }])
    expect(isDue(unknown, 1_000 * day)).toBe(false);
});

test("A time of issue counts as future if it is more than a day ahead and renewals depend on it", () => {
  expect(isIssuedInFuture(state, at(-day - 1))).toBe(true);
  expect(isIssuedInFuture(state, at(-day))).toBe(false);
  expect(isIssuedInFuture({ ...state, renew_before_days: null }, at(-2 * day))).toBe(false);
  expect(isIssuedInFuture({ ...state, issued_at: null }, at(-2 * day))).toBe(false);
});
