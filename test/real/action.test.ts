import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Journal } from "../../src/journal/index.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { FakeGitHub } from "../harness/action/fake-github.ts";
import { PostgresServer } from "../harness/journal/postgres-server.ts";
import type { Circumstances } from "./act.ts";
import { Site, workflows } from "./act.ts";

// Every workflow in examples/workflows, unmodified, under act. The cases of the action itself are in test/real/action.

let sandbox: Sandbox;
let github: FakeGitHub;
let site: Site;
let receiver: ReturnType<typeof createServer>;
/** What the callback answers. */
let answer: number;

beforeEach(async () => {
  sandbox = await startSandbox({
    httpsPort: false,
    allowPrivateCallbacks: true,
    rateLimit: { tests: 1000, perSeconds: 1 },
  });
  github = await FakeGitHub.start();
  site = new Site({ sandbox, github });
  answer = 200;
  receiver = createServer(sandbox.issueCertificate(["localhost"]), (_, response) =>
    response.writeHead(answer).end(),
  );
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const url = `https://localhost:${(receiver.address() as AddressInfo).port}/callback`;
  await fetch(`${sandbox.url}/_sandbox/accounts/${sandbox.credentials.keyId}/callback`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url, accessKey: "callback-access-key", disabled: false, enabledActions: [] }),
  });
});
afterEach(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await Promise.all([sandbox.close(), github.close()]);
  expect(github.violations).toEqual([]);
});

const ledgerFor = (orderId: string) => sandbox.ledger.filter((entry) => entry.orderId === orderId);
const attemptIn = (text: string) => /attempt ([0-9a-f]{12})/.exec(text)?.[1] ?? "none";

describe("deploy-with-callback-gate.yml", () => {
  const workflow = "deploy-with-callback-gate.yml";

  test("deploys when the callback answers", async () => {
    const { exit, outputs, steps, summaries } = await site.run(workflow, { event: "push", runId: 1 });
    expect(exit).toBe(0);
    expect(outputs["Test the callback"]).toMatchObject({ outcome: "done", verdict: "pass" });
    expect(steps["Deploy/Deploy"]).toBe("success");
    expect(summaries).toContain("Callback test: pass");
  });

  test("does not deploy when the callback does not answer", async () => {
    answer = 500;
    const { exit, outputs, steps, said } = await site.run(workflow, { runId: 1 });
    expect(exit).toBe(1);
    expect(outputs["Test the callback"]).toMatchObject({
      verdict: "fail",
      code: "callback_response_not_200",
    });
    expect(steps["Deploy/Deploy"]).toBeUndefined();
    expect(said).toContain("Look at the receiver's log.");
  });
});

describe("reissue.yml", () => {
  const run = (circumstances: Circumstances) => site.run("reissue.yml", circumstances);

  test("reissues once, answers a re-run with the same certificate, and reissues again for a new dispatch", async () => {
    const first = await run({ runId: 1 });
    expect(first.exit).toBe(0);
    const id = sandbox.ledger[0]?.certificateId;
    expect(first.outputs.Reissue).toMatchObject({ outcome: "done", replayed: "false", "certificate-id": id });
    expect(first.said).toContain(`Certificate ${id} can be fetched`);

    // act takes whichever Node comes first; the action is for this one.
    expect(github.seen[0]?.userAgent).toMatch(/ node\/24\./);

    const again = await run({ runId: 1, runAttempt: 2 });
    expect(again.outputs.Reissue).toMatchObject({ replayed: "true", "certificate-id": id });
    expect(sandbox.ledger).toHaveLength(1);

    github.age(60_000);
    await run({ runId: 2 });
    expect(sandbox.ledger).toHaveLength(2);
  });

  test("sends nothing after an unknown outcome, in a re-run or a new dispatch, until resolve names the certificate", async () => {
    sandbox.fault({ kind: "reset-after-processing", operation: "reissue" });
    const lost = await run({ runId: 1 });
    expect(lost.exit).toBe(1);
    expect(lost.outputs.Reissue).toMatchObject({ outcome: "unknown" });
    const blocked = [await run({ runId: 1, runAttempt: 2 }), await run({ runId: 2 })];
    for (const { outputs } of blocked) expect(outputs.Reissue).toMatchObject({ code: "unresolved_attempt" });
    const id = sandbox.ledger[0]?.certificateId;
    const resolve = `${attemptIn(blocked[1]?.said ?? "")}:${id}`;
    const resolved = await run({ runId: 3, inputs: { resolve } });
    expect(resolved.outputs.Reissue).toMatchObject({
      outcome: "done",
      replayed: "true",
      "certificate-id": id,
    });
    expect(sandbox.ledger).toHaveLength(1);
  });

  test("leaves the order blocked if the runner dies in the middle", async () => {
    sandbox.fault({ kind: "hang", operation: "reissue", effect: true });
    const { signal, ended } = site.start("reissue.yml", { runId: 1 });
    await until(() => sandbox.ledger.length === 1);
    signal("SIGKILL");
    await ended;
    for (const circumstances of [{ runId: 1, runAttempt: 2 }, { runId: 2 }])
      expect((await run(circumstances)).outputs.Reissue).toMatchObject({ code: "unresolved_attempt" });
    expect(sandbox.ledger).toHaveLength(1);
  });
});

describe("shared-journal.yml, on a new machine for each run", () => {
  const run = async (circumstances: Circumstances, url: string) =>
    site.run("shared-journal.yml", { ...circumstances, secrets: { CERTORDER_JOURNAL_URL: url } });

  test("answers a re-run from the journal", async () => {
    const server = await PostgresServer.start();
    const url = server.url().replace("owner@", `owner:${server.password}@`);
    const first = await run({ runId: 1 }, url);
    expect(first.outputs.Reissue).toMatchObject({ outcome: "done", replayed: "false" });
    expect(first.said).not.toContain(server.password);
    const again = await run({ runId: 1, runAttempt: 2 }, url);
    expect(again.outputs.Reissue).toMatchObject({ outcome: "done", replayed: "true" });
    expect(sandbox.ledger).toHaveLength(1);
    expect(await new Journal({ url }).attempts("order-ssl-1")).toMatchObject([{ status: "succeeded" }]);
  });

  test("leaves the order blocked everywhere if a machine dies", async () => {
    const secrets = { CERTORDER_JOURNAL_URL: await (await PostgresServer.start()).newJournal() };
    sandbox.fault({ kind: "hang", operation: "reissue", effect: true });
    const { signal, ended } = site.start("shared-journal.yml", { runId: 1, secrets });
    await until(() => sandbox.ledger.length === 1);
    signal("SIGKILL");
    await ended;
    for (const circumstances of [{ runId: 1, runAttempt: 2 }, { runId: 2 }]) {
      const { outputs } = await site.run("shared-journal.yml", { ...circumstances, secrets });
      expect(outputs.Reissue).toMatchObject({ code: "unresolved_attempt" });
    }
    expect(sandbox.ledger).toHaveLength(1);
  });
});

test("nightly-health-check.yml opens an issue at the second failure and closes it at the recovery", async () => {
  const nightly = (runId: number) => site.run("nightly-health-check.yml", { event: "schedule", runId });
  answer = 503;
  expect((await nightly(1)).exit).toBe(1);
  expect(github.issues).toMatchObject([{ state: "closed", state_reason: "not_planned" }]);
  const second = await nightly(2);
  expect(second.outputs["Check the callback"]).toMatchObject({ "issue-number": "1" });
  expect(second.summaries).toContain("🟥🟥");
  answer = 200;
  expect((await nightly(3)).exit).toBe(0);
  expect(github.issues).toMatchObject([{ state: "closed", state_reason: "completed" }]);
});

test("monitor.yml opens and closes an issue through the workflow that it calls", async () => {
  const nightly = (runId: number) => site.run("monitor.yml", { event: "schedule", runId });
  expect((await nightly(1)).exit).toBe(0);
  answer = 503;
  for (const night of [2, 3]) expect((await nightly(night)).exit).toBe(1);
  expect(github.issues).toMatchObject([{ state: "open", title: "The certificate callback fails" }]);
  answer = 200;
  expect((await nightly(4)).exit).toBe(0);
  expect(github.issues).toMatchObject([{ state: "closed", state_reason: "completed" }]);
});

test("several-accounts.yml keeps an issue for each account", async () => {
  answer = 404;
  const { exit } = await site.run("several-accounts.yml", { runId: 1 });
  expect(exit).toBe(1);
  expect(github.issues.map(({ title }) => title).sort()).toEqual([
    "The certificate callback of intranet fails",
    "The certificate callback of shop fails",
  ]);
  answer = 200;
  expect((await site.run("several-accounts.yml", { runId: 2 })).exit).toBe(0);
  expect(github.issues.map(({ state }) => state)).toEqual(["closed", "closed"]);
});

test("fleet-reissue.yml reissues every order once, also when one fails and all are run again", async () => {
  sandbox.fault({ kind: "status", operation: "reissue", status: 400, body: '{"code":"try_later"}' });
  const first = await site.run("fleet-reissue.yml", { runId: 1 });
  expect(first.exit).toBe(1);
  expect(sandbox.ledger).toHaveLength(2);
  const again = await site.run("fleet-reissue.yml", { runId: 1, runAttempt: 2 });
  expect(again.exit).toBe(0);
  for (const order of ["order-ssl-1", "order-ssl-2", "order-dual-1"])
    expect(ledgerFor(order)).toHaveLength(1);
  const replayed = Object.values(again.outputs).map((outputs) => outputs.replayed);
  expect(replayed.sort()).toEqual(["false", "true", "true"]);
});

test("fleet-reissue.yml resolves the attempt at one order, and leaves the others alone", async () => {
  sandbox.fault({ kind: "reset-before-reading", operation: "reissue" });
  const first = await site.run("fleet-reissue.yml", { runId: 1 });
  const [lost] = Object.values(first.outputs).filter(({ outcome }) => outcome === "unknown");
  expect(sandbox.ledger).toHaveLength(2);
  github.age(3_600_000);
  const inputs = { resolve: `${lost?.["attempt-id"]}:not-happened` };
  const resolved = await site.run("fleet-reissue.yml", { runId: 2, inputs });
  expect(resolved.exit).toBe(0);
  const codes = Object.values(resolved.outputs).map(({ code }) => code);
  expect(codes.sort()).toEqual(["resolved_elsewhere", "resolved_elsewhere", "success"]);
  expect(sandbox.ledger).toHaveLength(3);
});

test("No example is without a test", () => {
  expect(workflows).toEqual([
    "deploy-with-callback-gate.yml",
    "fleet-reissue.yml",
    "monitor.yml",
    "nightly-health-check.yml",
    "reissue.yml",
    "several-accounts.yml",
    "shared-journal.yml",
  ]);
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}
