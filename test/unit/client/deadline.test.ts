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
    expect(reasons(ending)).toEqual(["deadline_exceeded", "deadline_exceeded"]);
  });

  test("comes when the caller's signal fires", () => {
    const caller = new AbortController();
    const ending = startDeadline(100, { signal: caller.signal });
    expect(reasons(ending)).toEqual([undefined, undefined]);
    caller.abort("a reason of the caller's own");
    expect(reasons(ending)).toEqual(["aborted", "aborted"]);
  });

  test("ends only requests that were not sent when the caller's stopSignal fires", () => {
    const caller = new AbortController();
    const ending = startDeadline(100, { stopSignal: caller.signal });
    caller.abort();
    expect(reasons(ending)).toEqual([undefined, "aborted"]);
    vi.advanceTimersByTime(100);
    expect(reasons(ending)).toEqual(["deadline_exceeded", "aborted"]);
  });

  test("is there at once if the caller's signal fired before", () => {
    expect(reasons(startDeadline(100, { signal: AbortSignal.abort() }))).toEqual(["aborted", "aborted"]);
    expect(reasons(startDeadline(100, { stopSignal: AbortSignal.abort() }))).toEqual([undefined, "aborted"]);
  });

  test("Signals of the caller are optional", () => {
    startDeadline(100, {}).clear();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("leaves no timer and no listener behind", () => {
    const caller = new AbortController();
    const added = vi.spyOn(caller.signal, "addEventListener");
    const removed = vi.spyOn(caller.signal, "removeEventListener");
    const ending = startDeadline(100, { signal: caller.signal, stopSignal: caller.signal });
    ending.clear();
    expect(vi.getTimerCount()).toBe(0);
    expect(added).toHaveBeenCalledTimes(2);
    expect(removed.mock.calls.map(([event, listener]) => [event, listener])).toEqual(
      added.mock.calls.map(([event, listener]) => [event, listener]),
    );
    caller.abort();
    expect(reasons(ending)).toEqual([undefined, undefined]);
  });
});
