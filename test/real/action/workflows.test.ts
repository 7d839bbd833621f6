import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import type { Sandbox } from "../../../src/sandbox/index.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { readAttemptId, until } from "../../harness/action/action-with-sandbox.ts";
import { FakeGitHub } from "../../harness/action/fake-github.ts";
import { PostgresServer } from "../../harness/journal/postgres-server.ts";
import { onLoopback } from "../../harness/on-loopback.ts";
import type { Circumstances } from "./act.ts";
import { guideWorkflows, Site, starters, workflows } from "./act.ts";

// Every workflow in examples/workflows, unmodified, under act. What each has to prove stands below by its name.

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
    rateLimit: { requests: 1000, perSeconds: 1 },
  });
  github = await FakeGitHub.start();
  site = new Site({ sandbox, github });
  answer = 200;
  receiver = createServer(sandbox.issueCertificate(["localhost"]), (_, response) =>
    response.writeHead(answer).end(),
  );
  const port = await onLoopback(receiver);
  const url = `https://localhost:${port}/callback`;
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

describe.each([
  ["deploy-with-callback-gate.yml", "Deploy/"],
  ["guide Deploy.yml", "deploy/"],
])("%s", (workflow, job) => {
  test.for([200, 500])("deploys only if the callback answers: %i", async (status) => {
    answer = status;
    const { exit, steps, summaries } = await site.run(workflow, { event: "push", runId: 1 });
    expect(exit).toBe(status === 200 ? 0 : 1);
    expect(Object.keys(steps).some((name) => name.startsWith(job))).toBe(status === 200);
    expect(summaries).toContain(`Callback test: ${status === 200 ? "pass" : "fail"}`);
  });
});

test("reissue.yml reissues once, answers a re-run with the same certificate, and reissues again for a new dispatch", async () => {
  const run = (circumstances: Circumstances) => site.run("reissue.yml", circumstances);
  const first = await run({ runId: 1 });
  expect(first.exit).toBe(0);
  const id = sandbox.ledger[0]?.certificateId;
  expect(first.outputs.Reissue).toMatchObject({
    outcome: "done",
    "already-done": "false",
    "certificate-id": id,
  });
  expect(first.said).toContain(`The order was reissued as ${id}.`);

  // act takes whichever Node comes first; the action is for this one.
  expect(github.seen[0]?.userAgent).toMatch(/ node\/24\./);

  const again = await run({ runId: 1, runAttempt: 2 });
  expect(again.outputs.Reissue).toMatchObject({ "already-done": "true", "certificate-id": id });
  expect(sandbox.ledger).toHaveLength(1);

  await run({ runId: 2 });
  expect(sandbox.ledger).toHaveLength(2);
});

test("shared-journal.yml answers a re-run from the journal, on a new machine for each run", async () => {
  const server = await PostgresServer.start();
  const url = server.url().replace("owner@", `owner:${server.password}@`);
  const run = (runAttempt: number) =>
    site.run("shared-journal.yml", { runId: 1, runAttempt, secrets: { CERTORDER_JOURNAL: url } });
  await new Journal(url).init();
  const first = await run(1);
  expect(first.outputs.Reissue).toMatchObject({ outcome: "done", "already-done": "false" });
  expect(first.said).not.toContain(server.password);
  expect((await run(2)).outputs.Reissue).toMatchObject({ outcome: "done", "already-done": "true" });
  expect(sandbox.ledger).toHaveLength(1);
  expect(await new Journal(url).attempts("order-ssl-1")).toMatchObject([{ status: "succeeded" }]);
});

test("nightly-health-check.yml is red and keeps one issue while the callback fails or cannot be tested", async () => {
  // One letter a night: passes, an outage, one that a single test shows, a service that is away.
  const nights = "PFFPSUP";
  const expected: Record<string, object[]> = { P: [], S: [], F: [{ state: "open" }], U: [{ state: "open" }] };
  for (const [index, night] of [...nights].entries()) {
    answer = night === "F" ? 503 : 200;
    for (let test = 0; test < { S: 1, U: 3 }[night as "S"] || 0; test++)
      sandbox.addFault({ kind: "status", operation: "callback-test", status: 503, body: "" });
    const { exit } = await site.run("nightly-health-check.yml", { event: "schedule", runId: index + 1 });
    expect(exit, `night ${index}`).toBe("FU".includes(night) ? 1 : 0);
    expect(github.issues.filter(({ state }) => state === "open")).toMatchObject(expected[night] ?? []);
  }
  // One issue for both outages, and the second one needs no comment: reopening notifies.
  expect(github.issues).toMatchObject([{ state: "closed", state_reason: "completed", comments: [] }]);
}, 240_000);

describe("The guide's workflow", () => {
  test("Reissue and deploy waits for the callback, and then deploys", async () => {
    const url = await (await PostgresServer.start()).newJournal();
    const journal = new Journal(url);
    await journal.init();
    await journal.callbacks.addReceiver("receiver-1");
    const { ended } = site.start("guide Reissue and deploy.yml", {
      runId: 1,
      secrets: { CERTORDER_JOURNAL: url },
    });
    await until(() => sandbox.ledger.length === 1);
    const certificateId = sandbox.ledger[0]?.certificateId ?? "";
    await journal.callbacks.record({ orderId: "order-ssl-1", certificateId, receiver: "receiver-1" });
    const { exit, said } = await ended;
    expect(exit).toBe(0);
    expect(said).toContain(`Fetch ${certificateId} from the service here, and deploy it.`);
  });

  test("Reissue reissues once, also if it is run again", async () => {
    for (const runAttempt of [1, 2])
      expect((await site.run("guide Reissue.yml", { runId: 1, runAttempt })).exit).toBe(0);
    expect(sandbox.ledger).toHaveLength(1);
  });
});

test.for(["monitor.yml", "callback-monitor.yml"])(
  "%s opens an issue while the callback fails, and closes it",
  async (workflow) => {
    const nightly = (runId: number) => site.run(workflow, { event: "schedule", runId });
    expect((await nightly(1)).exit).toBe(0);
    answer = 503;
    expect((await nightly(2)).exit).toBe(1);
    expect(github.issues).toMatchObject([{ state: "open" }]);
    answer = 200;
    expect((await nightly(3)).exit).toBe(0);
    expect(github.issues).toMatchObject([{ state: "closed", state_reason: "completed" }]);
  },
);

test("The guide's monitor fires once for an address that does not exist, and closes its issue in the next night", async () => {
  const workflow = "guide Callback monitor.yml";
  const fired = await site.run(workflow, { runId: 1, inputs: { url: "https://callback.invalid/" } });
  expect(fired.exit).toBe(1);
  expect(github.issues).toMatchObject([
    { state: "open", title: expect.stringContaining("https://callback.invalid") },
  ]);
  expect((await site.run(workflow, { event: "schedule", runId: 2 })).exit).toBe(0);
  expect(github.issues).toMatchObject([{ state: "closed", state_reason: "completed" }]);
});

test("several-accounts.yml keeps an issue for each account", async () => {
  answer = 404;
  const { exit } = await site.run("several-accounts.yml", { runId: 1 });
  expect(exit).toBe(1);
  for (const account of ["shop", "intranet"])
    expect(github.issues.filter(({ title }) => title.includes(`account:${account}`))).toHaveLength(1);
  answer = 200;
  expect((await site.run("several-accounts.yml", { runId: 2 })).exit).toBe(0);
  expect(github.issues.map(({ state }) => state)).toEqual(["closed", "closed"]);
});

test("certificate-reissue.yml sends nothing after an unknown outcome, until resolve names the certificate", async () => {
  const run = (circumstances: Circumstances) => site.run("certificate-reissue.yml", circumstances);
  sandbox.addFault({ kind: "reset-after-processing", operation: "reissue" });
  const lost = await run({ event: "push", runId: 1 });
  expect(lost.exit).toBe(1);
  expect(lost.outputs.Reissue).toMatchObject({ outcome: "unknown" });
  const blocked = await run({ event: "push", runId: 2 });
  expect(blocked.outputs.Reissue).toMatchObject({ code: "unresolved_attempt" });
  const id = sandbox.ledger[0]?.certificateId;
  const resolve = `${readAttemptId(blocked.said)}:${id}`;
  const resolved = await run({ runId: 3, inputs: { resolve } });
  expect(resolved.exit).toBe(0);
  expect(resolved.outputs.Reissue).toMatchObject({ code: "stated", sent: "false", "certificate-id": id });
  // The same CSR gets the same certificate, in any run.
  for (const runId of [1, 4]) {
    const { outputs } = await run({ event: "push", runId, runAttempt: 2 });
    expect(outputs.Reissue).toMatchObject({ "already-done": "true", "certificate-id": id });
  }
  expect(sandbox.ledger).toHaveLength(1);
});

test("renewal.yml begins with an import, and renews the certificate when it is old", async () => {
  const run = (circumstances: Circumstances) => site.run("renewal.yml", circumstances);
  const unknown = await run({ event: "schedule", runId: 1 });
  expect(unknown.outputs.Renew).toMatchObject({ code: "not_in_journal" });
  const date = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
  const imported = await run({ runId: 2, inputs: { import: `cert-portal@${date}` } });
  expect(imported.outputs.Renew).toMatchObject({ code: "stated", "certificate-id": "cert-portal" });
  const young = await run({ event: "schedule", runId: 3 });
  expect(young.outputs.Renew).toMatchObject({ sent: "false", "certificate-id": "cert-portal" });
  expect(sandbox.ledger).toEqual([]);
  github.age(51 * 86_400_000);
  const renewed = await run({ event: "schedule", runId: 4 });
  const id = sandbox.ledger[0]?.certificateId;
  expect(renewed.outputs.Renew).toMatchObject({ sent: "true", "certificate-id": id });
  expect((await run({ event: "schedule", runId: 5 })).outputs.Renew).toMatchObject({ sent: "false" });
  expect(sandbox.ledger).toHaveLength(1);
});

test("fleet-reissue.yml reissues every order once, also when one fails and all are run again", async () => {
  sandbox.addFault({ kind: "status", operation: "reissue", status: 400, body: '{"code":"try_later"}' });
  const first = await site.run("fleet-reissue.yml", { runId: 1 });
  expect(first.exit).toBe(1);
  expect(sandbox.ledger).toHaveLength(2);
  const again = await site.run("fleet-reissue.yml", { runId: 1, runAttempt: 2 });
  expect(again.exit).toBe(0);
  for (const order of ["order-ssl-1", "order-ssl-2", "order-dual-1"])
    expect(ledgerFor(order)).toHaveLength(1);
  const alreadyDone = Object.values(again.outputs).map((outputs) => outputs["already-done"]);
  expect(alreadyDone.sort()).toEqual(["false", "true", "true"]);
});

test("fleet-reissue.yml resolves the attempt at one order, and leaves the others alone", async () => {
  sandbox.addFault({ kind: "reset-before-reading", operation: "reissue" });
  const first = await site.run("fleet-reissue.yml", { runId: 1 });
  const [lost] = Object.values(first.outputs).filter(({ outcome }) => outcome === "unknown");
  expect(sandbox.ledger).toHaveLength(2);
  github.age(3_600_000);
  const inputs = { resolve: `${lost?.["attempt-id"]}:not-happened` };
  const resolved = await site.run("fleet-reissue.yml", { runId: 2, inputs });
  expect(resolved.exit).toBe(0);
  const endings = Object.values(resolved.outputs).map(({ outcome, code }) => `${outcome} ${code}`);
  expect(endings.sort()).toEqual(["not-sent other_order", "not-sent other_order", "not-sent stated"]);
  expect(sandbox.ledger).toHaveLength(2);
  const again = await site.run("fleet-reissue.yml", { runId: 1, runAttempt: 2 });
  expect(again.exit).toBe(0);
  expect(sandbox.ledger).toHaveLength(3);
});

test("The guide's Renew orders begins with an import for each order, and renews those that are old", async () => {
  const run = (circumstances: Circumstances) => site.run("guide Renew orders.yml", circumstances);
  const codes = ({ outputs }: Awaited<ReturnType<typeof run>>) =>
    Object.values(outputs).map(({ code }) => code);
  expect(codes(await run({ event: "schedule", runId: 1 }))).toEqual(["not_in_journal", "not_in_journal"]);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  for (const [index, days] of [70, 10].entries()) {
    const order = `order-ssl-${index + 1}`;
    const inputs = { order, import: `cert-${order}@${daysAgo(days)}` };
    expect(codes(await run({ runId: 2 + index, inputs }))).toContain("stated");
  }
  const bought = () => sandbox.ledger.map(({ orderId }) => orderId).sort();
  expect(bought()).toEqual(["order-ssl-1"]);
  github.age(51 * 86_400_000);
  expect((await run({ event: "schedule", runId: 4 })).exit).toBe(0);
  expect(bought()).toEqual(["order-ssl-1", "order-ssl-2"]);
});

test("No workflow of the examples and the guides that uses the actions is without a test", () => {
  const tests = readFileSync(import.meta.filename, "utf8");
  const ofGuides = [...guideWorkflows()].filter(([, text]) => text.includes("/actions/"));
  const all = [...workflows, ...starters, ...ofGuides.map(([name]) => `guide ${name}.yml`)];
  expect(all.filter((name) => !tests.includes(`"${name}"`))).toEqual([]);
});
