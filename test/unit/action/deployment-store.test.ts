import { expect, test as plainTest } from "vitest";
import { EntryCipher } from "../../../src/action/deployments/cipher.ts";
import { toPayload } from "../../../src/action/deployments/entries.ts";
import { DeploymentStore } from "../../../src/action/deployments/store.ts";
import type { GitHub } from "../../../src/action/github.ts";
import type { JournalEvent } from "../../../src/journal/index.ts";
import { type ActionWithSandbox, test } from "../../harness/action/action-with-sandbox.ts";

// Answered keys in the record, and the events that it does not store.

const hour = 3_600_000;
const runs = "https://github.com/acme/site/actions/runs";

/** Puts a deployment into the repository that says: run 8 was answered with this attempt. */
function pretendAnswer(world: ActionWithSandbox, keys: EntryCipher, attempt: string): void {
  const payload = toPayload(keys, {
    event: "answered",
    attempt,
    at: "",
    key: "acme/site run 8",
    order: "order-ssl-1",
    process: `${runs}/8/attempts/1`,
  });
  const body = { task: "certorder:reissue", environment: "certorder-history" };
  world.github.deployments.push({ id: 500, payload, body, statuses: [] });
}

test("An answer that another auth key wrote does not keep a run from reissuing", async ({ world }) => {
  const first = await world.reissueHere();
  world.github.age(hour);
  pretendAnswer(world, new EntryCipher("theirs"), String(first.outputs["attempt-id"]));
  expect((await world.reissueHere({}, { runId: 8 })).outputs).toMatchObject({ "already-done": false });
});

test("An answer with a wrong MAC or encryption stops the run", async ({ world }) => {
  const first = await world.reissueHere();
  world.github.age(hour);
  const keys = new EntryCipher(world.sandbox.credentials.authKey);
  pretendAnswer(world, keys, String(first.outputs["attempt-id"]));
  const deployment = world.github.deployments[1];
  if (deployment) deployment.payload = { ...(deployment.payload as object), run: "2099" };
  const { outputs } = await world.reissueHere({}, { runId: 8 });
  expect(outputs).toMatchObject({ outcome: "not-sent", code: "history_not_genuine" });
});

test("An answer with an attempt that is not in the record does not block the order", async ({ world }) => {
  pretendAnswer(world, new EntryCipher(world.sandbox.credentials.authKey), "0123456789ab");
  expect((await world.reissueHere({}, { runId: 8 })).outputs).toMatchObject({ "already-done": false });
});

test("An answered run is blocked after its auth key was replaced", async ({ world }) => {
  world.github.create(8, hour);
  await world.reissueHere();
  expect((await world.reissueHere({}, { runId: 8 })).outputs).toMatchObject({ "already-done": true });
  const replaced = { "key-id": "configured", "auth-key": "sandbox-configured-auth-key" };
  const again = await world.reissueHere(replaced, { runId: 8, runAttempt: 2 });
  expect(again.outputs).toMatchObject({ outcome: "not-sent", code: "result_encrypted" });
  expect(world.sandbox.ledger).toHaveLength(1);
});

test("An answer whose record GitHub does not create is not shown", async ({ world }) => {
  world.github.create(8, hour);
  await world.reissueHere();
  world.github.faults.push({ method: "post", path: /deployments$/, how: 500 });
  const { outputs } = await world.reissueHere({}, { runId: 8 });
  expect(outputs).toMatchObject({ outcome: "not-sent", code: "history_unavailable" });
});

test("An answer counts also where lists show it late", async ({ world }) => {
  world.github.create(8, hour);
  const first = await world.reissueHere();
  world.github.lag = 2;
  const { outputs } = await world.reissueHere({}, { runId: 8 });
  expect(outputs).toMatchObject({ "already-done": true, "certificate-id": first.outputs["certificate-id"] });
});

plainTest.each<JournalEvent>([
  { event: "set-aside", attempt: "unreadable-1-abcdef", at: "" },
  {
    event: "imported",
    attempt: "0123456789ab",
    at: "",
    order: "order-1",
    digest: "",
    follows: null,
    service: "https://api.test",
    address: "https://api.test",
    outcome: "done",
    certificate: "cert-1",
  },
])("The record refuses an event that it cannot store: $event", async (event) => {
  const github = { run: { url: `${runs}/7` } } as GitHub;
  const store = new DeploymentStore(github, "key", {
    orderId: "order-1",
    idempotencyKey: "k",
    attemptIds: [],
    since: async () => undefined,
    service: () => ({ name: undefined, address: "https://api.test" }),
  });
  await expect(store.log().append(event)).rejects.toThrow(`cannot store the event ${event.event}`);
});
