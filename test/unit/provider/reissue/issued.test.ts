import { expect, test } from "vitest";
import { Journal, MemoryStore } from "../../../../src/journal/index.ts";
import type { ProviderData } from "../../../../src/provider/provider-data.ts";
import { waitUntilIssued } from "../../../../src/provider/reissue/issued.ts";

test("A wait for an order that the journal does not have says so, and does not blame the callback", async () => {
  const provider = { journal: new Journal({ store: new MemoryStore() }) } as ProviderData;
  const state = { order_id: "order-1", certificate_id: "c-1", open_attempt_id: null, issued_event_at: null };
  const { diagnostics } = await waitUntilIssued(
    provider,
    "10m",
    { state: state as never },
    new AbortController().signal,
  );
  expect(diagnostics?.[0]?.detail).toContain("The journal has no reissue of this order");
});
