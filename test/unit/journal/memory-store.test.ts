import { expect, test } from "vitest";
import { MemoryStore } from "../../../src/journal/stores/memory.ts";
import { done, sent } from "../../harness/journal/events.ts";

test("The memory of a process keeps events as long as it lives", async () => {
  const store = new MemoryStore();
  await store.log("order-1").append(sent());
  await store.log("order-2").append(sent("a2", { order: "order-2" }));
  await store.log("order-1").append(done());
  expect(await store.log("order-1").read()).toEqual([sent(), done()]);
  expect((await store.logs()).map(({ orderId }) => orderId)).toEqual(["order-1", "order-2"]);
  expect(await new MemoryStore().logs()).toEqual([]);
  expect(store.title).toBe("The memory of this process");
});

test("What was read from the memory of a process does not change under its reader", async () => {
  const log = new MemoryStore().log("order-1");
  await log.append(sent());
  const before = await log.read();
  await log.append(done());
  expect(before).toEqual([sent()]);
});
