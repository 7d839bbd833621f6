import { once } from "node:events";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { CertOrderClient } from "../../../src/client/index.ts";
import { Journal } from "../../../src/journal/index.ts";
import { newFolder, reissueInputs, runAction, startAction } from "../../harness/action/action.ts";
import { anotherCsr } from "../../harness/action/csr.ts";
import type { World } from "../../harness/action/world.ts";
import { attemptIn, test, until } from "../../harness/action/world.ts";
import { ageJournal } from "../../harness/aged-journal.ts";

describe.concurrent("a run that is killed", () => {
  test("at any call to GitHub never leads to a second reissue", async ({ world }) => {
    const calls = await callsOfOneReissue(world);
    expect(calls).toBeGreaterThan(3);
    for (let nth = 1; nth <= calls; nth++) {
      const before = world.sandbox.ledger.length;
      const runId = 100 + nth;
      // Each time another order: an order that is blocked must not decide about the next.
      const circumstances = world.recorded({ "order-id": `order-kill-${nth}` }, { runId });
      await fetch(`${world.sandbox.url}/_sandbox/orders`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          id: `order-kill-${nth}`,
          product: "ssl",
          commonName: "www.example.com",
          dnsNames: ["www.example.com", "example.com"],
        }),
      });
      const { child, ended } = startAction(circumstances);
      let count = 0;
      world.github.onCall = async () => {
        if (++count !== nth) return;
        child.kill("SIGKILL");
        await once(child, "close");
      };
      await ended;
      world.github.onCall = () => {};
      const again = await runAction({ ...circumstances, runAttempt: 2 });
      expect(world.sandbox.ledger.length - before, `killed at call ${nth}`).toBeLessThanOrEqual(1);
      if (again.code !== 0) expect(again.outputs.code).toBe("unresolved_attempt");
    }
  });

  test("after sending blocks the order", async ({ world }) => {
    world.sandbox.fault({ kind: "hang", operation: "reissue", effect: true });
    const { child, ended } = startAction(world.recorded());
    await until(() => world.sandbox.ledger.length === 1);
    child.kill("SIGKILL");
    await ended;
    expect((await world.reissue({}, { runId: 8 })).outputs.code).toBe("unresolved_attempt");
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("blocks the order through the journal too, where the runner's disk outlives the job", async ({
    world,
  }) => {
    const home = newFolder();
    const { sandbox, github } = world;
    const inputs = { ...reissueInputs };
    sandbox.fault({ kind: "hang", operation: "reissue", effect: true });
    const { child, ended } = startAction({ sandbox, inputs, home });
    await until(() => sandbox.ledger.length === 1);
    child.kill("SIGKILL");
    await ended;
    const held = await runAction({ sandbox, inputs, home, runId: 8 });
    expect(held.outputs).toMatchObject({ outcome: "not-sent", code: "unresolved_attempt" });
    const resolve = `${attemptIn(held.said)}:${sandbox.ledger[0]?.certificateId}`;
    expect(held.said).toContain("resolve:");
    const resolved = await runAction({ sandbox, inputs: { ...inputs, resolve }, home, runId: 9 });
    expect(resolved.outputs).toMatchObject({ outcome: "done", replayed: "true" });
    expect(sandbox.ledger).toHaveLength(1);
    // When a later run was created, only GitHub can say.
    const later = await runAction({ sandbox, github, inputs, home, runId: 10 });
    expect(later.outputs.outcome).toBe("done");
  });

  test("between the answer and the outputs: the journal has the result, or the record replays it", async ({
    world,
  }) => {
    const { sandbox } = world;
    const home = newFolder();
    const inputs = { ...reissueInputs, "allow-rerun": "true" };
    const env = { GITHUB_OUTPUT: "/nowhere/output" };
    expect((await runAction({ sandbox, inputs, home, env })).code).toBe(1);
    expect((await runAction({ sandbox, inputs, home, runAttempt: 2 })).outputs).toMatchObject({
      outcome: "done",
      replayed: "true",
      "certificate-id": sandbox.ledger[0]?.certificateId,
    });

    expect((await world.reissue({}, { env, runId: 8 })).code).toBe(1);
    expect((await world.reissue({}, { runId: 8, runAttempt: 2 })).outputs).toMatchObject({
      outcome: "done",
      replayed: "true",
      "certificate-id": sandbox.ledger[1]?.certificateId,
    });
    expect(sandbox.ledger).toHaveLength(2);
  });
});

test.concurrent("What another program reissued on the same disk is known to a run that is created later", async ({
  world,
}) => {
  const { sandbox, github } = world;
  const home = newFolder();
  const folder = join(home, ".local", "state", "certorder");
  const journal = new Journal({ folder });
  const { authKey, keyId } = sandbox.credentials;
  const client = new CertOrderClient({ baseUrl: sandbox.url, authKey, keyId, journal });
  const request = { signHash: "sha256", commonName: "www.example.com", csr: anotherCsr() };
  github.create(7, 60_000);
  await client.reissue("order-ssl-1", request, { idempotencyKey: "ticket-1" });
  const blocked = await runAction({ sandbox, github, inputs: reissueInputs, home });
  expect(blocked.outputs).toMatchObject({ outcome: "not-sent", code: "reissued_since" });
  ageJournal(folder);
  const later = await runAction({ sandbox, github, inputs: reissueInputs, home, runId: 8 });
  expect(later.outputs).toMatchObject({ outcome: "done", replayed: "false" });
  expect(sandbox.ledger).toHaveLength(2);
});

describe.concurrent("a run that is cancelled", () => {
  test("waits for an answer that is on its way", async ({ world }) => {
    world.sandbox.fault({ kind: "slow-bytes", operation: "reissue", everyMs: 15 });
    const { child, ended } = startAction(world.recorded());
    await until(() => world.sandbox.ledger.length === 1);
    child.kill("SIGINT");
    const { outputs, stdout } = await ended;
    expect(stdout).toContain("Cancelled.");
    expect(outputs).toMatchObject({
      outcome: "done",
      "certificate-id": world.sandbox.ledger[0]?.certificateId,
    });
  });

  test("gives up at the second signal, and has written down that the outcome is unknown", async ({
    world,
  }) => {
    world.sandbox.fault({ kind: "hang", operation: "reissue", effect: true });
    const { child, ended } = startAction(world.recorded());
    await until(() => world.sandbox.ledger.length === 1);
    child.kill("SIGINT");
    child.kill("SIGTERM");
    const { code, outputs } = await ended;
    expect(code).toBe(1);
    expect(outputs).toMatchObject({ outcome: "unknown", code: "aborted" });
    expect(world.github.deployments[0]?.statuses).toHaveLength(1);
    expect((await world.reissue({}, { runAttempt: 2 })).outputs.code).toBe("unresolved_attempt");
  });

  test("before anything was sent leaves the order free", async ({ world }) => {
    // Nothing listens there, so that no connection is ever made.
    const inputs = { "base-url": "http://127.0.0.1:9", "max-attempts": "9" };
    const { child, ended } = startAction(world.recorded(inputs));
    child.stdout.on("data", (text: string) => {
      if (text.includes("Trying again")) child.kill("SIGINT");
    });
    expect((await ended).outputs.outcome).toBe("not-sent");
    expect((await world.reissue({}, { runAttempt: 2 })).outputs.outcome).toBe("done");
    expect(world.sandbox.ledger).toHaveLength(1);
  });
});

async function callsOfOneReissue(world: World): Promise<number> {
  const before = world.github.seen.length;
  await world.reissue({}, { runId: 99 });
  return world.github.seen.length - before;
}
