import { expect, onTestFinished, test, vi } from "vitest";
import { Slots } from "../../../src/cli/receive/slots.ts";

/** Asks for so many places. Returns those that were given, as the functions that leave them. */
function asking(slots: Slots, count: number, isAgain: boolean) {
  const given: (() => void)[] = [];
  for (let index = 0; index < count; index++)
    void slots.take(isAgain).then((leave) => void given.push(leave));
  return given;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("Programs that failed before take at most half of the places, and the others what is left", async () => {
  const slots = new Slots(8);
  const again = asking(slots, 6, true);
  const first = asking(slots, 6, false);
  await settled();
  expect([again.length, first.length]).toEqual([4, 4]);
  first[0]?.();
  again[0]?.();
  again[0]?.();
  await settled();
  // A place that is left twice is free once.
  expect([again.length, first.length]).toEqual([5, 5]);
});

test("A program that hangs gives its place to another one after 30 seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const slots = new Slots(4);
  const hanging = asking(slots, 4, false);
  const next = asking(slots, 1, false);
  await settled();
  expect([hanging.length, next.length]).toEqual([4, 0]);
  vi.advanceTimersByTime(30_000);
  await settled();
  expect(next).toHaveLength(1);
});
