import { join } from "node:path";
import { expect } from "vitest";
import { CertOrderClient } from "../../../src/client/index.ts";
import { Journal } from "../../../src/journal/index.ts";
import { newFolder, reissueInputs, runAction, startAction } from "../../harness/action/action.ts";
import { test, until } from "../../harness/action/action-with-sandbox.ts";
import { anotherCsr } from "../../harness/action/csr.ts";
import { ageJournal } from "../../harness/aged-journal.ts";

test.concurrent("A run that cannot write its outputs has its result in the journal or in the record, and a re-run replays it", async ({
  world,
}) => {
  const { sandbox, github } = world;
  const home = newFolder();
  const inputs = { ...reissueInputs, history: "journal", "allow-rerun": "true" };
  const env = { GITHUB_OUTPUT: "/nowhere/output" };
  expect((await runAction({ sandbox, github, inputs, home, env })).code).toBe(1);
  expect((await runAction({ sandbox, github, inputs, home, runAttempt: 2 })).outputs).toMatchObject({
    outcome: "done",
    "already-done": "true",
    "certificate-id": sandbox.ledger[0]?.certificateId,
  });

  expect((await world.reissue({}, { env, runId: 8 })).code).toBe(1);
  expect((await world.reissue({}, { runId: 8, runAttempt: 2 })).outputs).toMatchObject({
    outcome: "done",
    "already-done": "true",
    "certificate-id": sandbox.ledger[1]?.certificateId,
  });
  expect(sandbox.ledger).toHaveLength(2);
});

test.concurrent("What another program reissued on the same disk is known to a run that is created later", async ({
  world,
}) => {
  const { sandbox, github } = world;
  const home = newFolder();
  const folder = join(home, ".local", "state", "certorder");
  const journal = new Journal({ dir: folder });
  const { authKey, keyId } = sandbox.credentials;
  const client = new CertOrderClient({ baseUrl: sandbox.url, authKey, keyId, journal });
  const request = { signHash: "sha256", commonName: "www.example.com", csr: anotherCsr() };
  github.create(7, 60_000);
  await client.reissue("order-ssl-1", request, { idempotencyKey: "ticket-1" });
  const inputs = { ...reissueInputs, history: "journal" };
  const blocked = await runAction({ sandbox, github, inputs, home });
  expect(blocked.outputs).toMatchObject({ outcome: "not-sent", code: "reissued_since" });
  ageJournal(folder);
  const later = await runAction({ sandbox, github, inputs, home, runId: 8 });
  expect(later.outputs).toMatchObject({ outcome: "done", "already-done": "false" });
  expect(sandbox.ledger).toHaveLength(2);
});

test.concurrent("A cancelled run waits for an answer that is on its way", async ({ world }) => {
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

test.concurrent("A cancelled run gives up at the second signal, and records that the outcome is unknown", async ({
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

test.concurrent("A run that is cancelled before anything was sent leaves the order free", async ({
  world,
}) => {
  // Nothing listens there, so that no connection is ever made.
  const inputs = { "base-url": "http://127.0.0.1:9", "max-tries": "9" };
  const { child, ended } = startAction(world.recorded(inputs));
  child.stdout.on("data", (text: string) => {
    if (text.includes("Trying again")) child.kill("SIGINT");
  });
  expect((await ended).outputs.outcome).toBe("not-sent");
  expect((await world.reissue({}, { runAttempt: 2 })).outputs.outcome).toBe("done");
  expect(world.sandbox.ledger).toHaveLength(1);
});
