import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRetryAfter, waitBeforeRetry } from "../../../src/client/retry.ts";

type Failed = Parameters<typeof waitBeforeRetry>[0];
type Context = Parameters<typeof waitBeforeRetry>[1];

const unsent: Failed = { outcome: "not-sent", isRateLimited: false, isFinal: false };
const limited: Failed = { outcome: "rejected", isRateLimited: true, isFinal: false };
const wait = (failed: Failed, context: Partial<Context> = {}) =>
  waitBeforeRetry(failed, { tryNumber: 1, maxTries: 3, remainingMs: 1_000_000, random: 0, ...context });

describe("The wait before a retry", () => {
  test("A request that may have had an effect, or a final failure, is never tried again", () => {
    const failures = fc.constantFrom<Failed>(
      ...(["unknown", "done-unread", "rejected"] as const).map((outcome) => ({ ...unsent, outcome })),
      { ...limited, outcome: "unknown" },
      { ...unsent, isFinal: true },
    );
    fc.assert(
      fc.property(failures, fc.option(fc.nat(), { nil: undefined }), fc.nat(50), (failed, ms, tryNumber) => {
        expect(wait({ ...failed, retryAfterMs: ms }, { tryNumber, maxTries: 100 })).toBeUndefined();
      }),
    );
  });

  test("No request is tried more often than allowed, and no wait reaches the deadline", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(unsent, limited),
        fc.option(fc.nat(1_000), { nil: undefined }),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 2_000 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (failed, retryAfterMs, maxTries, tryNumber, remainingMs, random) => {
          const ms = wait({ ...failed, retryAfterMs }, { maxTries, tryNumber, remainingMs, random });
          if (ms === undefined) return;
          expect(tryNumber).toBeLessThan(maxTries);
          expect(ms).toBeLessThan(remainingMs);
        },
      ),
      { numRuns: 300 },
    );
  });

  test.each<[Failed, Partial<Context>, number | undefined]>([
    // The waits double, up to half a minute, and have a random part.
    [unsent, {}, 500],
    [unsent, { tryNumber: 2 }, 1_000],
    [unsent, { tryNumber: 3 }, undefined],
    [unsent, { random: 0.999 }, 251],
    [unsent, { tryNumber: 30, maxTries: 100 }, 30_000],
    // A try begins while a fifth of the time is left, or not at all.
    [unsent, { remainingMs: 626 }, 500],
    [unsent, { remainingMs: 625 }, undefined],
    // A rate limit is waited out, at least as long as the service asks.
    [limited, {}, 1_000],
    [limited, { tryNumber: 40, maxTries: 41 }, 30_000],
    [limited, { tryNumber: 40, maxTries: undefined }, 30_000],
    [{ ...limited, retryAfterMs: 7_000 }, {}, 7_500],
    [{ ...limited, retryAfterMs: 7_000 }, { random: 0.999 }, 7_001],
    [{ ...limited, retryAfterMs: 7_000 }, { remainingMs: 7_000 }, undefined],
  ])("of %o with %o is %s ms", (failed, context, ms) => {
    expect(wait(failed, context)).toBe(ms);
  });
});

test.each([
  ["0", 0],
  ["120", 120_000],
  [" 5 ", 5_000],
  ["999999999", 86_400_000],
  ["Sun, 15 Nov 2026 12:00:30 GMT", 30_000],
  ["Sun, 15 Nov 2026 11:00:00 GMT", 0],
  ["Fri, 15 Nov 2126 11:00:00 GMT", 86_400_000],
  ["1234567890", undefined],
  ["5 s", undefined],
  ["in 5", undefined],
  ["Sun, 99 Nov 2026 12:00:30 GMT", undefined],
  ["On Sun, 15 Nov 2026 12:00:30 GMT", undefined],
  ["Sun, 15 Nov 2026 12:00:30 GMT+2", undefined],
  ["soon", undefined],
  ["-1", undefined],
  ["1.5", undefined],
  ["2026-11-15T12:00:30Z", undefined],
  ["1e3", undefined],
  ["", undefined],
  [undefined, undefined],
])("The header Retry-After %j means %j ms", (header, expected) => {
  expect(parseRetryAfter(header, Date.parse("2026-11-15T12:00:00Z"))).toBe(expected);
});
