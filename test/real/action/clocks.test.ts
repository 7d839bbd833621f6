import { afterEach, expect, vi } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import { minute, test } from "../../harness/action/action-with-sandbox.ts";
import { PostgresServer } from "../../harness/journal/postgres-server.ts";

afterEach(() => void vi.useRealTimers());

test("A runner whose clock is 10 minutes off reissues once, with a journal on PostgreSQL", async ({
  world,
}) => {
  const journal = await (await PostgresServer.start()).newJournal();
  await new Journal(journal).init();
  const key = { journal, "idempotency-key": "spring" };
  for (const [index, skewMs] of [10 * minute, 0, -10 * minute].entries()) {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + skewMs });
    const ends = await world.ends(key, { runId: index + 1 });
    expect(ends).toBe(index === 0 ? "sent" : "answered");
    expect(await world.ends({ journal, "max-age": "30d" }, { runId: index + 10 })).toBe("answered");
    vi.useRealTimers();
  }
  expect(world.reissues).toBe(1);
});
