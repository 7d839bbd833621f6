import { afterEach, expect, test, vi } from "vitest";
import { startTimer, withTimeout } from "../../src/waiting.ts";

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

test("A timer of 30 days ends after 30 days, and not before", async () => {
  vi.useFakeTimers();
  const day = 86_400_000;
  const onEnd = vi.fn();
  startTimer(30 * day, onEnd);
  await vi.advanceTimersByTimeAsync(30 * day - 1);
  expect(onEnd).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onEnd).toHaveBeenCalledOnce();
});

test("A timer of 30 days can be stopped after 25 days", async () => {
  vi.useFakeTimers();
  const onEnd = vi.fn();
  const stopTimer = startTimer(30 * 86_400_000, onEnd);
  await vi.advanceTimersByTimeAsync(25 * 86_400_000);
  stopTimer();
  await vi.runAllTimersAsync();
  expect(onEnd).not.toHaveBeenCalled();
});
