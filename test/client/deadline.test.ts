import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { endingAfter } from "../../src/client/deadline.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Why each of the two has fired; undefined for one that has not. */
const reasons = ({ signals }: ReturnType<typeof endingAfter>) => [
  signals.signal.reason,
  signals.stopSignal.reason,
];

describe("the end of a call", () => {
  test("comes by itself at the deadline, and not before", () => {
    const ending = endingAfter(100, {});
    vi.advanceTimersByTime(99);
    expect(reasons(ending)).toEqual([undefined, undefined]);
    vi.advanceTimersByTime(1);
    expect(reasons(ending)).toEqual(["deadline_exceeded", "deadline_exceeded"]);
  });

  test("comes when the caller says so", () => {
    const caller = new AbortController();
    const ending = endingAfter(100, { signal: caller.signal });
    expect(reasons(ending)).toEqual([undefined, undefined]);
    caller.abort("a reason of the caller's own");
    expect(reasons(ending)).toEqual(["aborted", "aborted"]);
  });

  test("is only for what was not sent yet when the caller says that", () => {
    const caller = new AbortController();
    const ending = endingAfter(100, { stopSignal: caller.signal });
    caller.abort();
    expect(reasons(ending)).toEqual([undefined, "aborted"]);
    vi.advanceTimersByTime(100);
    expect(reasons(ending)).toEqual(["deadline_exceeded", "aborted"]);
  });

  test("has come already when the caller said so before", () => {
    expect(reasons(endingAfter(100, { signal: AbortSignal.abort() }))).toEqual(["aborted", "aborted"]);
    expect(reasons(endingAfter(100, { stopSignal: AbortSignal.abort() }))).toEqual([undefined, "aborted"]);
  });

  test("need not be asked for by anybody", () => {
    endingAfter(100, {}).clear();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("leaves nothing behind once the call is over", () => {
    const caller = new AbortController();
    const added = vi.spyOn(caller.signal, "addEventListener");
    const removed = vi.spyOn(caller.signal, "removeEventListener");
    const ending = endingAfter(100, { signal: caller.signal, stopSignal: caller.signal });
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
