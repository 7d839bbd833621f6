import { writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { describe, expect, test as plainTest } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { newFolder, reissueInputs, runAction, startAction } from "../../harness/action/action.ts";
import { test, until } from "../../harness/action/action-with-sandbox.ts";
import { onLoopback } from "../../harness/on-loopback.ts";

// The bundle as a runner starts it: what it reads, prints, masks and writes. The unit tests have the rules.

const withoutMasks = (log: string) => log.replace(/^::add-mask::.*$/gm, "");

plainTest(
  "A callback test passes when the callback answers, and hides its secrets before anything else",
  async () => {
    const sandbox = await startSandbox({ httpsPort: false, allowPrivateCallbacks: true });
    const receiver = createServer(sandbox.issueCertificate(["localhost"]), (_, response) => response.end());
    const url = `https://localhost:${await onLoopback(receiver)}/callback`;
    const inputs = { operation: "callback-test", url, "access-key": "temporary-access-key" };
    const ended = await runAction({ sandbox, inputs });
    receiver.close();
    await sandbox.close();
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(ended.outputs).toEqual({
      outcome: "done",
      code: "success",
      verdict: "pass",
      tries: "1",
      reported: "false",
      "issue-number": "",
      "duration-ms": expect.stringMatching(/^\d+$/),
      json: expect.stringMatching(/^\{"outcome":"done",.*\}$/),
    });
    expect(ended.summary).toContain("✅ Callback test: pass");
    expect(ended.commands.map(({ name, message }) => `${name} ${message}`)).toEqual([
      "add-mask sandbox-demo-auth-key",
      "add-mask temporary-access-key",
      "group Callback test",
      "endgroup ",
    ]);
    expect(ended.stdout.indexOf("Callback test")).toBeGreaterThan(ended.stdout.lastIndexOf("add-mask"));
  },
);

describe.concurrent("A callback test", () => {
  test("that fails has one annotation and an issue, and needs no summary", async ({ world }) => {
    const failed = await world.check("callback_send_error");
    expect(failed.code).toBe(1);
    expect(failed.outputs).toMatchObject({ "issue-number": "1", verdict: "fail" });
    expect(failed.annotations).toMatchObject([
      { name: "error", title: "The callback fails: callback_send_error" },
    ]);
    const failing = await world.check("callback_send_error");
    expect(failing).toMatchObject({ code: 1, annotations: [{ name: "error" }] });
    const passed = await world.check("success", {}, { env: { GITHUB_STEP_SUMMARY: undefined } });
    expect(passed).toMatchObject({ code: 0, outputs: { "issue-number": "1" } });
    expect(world.github.issues).toMatchObject([{ state: "closed", state_reason: "completed" }]);
  });

  test("reports wrong inputs in an issue, with complete outputs", async ({ world }) => {
    const wrong = { "auth-key": "" };
    const ended = await world.check("callback_send_error", wrong);
    expect(ended.code).toBe(1);
    expect(ended.said).toContain("auth-key is missing.");
    expect(ended.outputs).toMatchObject({ verdict: "unknown", reported: "true", "issue-number": "1" });
    expect(world.github.issues).toMatchObject([{ state: "open", body: expect.stringContaining("auth-key") }]);
  });

  test("that is cancelled between two tests reports the failure before the runner ends it", async ({
    world,
  }) => {
    world.answer("callback_send_error");
    const inputs = { operation: "callback-test", "report-issue": "true" };
    const { child, ended } = startAction({ sandbox: world.sandbox, github: world.github, inputs });
    await until(() => world.sandbox.requests.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 500));
    child.kill("SIGINT");
    const { code, outputs } = await ended;
    expect(code).toBe(1);
    expect(outputs).toMatchObject({ verdict: "fail", tries: "1", reported: "true" });
    expect(world.github.issues).toMatchObject([{ state: "open" }]);
  });

  test("that is cancelled before an answer changes no issue", async ({ world }) => {
    world.sandbox.addFault({ kind: "hang", operation: "callback-test" });
    const inputs = { operation: "callback-test", "report-issue": "true" };
    const { child, ended } = startAction({ sandbox: world.sandbox, github: world.github, inputs });
    await until(() => world.sandbox.requests.length === 1);
    child.kill("SIGINT");
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.kill("SIGTERM");
    const { code, outputs } = await ended;
    expect(code).toBe(1);
    expect(outputs).toMatchObject({ code: "aborted", reported: "false" });
    expect(world.github.seen).toEqual([]);
  });

  test("keeps its verdict when GitHub is down", async ({ world }) => {
    await world.github.close();
    const ended = await world.check("success");
    expect(ended.code).toBe(0);
    expect(ended.said).toContain("GitHub did not answer");
  });
});

describe.concurrent("The inputs of a reissue", () => {
  test("are refused all at once, in the names of inputs, and nothing is sent", async ({ world }) => {
    const ended = await world.run({ operation: "reissue", "validity-days": "soon" });
    expect(ended).toMatchObject({ code: 1, stderr: "", outputs: { outcome: "not-sent" } });
    for (const text of [
      "order-id is missing.",
      "validity-days must be a whole number",
      "Add one of these lines:\n    idempotency-key: ",
    ])
      expect(ended.said).toContain(text);
    expect(ended.summary).toContain("Nothing was sent");
    expect([world.sandbox.requests, world.github.seen]).toEqual([[], []]);
  });

  test("win over the environment and a request file, whose secret is masked", async ({ world }) => {
    const workspace = newFolder();
    const certificate = { sign_hash: "sha1", common_name: "Example Software", csr_from: "sign-cloud-csc" };
    const request = { certificate, sign_key_pin: "sandbox-pin-2468" };
    writeFileSync(join(workspace, "request.json"), JSON.stringify(request));
    const { url, credentials } = world.sandbox;
    const { code, commands } = await runAction({
      env: {
        GITHUB_WORKSPACE: workspace,
        CERTORDER_BASE_URL: "http://127.0.0.1:9",
        CERTORDER_AUTH_KEY: credentials.authKey,
      },
      inputs: {
        ...{ operation: "reissue", journal: "none", "base-url": url, "key-id": credentials.keyId },
        ...{ "order-id": "order-code-1", "request-file": "request.json", "sign-hash": "sha256" },
      },
    });
    expect(code).toBe(0);
    expect(world.reissues).toBe(1);
    for (const message of [credentials.authKey, "sandbox-pin-2468"])
      expect(commands).toContainEqual({ name: "add-mask", title: "", message });
  });
});

describe.concurrent("A dry run", () => {
  const dry = { "dry-run": "true" };

  // That the next run sends just this: test/unit/cli/dry-run.test.ts.
  test("shows the request without its secret, and sends nothing", async ({ world }) => {
    const accepted = {
      "i-know-will-revoke-last-cert": "true",
      "i-know-remove-domain-will-revoke-before-cert": "true",
    };
    const shown = await world.reissue({ ...dry, ...accepted });
    expect(shown).toMatchObject({ code: 0, outputs: { outcome: "not-sent", code: "dry_run" } });
    expect([world.sandbox.requests, world.github.seen]).toEqual([[], []]);
    expect(shown.stdout).toContain("::group::The request");
    expect(shown.summary).toContain('"common_name": "www.example.com"');
    for (const text of [withoutMasks(shown.stdout), shown.outputs.json])
      expect(text).not.toContain(world.sandbox.credentials.authKey);
    expect(JSON.parse(shown.outputs.json ?? "")).toMatchObject({
      request: {
        url: `${world.sandbox.url}/openapi/v3/orders/order-ssl-1/reissue`,
        body: {
          i_know_will_revoke_last_cert: true,
          i_know_remove_domain_will_revoke_before_cert: true,
        },
      },
    });
  });

  test("with max-age reads the journal, and says whether a renewal is due", async ({ world }) => {
    const renewal = { "max-age": "30d" };
    const failed = await world.reissue({ ...dry, ...renewal });
    expect(failed).toMatchObject({ code: 1, outputs: { code: "not_in_journal", sent: "false" } });
    await world.reissue({ import: "cert-1@2026-01-01" });
    const due = await world.reissue({ ...dry, ...renewal });
    expect(due).toMatchObject({ code: 0, outputs: { code: "dry_run", due: "true", sent: "false" } });
    expect(world.sandbox.requests).toEqual([]);
  });
});

test("require-callback tests the callback first, and a dry run says so", async ({ world }) => {
  const required = { ...reissueInputs, "idempotency-key": "t-1", "require-callback": "true" };
  const dry = await world.run({ ...required, "dry-run": "true" });
  expect(dry.stdout).toContain("The callback would be tested first.");
  const body = '{"code":"success"}';
  world.sandbox.addFault({ kind: "status", operation: "callback-test", status: 200, body });
  expect((await world.run(required)).outputs).toMatchObject({ outcome: "done", verdict: "pass" });
  expect(world.sandbox.requests.map(({ operation }) => operation)).toEqual(["callback-test", "reissue"]);
});

test("wait-until-issued fails the step if the callback does not come, and a re-run waits without a reissue", async ({
  world,
}) => {
  const folder = newFolder();
  const journal = new Journal(folder);
  await journal.init();
  const inputs = { ...reissueInputs, journal: folder, "idempotency-key": "t-1" };
  const refused = await world.run({ ...inputs, "wait-until-issued": "10m" });
  expect(refused).toMatchObject({ code: 1, outputs: { outcome: "not-sent", code: "no_receiver" } });
  expect(refused.said).toContain("no receiver writes to it");
  expect(world.reissues).toBe(0);

  await journal.callbacks.addReceiver("r1");
  const late = await world.run({ ...inputs, "wait-until-issued": "1s" });
  const certificateId = world.sandbox.ledger[0]?.certificateId ?? "";
  const result = { outcome: "done", "certificate-id": certificateId };
  expect(late).toMatchObject({ code: 1, outputs: { ...result, code: "not_issued_yet" } });
  expect(late.said).toContain("the certificate is not known to be issued");
  await journal.callbacks.record({ orderId: "order-ssl-1", certificateId, receiver: "r1" });
  const issued = await world.run({ ...inputs, "wait-until-issued": "10s" });
  expect(issued).toMatchObject({ code: 0, outputs: { ...result, "already-done": "true" } });
  expect(issued.outputs["issued-event-at"]).toContain("T");
  expect(world.reissues).toBe(1);
});
