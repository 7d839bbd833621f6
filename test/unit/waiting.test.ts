import { afterEach, expect, test, vi } from "vitest";
import { withTimeout } from "../../src/waiting.ts";

afterEach(() => void vi.useRealTimers());

test.each([30 * 86_400_000, Number.POSITIVE_INFINITY])(
  "A time limit of %d ms, longer than a timer can be, does not end at once",
  async (ms) => {
    vi.useFakeTimers();
    const work = new Promise((resolve) => setTimeout(resolve, 86_400_000, "done"));
    const ended = withTimeout(ms, work, () => new Error("too late"));
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(await ended).toBe("done");
  },
);
