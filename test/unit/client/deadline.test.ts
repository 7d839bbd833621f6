import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startDeadline } from "../../../src/client/deadline.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Why each of the two has fired; undefined for one that has not. */
const reasons = ({ signals }: ReturnType<typeof startDeadline>) => [
  signals.signal.reason,
  signals.stopSignal.reason,
];

describe("The end of a call", () => {
  test("comes at the deadline, and not before", () => {
    const ending = startDeadline(100, {});
    vi.advanceTimersByTime(99);
    expect(reasons(ending)).toEqual([undefined, undefined]);
    vi.advanceTimersByTime(1);
    expect(reasons(ending)).toEqual(["deadline-exceeded", "deadline-exceeded"]);
  });

  test.each([
    ["signal", ["aborted", "aborted"]],
    ["stopSignal", [undefined, "aborted"]],
  ])("comes when the caller's %s fires, or has fired before", (name, expected) => {
    const caller = new AbortController();
    const ending = startDeadline(100, { [name]: caller.signal });
    expect(reasons(ending)).toEqual([undefined, undefined]);
    caller.abort("a reason of the caller's own");
    expect(reasons(ending)).toEqual(expected);
    expect(reasons(startDeadline(100, { [name]: caller.signal }))).toEqual(expected);
  });

  test("leaves no timer and no listener behind", () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    startDeadline(100, { signal, stopSignal: signal }).clear();
    expect(vi.getTimerCount()).toBe(0);
    expect(added).toHaveBeenCalledTimes(2);
    const heard = ({ mock }: typeof added | typeof removed) =>
      mock.calls.map(([event, listener]) => [event, listener]);
    expect(heard(removed)).toEqual(heard(added));
  });
});
