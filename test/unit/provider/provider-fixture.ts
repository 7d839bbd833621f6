import { test as base } from "vitest";
import { ProviderWithSandbox } from "../../harness/provider/provider.ts";

/** A test with a provider, a sandbox and a journal of its own, so that tests can run at the same time. */
export const test = base.extend<{ provider: ProviderWithSandbox }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures a fixture needs from the pattern.
  provider: async ({}, use) => {
    await using provider = await ProviderWithSandbox.begin();
    await use(provider);
  },
});
