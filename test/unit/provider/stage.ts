import { test as base } from "vitest";
import { Stage } from "../../harness/provider/provider.ts";

/** A test with a provider, a sandbox and a journal of its own, so that tests can run at the same time. */
export const test = base.extend<{ stage: Stage }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures a fixture needs from the pattern.
  stage: async ({}, use) => {
    await using stage = await Stage.begin();
    await use(stage);
  },
});
