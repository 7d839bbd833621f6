import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { orderTask } from "../../../src/action/deployments/api.ts";
import { EntryCipher, hashName } from "../../../src/action/deployments/cipher.ts";
import { toPayload, toStatus } from "../../../src/action/deployments/entries.ts";
import { root, type Texts } from "../../harness/action/action.ts";
import { type ActionWithSandbox, test } from "../../harness/action/action-with-sandbox.ts";

// How many calls a step makes to GitHub. A repository has 1,000 an hour.

/** Puts attempts that succeeded into the repository, as runs have written them. */
function remember(world: ActionWithSandbox, count: number, order = "order-ssl-1"): void {
  const { deployments } = world.github;
  const cipher = new EntryCipher(world.sandbox.credentials.authKey);
  const address = world.sandbox.url.replace(/\/$/, "");
  const first = (deployments.at(-1)?.id ?? 100) + 1;
  for (let id = first; id < first + count; id++) {
    const attempt = id.toString(16).padStart(12, "0");
    const sent = {
      event: "sent",
      attempt,
      order,
      service: address,
      address,
      digest: "csr:0000000000000000",
      at: "",
      key: `run ${id}`,
      deadline: new Date().toISOString(),
      process: `https://github.com/acme/site/actions/runs/${id}/attempts/1`,
    } as const;
    const done = { event: "done", attempt, at: "", certificate: `cert-${id}` } as const;
    deployments.push({
      id,
      payload: toPayload(cipher, sent, order),
      body: { task: orderTask(hashName(order)), environment: "certorder-history" },
      at: Date.now(),
      statuses: [{ ...toStatus(cipher, id, done), body: {}, at: Date.now() }],
    });
  }
}

async function countCalls(world: ActionWithSandbox, inputs: Texts = {}): Promise<number> {
  world.github.seen.length = 0;
  const { outputs } = await world.reissueHere(inputs, { runId: 9_000 });
  expect(outputs.outcome).not.toBe("unknown");
  return world.github.seen.length;
}

describe.concurrent("The calls of a step", () => {
  // A page of the list for each hundred entries, and one query for the statuses of each hundred.
  test.for([
    [0, 1],
    [3, 2],
    [30, 2],
    [100, 2],
    [300, 6],
  ])("that is answered by one of %i entries, or blocked, are %i", async ([entries = 0, calls], { world }) => {
    remember(world, entries);
    const isAnswered = entries > 0;
    const inputs = isAnswered ? { "idempotency-key": "run 101" } : { "max-age": "30d" };
    expect(await countCalls(world, inputs)).toBe(calls);
    expect(world.reissues).toBe(0);
  });

  // Two reads, the record and its outcome. The second list has one entry more.
  test.for([
    [0, 4],
    [3, 6],
    [30, 6],
    [300, 15],
  ])("that reissues an order with %i entries are %i", async ([entries = 0, calls], { world }) => {
    remember(world, entries);
    expect(await countCalls(world)).toBe(calls);
    expect(world.reissues).toBe(1);
  });

  test("are the numbers of the guide", () => {
    const guide = readFileSync(join(root, "docs", "guides", "github-action.md"), "utf8");
    expect(guide).toContain(
      "with 3, 30 and 300 reissues of the order in the journal: a step that sends nothing makes 2, 2 and 6 calls to GitHub. A reissue makes 6, 6 and 15.",
    );
  });

  test("do not grow with the entries of other orders", async ({ world }) => {
    remember(world, 450, "order-ssl-2");
    expect(await countCalls(world)).toBe(4);
  });
});

test.concurrent("A longer history needs more calls left before anything is recorded as sent", async ({
  world,
}) => {
  remember(world, 300);
  world.github.callsLeft = 40;
  expect(await world.ends({}, { runId: 9_000 })).toBe("journal_unavailable");
  expect(world.github.deployments).toHaveLength(300);
  world.github.callsLeft = 41;
  expect(await world.ends({}, { runId: 9_000 })).toBe("sent");
});
