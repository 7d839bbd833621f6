import { join } from "node:path";
import { describe, expect, onTestFinished, vi } from "vitest";
import { JournalCallbacks } from "../../../src/journal/callbacks.ts";
import { Journal } from "../../../src/journal/index.ts";
import { unavailableError } from "../../../src/journal/unavailable.ts";
import { type ActionWithSandbox, test } from "../../harness/action/action-with-sandbox.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";
import { newFolder } from "../../harness/new-folder.ts";

// The inputs require-callback and wait-until-issued, and journals other than the repository.

describe.concurrent("With require-callback", () => {
  const callback = ({ sandbox }: ActionWithSandbox, status: number, code: string) =>
    sandbox.addFault({ kind: "status", operation: "callback-test", status, body: JSON.stringify({ code }) });
  const required = { "require-callback": "true" };

  test("nothing is sent while the callback fails, and a re-run goes on", async ({ world }) => {
    callback(world, 400, "callback_response_not_200");
    const failed = await world.reissueHere(required);
    const code = "callback_response_not_200";
    expect(failed).toMatchObject({
      level: "failed",
      outputs: { outcome: "not-sent", code, verdict: "fail" },
    });
    expect(failed.said).toContain(`The reissue was not sent: ${code}`);
    expect(failed.said).toContain("Look at the receiver's log.");
    expect([world.github.deployments, world.sandbox.ledger]).toEqual([[], []]);

    callback(world, 200, "success");
    const again = await world.reissueHere(required, { runAttempt: 2 });
    expect(again.outputs).toMatchObject({ outcome: "done", "already-done": false, verdict: "pass" });
    const once = await world.reissueHere(required, { runAttempt: 3 });
    expect(once.outputs).toMatchObject({ outcome: "done", "already-done": true });
    expect(once.outputs).not.toHaveProperty("verdict");
    expect(world.reissues).toBe(1);
  });
});

describe.concurrent("With journal: none", () => {
  test("each step sends, and asks GitHub nothing", async ({ world }) => {
    for (const runId of [7, 8]) {
      const { outputs } = await world.reissueHere({ journal: "none" }, { runId });
      expect(outputs).toMatchObject({ outcome: "done", sent: true, "already-done": false });
    }
    expect(world.github.seen).toEqual([]);
    expect(world.reissues).toBe(2);
  });

  test("a re-run is refused", async ({ world }) => {
    const { outputs, said } = await world.reissueHere({ journal: "none" }, { runAttempt: 2 });
    expect(outputs).toMatchObject({ outcome: "not-sent", code: "rerun_refused", sent: false });
    expect(said).toContain("this is a re-run");
    expect([world.sandbox.requests, world.github.seen]).toEqual([[], []]);
  });
});

test("A journal in a folder that does not exist is not created", async ({ world }) => {
  const folder = join(newFolder("certorder-action-"), "journal");
  const { outputs, said } = await world.reissueHere({ journal: folder });
  expect(outputs).toMatchObject({ outcome: "not-sent", code: "journal_not_found", sent: false });
  expect(said).toContain(`    certorder journal init --journal ${folder}`);
  await new Journal(folder).init();
  expect(await world.ends({ journal: folder })).toBe("sent");
  expect(await world.ends({ journal: folder }, { runAttempt: 2 })).toBe("answered");
  expect(world.github.seen).toEqual([]);
});

test("A reissue stays done if the journal fails during the wait for its callback", async ({ world }) => {
  const folder = newFolder("certorder-action-");
  await new Journal(folder).init();
  await new Journal(folder).callbacks.addReceiver("r1");
  const fails = async () => Promise.reject(unavailableError("The disk is gone.", "Mount it."));
  const spy = vi.spyOn(JournalCallbacks.prototype, "waitUntilIssued").mockImplementation(fails);
  onTestFinished(() => spy.mockRestore());
  const failed = await world.reissueHere({ journal: folder, "wait-until-issued": "10m" });
  const certificate = world.sandbox.ledger[0]?.certificateId;
  expect(failed).toMatchObject({
    level: "failed",
    outputs: { outcome: "done", code: "not_issued_yet", "certificate-id": certificate },
  });
  expect(failed.said).toContain("was reissued, but the wait for its callback ended. The disk is gone.");
});

test("A certificate that `resolve` states is waited for, too, because later steps deploy it", async ({
  world,
}) => {
  const folder = newJournal();
  const { callbacks } = new Journal(folder);
  await callbacks.addReceiver("r1");
  const waiting = { journal: folder, "wait-until-issued": "1s" };
  world.lose("after");
  const lost = await world.reissueHere(waiting);
  const certificateId = String(world.sandbox.ledger[0]?.certificateId);
  const resolve = `${lost.outputs["attempt-id"]}:${certificateId}`;
  const stated = await world.reissueHere({ ...waiting, resolve }, { runId: 8 });
  expect(stated).toMatchObject({
    level: "failed",
    outputs: { code: "not_issued_yet", "certificate-id": certificateId, sent: false },
  });
  const again = await world.reissueHere(waiting, { runAttempt: 2 });
  expect(again.outputs).toMatchObject({ code: "not_issued_yet", "already-done": true });
  expect(again.said).not.toContain("For one more reissue");
  const other = { ...waiting, "order-id": "order-ssl-2", import: "cert-9" };
  const imported = await world.reissueHere(other, { runId: 9 });
  expect(imported.outputs).toMatchObject({ code: "stated", "certificate-id": "cert-9" });
  await callbacks.record({ orderId: "order-ssl-1", certificateId, receiver: "r1" });
  const issued = await world.reissueHere(waiting, { runAttempt: 3 });
  expect(issued.outputs).toMatchObject({ outcome: "done", "issued-event-at": expect.any(String) });
  expect(world.reissues).toBe(1);
});

test("A journal in a folder of a machine that GitHub removes gets one warning, and no other does", async ({
  world,
}) => {
  const env = { RUNNER_ENVIRONMENT: "github-hosted" };
  const title = "The journal vanishes with this machine";
  const hosted = await world.reissueHere({ journal: newJournal() }, { env });
  expect(hosted.said.split(title)).toHaveLength(2);
  expect(hosted.said).toContain("journal: postgres://user@host/database");
  expect((await world.reissueHere({ journal: newJournal() })).said).not.toContain(title);
  expect((await world.reissueHere({}, { env })).said).not.toContain(title);
});
