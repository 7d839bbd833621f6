import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { inOrder } from "../../src/in-order.ts";
import { collect } from "../harness/collect.ts";

const numbers = Array.from({ length: 50 }, (_, index) => index);

test("inOrder works on a few items at once, and yields in their order", async () => {
  let [running, most] = [0, 0];
  const double = async (item: number) => {
    most = Math.max(most, ++running);
    await sleep(item % 3);
    running--;
    return item * 2;
  };
  expect(await collect(inOrder(numbers, 4, double))).toEqual(numbers.map((item) => item * 2));
  expect(most).toBe(4);
});

test("inOrder fails when the turn of a failed item comes, and leaves nothing unhandled", async () => {
  const seen: number[] = [];
  const failing = async (item: number) => {
    if (item >= 7) throw new Error(`item ${item}`);
    await sleep(2);
    return item;
  };
  const reading = (async () => {
    for await (const item of inOrder(numbers, 16, failing)) seen.push(item);
  })();
  await expect(reading).rejects.toThrow("item 7");
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6]);
});
