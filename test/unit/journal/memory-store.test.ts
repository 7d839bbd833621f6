import { expect, test } from "vitest";
import { MemoryStore } from "../../../src/journal/stores/memory.ts";
import { done, sent } from "../../harness/journal/events.ts";

test("Events that were read from a MemoryStore do not change when others are appended", async () => {
  const log = new MemoryStore().log("order-1");
  await log.append(sent());
  const before = await log.read();
  await log.append(done());
  expect(before).toEqual([sent()]);
});
