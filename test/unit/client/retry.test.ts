import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FailedTry } from "../../../src/client/retry.ts";
import { waitBeforeRetry } from "../../../src/client/retry.ts";
import { parseRetryAfter } from "../../../src/client/retry-after.ts";

const plenty = { tryNumber: 1, maxTries: 3, remainingMs: 1_000_000, random: 0 };
const failure = (change: Partial<FailedTry>): FailedTry => ({
  outcome: "not-sent",
  isRateLimited: false,
  isFinal: false,
  ...change,
});

describe("The wait before a retry", () => {
  test("A request that may have had an effect is never tried again", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("unknown", "done-unread", "rejected"),
        fc.option(fc.nat(), { nil: undefined }),
        fc.nat(50),
        (outcome, retryAfterMs, tryNumber) => {
          expect(
            waitBeforeRetry(failure({ outcome, retryAfterMs }), { ...plenty, tryNumber: tryNumber }),
          ).toBeUndefined();
        },
      ),
    );
  });

  test("An unknown outcome is not tried again, even if it is marked as rate limited", () => {
    expect(waitBeforeRetry(failure({ outcome: "unknown", isRateLimited: true }), plenty)).toBeUndefined();
  });

  test("A request that was not sent is tried again up to the limit, with doubling waits and jitter", () => {
    const waits = [1, 2, 3].map((tryNumber) =>
      waitBeforeRetry(failure({}), { ...plenty, tryNumber: tryNumber }),
    );
    expect(waits).toEqual([500, 1000, undefined]);
    expect(waitBeforeRetry(failure({}), { ...plenty, random: 0.999 })).toBe(251);
    expect(waitBeforeRetry(failure({}), { ...plenty, tryNumber: 30, maxTries: 100 })).toBe(30_000);
  });

  test("A final failure is not tried again", () => {
    expect(waitBeforeRetry(failure({ isFinal: true }), plenty)).toBeUndefined();
  });

  test("No request is tried more often than allowed", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(failure({}), failure({ outcome: "rejected", isRateLimited: true })),
        fc.option(fc.nat(1_000), { nil: undefined }),
        fc.integer({ min: 1, max: 100 }),
        fc.nat(100),
        (failed, retryAfterMs, maxTries, more) => {
          const tryNumber = maxTries + more;
          const context = { ...plenty, maxTries, tryNumber };
          expect(waitBeforeRetry({ ...failed, retryAfterMs }, context)).toBeUndefined();
        },
      ),
    );
  });

  test("A rate limit is waited out, at least as long as the service asks", () => {
    const limited = failure({ outcome: "rejected", isRateLimited: true });
    expect(waitBeforeRetry(limited, plenty)).toBe(1_000);
    expect(waitBeforeRetry(limited, { ...plenty, tryNumber: 40, maxTries: 41 })).toBe(30_000);
    expect(waitBeforeRetry({ ...limited, retryAfterMs: 7_000 }, plenty)).toBe(7_500);
    expect(waitBeforeRetry({ ...limited, retryAfterMs: 7_000 }, { ...plenty, random: 0.999 })).toBe(7_001);
    expect(
      waitBeforeRetry({ ...limited, retryAfterMs: 7_000 }, { ...plenty, remainingMs: 7_000 }),
    ).toBeUndefined();
  });

  test("A try begins while a fifth of the time is left, or not at all", () => {
    expect(waitBeforeRetry(failure({}), { ...plenty, remainingMs: 626 })).toBe(500);
    expect(waitBeforeRetry(failure({}), { ...plenty, remainingMs: 625 })).toBeUndefined();
  });

  test("A wait never reaches the deadline", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (remainingMs, random) => {
          const wait = waitBeforeRetry(failure({}), { ...plenty, remainingMs, random });
          if (wait !== undefined) expect(wait).toBeLessThan(remainingMs);
        },
      ),
    );
  });
});

describe("Retry-After", () => {
  const now = Date.parse("2026-11-15T12:00:00Z");
  test.each([
    ["0", 0],
    ["120", 120_000],
    [" 5 ", 5_000],
    ["999999999", 86_400_000],
    ["Sun, 15 Nov 2026 12:00:30 GMT", 30_000],
    ["Sunday, 15-Nov-26 12:00:30 GMT", 30_000],
    ["Sun Nov 15 12:00:30 2026", 30_000],
    ["Sun Nov  1 12:00:00 2026", 0],
    ["Tue Dec  1 12:00:00 2026", 86_400_000],
    ["Sun, 15 Nov 2026 11:00:00 GMT", 0],
    ["Fri, 15 Nov 2126 11:00:00 GMT", 86_400_000],
    ["1234567890", undefined],
    ["5 s", undefined],
    ["in 5", undefined],
    ["Sun, 99 Nov 2026 12:00:30 GMT", undefined],
    ["On Sun, 15 Nov 2026 12:00:30 GMT", undefined],
    ["Sun, 15 Nov 2026 12:00:30 GMT+2", undefined],
    ["On Sunday, 15-Nov-26 12:00:30 GMT", undefined],
    ["Sunday, 15-Nov-26 12:00:30 GMT+2", undefined],
    ["On Sun Nov 15 12:00:30 2026", undefined],
    ["Sun Nov 15 12:00:30 2026 BC", undefined],
    ["Sun Nov a5 12:00:30 2026", undefined],
    ["soon", undefined],
    ["-1", undefined],
    ["1.5", undefined],
    ["2026-11-15T12:00:30Z", undefined],
    ["1e3", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("The header %j means %j ms", (header, expected) => {
    expect(parseRetryAfter(header, now)).toBe(expected);
  });
});
