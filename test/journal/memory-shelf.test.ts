import { describe, expect, test } from "vitest";
import { MemoryShelf } from "../../src/journal/shelves/memory.ts";
import { done, sent } from "./lines.ts";

describe("the memory of a process", () => {
  test("keeps the lines of each order in their order, as long as it lives", async () => {
    const shelf = new MemoryShelf();
    const [one, two] = [shelf.history("order-1"), shelf.history("order-2")];
    await one.append(sent());
    await two.append(sent("a2", { order: "order-2" }));
    await shelf.history("order-1").append(done());
    expect(await one.read()).toEqual([sent(), done()]);
    expect((await shelf.histories()).map(({ orderId }) => orderId)).toEqual(["order-1", "order-2"]);
    expect(await new MemoryShelf().histories()).toEqual([]);
    expect(await new MemoryShelf().history("order-1").read()).toEqual([]);
  });

  test("hands out what was there, which does not change under the reader", async () => {
    const history = new MemoryShelf().history("order-1");
    await history.append(sent());
    const before = await history.read();
    await history.append(done());
    expect(before).toEqual([sent()]);
  });

  test("can always be written", async () => {
    const shelf = new MemoryShelf();
    await expect(shelf.check()).resolves.toBeUndefined();
    expect(shelf.title).toMatch(/memory/);
  });
});
