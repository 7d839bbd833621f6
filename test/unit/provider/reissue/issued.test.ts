import { expect, test } from "vitest";
import { UNKNOWN } from "../../../../src/plugin/index.ts";
import { planIssued, waitUntilIssued } from "../../../../src/provider/reissue/issued.ts";
import { fullPlan } from "../states.ts";
import { createProviderData, inWords } from "./configured.ts";

test("A plan that waits for a callback needs a journal with a receiver, and says so once", async () => {
  const provider = createProviderData();
  const plan = (from = provider) =>
    planIssued(from, null, fullPlan({ wait_until_issued: "10m" }), {
      planned: { certificate_id: UNKNOWN },
      diagnostics: [],
    });
  expect(inWords((await plan()).diagnostics)).toEqual(["error: No receiver writes to the journal"]);
  expect((await plan()).diagnostics).toEqual([]);
  await provider.journal.callbacks.addReceiver("receiver-1");
  provider.run.clear();
  expect(await plan()).toMatchObject({ planned: { issued_event_at: UNKNOWN }, diagnostics: [] });
  provider.run.clear();
  expect((await plan({ ...provider, isRecorded: false })).diagnostics[0]?.detail).toContain(
    "There is no journal",
  );
});

test("A wait for an order that the journal does not have says so, and does not blame the callback", async () => {
  const state = { order_id: "order-1", certificate_id: "c-1", open_attempt_id: null, issued_event_at: null };
  const { signal } = new AbortController();
  const { diagnostics } = await waitUntilIssued(
    createProviderData(),
    "10m",
    { state: state as never },
    signal,
  );
  expect(diagnostics?.[0]?.detail).toContain("The journal has no reissue of this order");
});
