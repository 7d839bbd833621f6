import { describe, expect } from "vitest";
import { EntryCipher } from "../../../src/action/deployments/cipher.ts";
import {
  type OutcomeLogEvent,
  type SentLogEvent,
  toPayload,
  toStatus,
} from "../../../src/action/deployments/entries.ts";
import type { Texts } from "../../harness/action/action.ts";
import { type ActionWithSandbox, test } from "../../harness/action/action-with-sandbox.ts";

// How many calls a reissue makes, whatever there was before.

const day = 86_400_000;

/** Puts records into the repository as runs have written them, one a day. Returns the first of their attempts. */
function remember(
  world: ActionWithSandbox,
  count: number,
  { outcome = "done", authKey = world.sandbox.credentials.authKey, order = "order-ssl-1", key = "" } = {},
): string {
  const keys = new EntryCipher(authKey);
  const { deployments } = world.github;
  const attemptId = (id: number) => id.toString(16).padStart(12, "0");
  const isDone = (id: number) =>
    deployments.find((deployment) => deployment.id === id)?.statuses[0]?.state === "success";
  const first = (deployments.at(-1)?.id ?? 100) + 1;
  let latest = deployments.findLast(({ id }) => isDone(id))?.id ?? 0;
  for (const deployment of deployments) deployment.at = (deployment.at ?? Date.now()) - count * day;
  for (let id = first; id < first + count; id++) {
    const attempt = attemptId(id);
    const at = Date.now() - (first + count - id) * day;
    const address = world.sandbox.url.replace(/\/$/, "");
    const sent: SentLogEvent = {
      event: "sent",
      attempt,
      order,
      service: address,
      address,
      digest: "csr:0000000000000000",
      at: "",
      key: key || `acme/site run ${id}`,
      deadline: new Date(at).toISOString(),
      process: `https://github.com/acme/site/actions/runs/${id}/attempts/1`,
    };
    const ended = {
      event: outcome,
      attempt,
      at: "",
      certificate: outcome === "done" ? `cert-${id}` : undefined,
    } as OutcomeLogEvent;
    const status = { ...toStatus(keys, id, ended), body: {}, at };
    const body = { task: "certorder:reissue", environment: "certorder-history" };
    const payload = toPayload(keys, sent, { closed: id - 1, latest });
    deployments.push({ id, payload, body, at, statuses: [status] });
    if (outcome === "done") latest = id;
  }
  return attemptId(first);
}

/** The calls that a reissue makes to GitHub. */
async function countCalls(
  world: ActionWithSandbox,
  inputs: Texts = {},
  expected: object = { "already-done": false },
) {
  world.github.seen.length = 0;
  const { outputs } = await world.reissueHere(inputs, { runId: 9_000 });
  expect(outputs).toMatchObject({ outcome: "done", ...expected });
  return world.github.seen.length;
}

type Past = (world: ActionWithSandbox) => unknown;

describe.concurrent("The calls of a reissue", () => {
  test("are five where there is nothing yet: two lists, the run's creation, and two writes", async ({
    world,
  }) => {
    expect(await countCalls(world)).toBe(5);
  });

  // One more for each hundred records that may matter.
  test.for<[number, string, Past, Texts?]>([
    [8, "500 that succeeded", (world) => remember(world, 500)],
    [8, "500 that were never sent", (world) => remember(world, 500, { outcome: "not-sent" })],
    [
      8,
      "80 under an auth key that was replaced",
      (world) => remember(world, 80, { authKey: "the one before" }),
    ],
    [12, "450 of other orders", (world) => remember(world, 450, { order: "order-ssl-2" })],
    [
      12,
      "one that succeeded and 450 that were refused",
      (world) => [remember(world, 1), remember(world, 450, { outcome: "rejected" })],
    ],
    [12, "450, for a key that may be as old", (world) => remember(world, 450), { "idempotency-key": "new" }],
    [
      12,
      "450 refusals of that very key",
      (world) => remember(world, 450, { outcome: "rejected", key: "again" }),
      { "idempotency-key": "again" },
    ],
  ])("are at most %i after %s", async ([most, _, past, inputs], { world }) => {
    past(world);
    expect(await countCalls(world, inputs)).toBeLessThanOrEqual(most);
    expect(world.reissues).toBe(1);
  });

  test("reach back to a key, and to an attempt that an input names, however old they are", async ({
    world,
  }) => {
    remember(world, 1, { key: "spring" });
    const first = remember(world, 450);
    const key = { "idempotency-key": "spring" };
    expect(await world.ends(key, { runId: 9_000 })).toBe("idempotency_key_used");
    const id = Number.parseInt(first, 16);
    // It has had a result for long, so that nothing is left to be done.
    const repeated = { resolve: `${first}:cert-${id}` };
    const already = { outcome: "not-sent", code: "resolved_already", "already-done": false };
    expect(await countCalls(world, repeated, already)).toBeLessThanOrEqual(14);
    const otherwise = await world.reissueHere({ resolve: `${first}:not-happened` }, { runId: 9_000 });
    expect(otherwise.said).toContain("already has a result");
    const unknown = { resolve: "abcdefabcdef:not-happened" };
    expect(await world.ends(unknown, { runId: 9_000 })).toBe("attempt_not_found");
    expect(world.sandbox.ledger).toEqual([]);
  });

  test("reach back to the attempt that answered this run, also where it was sent before the run was created", async ({
    world,
  }) => {
    const attempt = remember(world, 1);
    remember(world, 120, { order: "order-ssl-2" });
    const payload = toPayload(new EntryCipher(world.sandbox.credentials.authKey), {
      event: "key-answered",
      attempt,
      at: "",
      key: "acme/site run 9000",
      order: "order-ssl-1",
      process: "https://github.com/acme/site/actions/runs/9000/attempts/1",
    });
    const body = { task: "certorder:reissue", environment: "certorder-history" };
    world.github.deployments.push({ id: 222, payload, body, at: Date.now(), statuses: [] });
    remember(world, 2);
    world.github.create(9_000, 2 * day + 3_600_000);
    const { outputs } = await world.reissueHere({}, { runId: 9_000, runAttempt: 2 });
    expect(outputs).toMatchObject({ outcome: "not-sent", code: "idempotency_key_used" });
    expect(outputs["attempt-id"]).toBe(attempt);
  });

  test("find what is open, also behind a success that a list had let through", async ({ world }) => {
    remember(world, 3);
    const [, second, third] = world.github.deployments;
    if (!second || !third) throw new Error("nothing is remembered");
    // The third did not see the second, so that its checkpoint is older.
    second.statuses.splice(0);
    const { mac: _, ...payload } = third.payload as Record<string, unknown>;
    const seen = { ...payload, closed: 101, latest: 101 };
    third.payload = { ...seen, mac: new EntryCipher(world.sandbox.credentials.authKey).mac(seen) };
    expect(await world.ends({}, { runId: 9_000 })).toBe("unresolved_attempt");
  });
});
