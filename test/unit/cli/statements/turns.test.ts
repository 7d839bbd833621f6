import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { takeTurns } from "../../../../src/cli/statements/turns.ts";

test("Work with the same key takes turns, also after a failure, and other work does not wait", async () => {
  const events: string[] = [];
  const work = takeTurns(
    (item: string) => item.charAt(0),
    async (item) => {
      events.push(`${item} begins`);
      await sleep(1);
      events.push(`${item} ends`);
      if (item === "a1") throw new Error("a1 failed");
    },
  );
  await Promise.allSettled(["a1", "a2", "b1"].map(work));
  expect(events.indexOf("a2 begins")).toBeGreaterThan(events.indexOf("a1 ends"));
  expect(events.indexOf("b1 begins")).toBeLessThan(events.indexOf("a1 ends"));
  expect(events).toHaveLength(6);
});
