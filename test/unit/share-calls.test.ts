import { expect, test } from "vitest";
import { shareCalls } from "../../src/share-calls.ts";

/** Calls that end when the test says so. */
function startCalls() {
  const calls: PromiseWithResolvers<number>[] = [];
  const shared = shareCalls(() => {
    const call = Promise.withResolvers<number>();
    calls.push(call);
    return call.promise;
  });
  const begun = (count: number) => expect.poll(() => calls.length).toBe(count);
  return { calls, shared, begun };
}

test("Callers that come while a call is under way share one call, which begins after it", async () => {
  const { calls, shared, begun } = startCalls();
  const first = shared();
  await begun(1);
  const late = [shared(), shared(), shared()];
  expect(calls).toHaveLength(1);
  calls[0]?.resolve(1);
  expect(await first).toBe(1);
  await begun(2);
  calls[1]?.resolve(2);
  expect(await Promise.all(late)).toEqual([2, 2, 2]);
  expect(calls).toHaveLength(2);
});

test("A call that fails fails for its own callers only", async () => {
  const { calls, shared, begun } = startCalls();
  const [first, second] = [shared(), shared()];
  await begun(1);
  const late = shared();
  calls[0]?.reject(new Error("gone"));
  await expect(first).rejects.toThrow("gone");
  await expect(second).rejects.toThrow("gone");
  await begun(2);
  calls[1]?.resolve(2);
  expect(await late).toBe(2);
});
