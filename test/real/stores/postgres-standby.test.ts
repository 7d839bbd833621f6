import { describe, expect, test } from "vitest";
import { brokenPromises, type Interruption, runFailover } from "../../harness/journal/failover.ts";

// The proof tells these stories with each interface, and with a failover during the run: test/proof/stores/standby.ts.

test("With a synchronous standby that is up, the promoted standby knows the reissue, and a second run finds it", async () => {
  const story = await runFailover("CLI");
  expect(brokenPromises(story)).toEqual([]);
  expect(story).toMatchObject({
    first: { isDone: true },
    second: { isDone: true },
    reissues: 1,
    standbyKnew: true,
  });
});

describe("While the synchronous standby is down, the journal records a reissue as sent, and then the standby is promoted", () => {
  // Most of the time a run waits for the standby, so they run at once.
  test.concurrent.each<Interruption>([
    "the wait is cancelled",
    "the waiting backend is terminated",
    "the primary is restarted (fast)",
    "the primary is restarted (immediate)",
  ])("the service carries out at most one reissue if %s", async (interruption) => {
    const story = await runFailover("library", interruption);
    expect(brokenPromises(story), JSON.stringify(story)).toEqual([]);
  });
});
