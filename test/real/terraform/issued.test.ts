import { createServer } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { nodeReceiver } from "../../../src/receiver/index.ts";
import { onLoopback } from "../../harness/on-loopback.ts";
import { cores } from "../../harness/terraform/terraform.ts";
import {
  filledMaps,
  order,
  provider,
  reissue,
  shownResolution,
  type TerraformOptions,
  TerraformWithSandbox,
} from "../../harness/terraform/terraform-with-sandbox.ts";

// From the callback to an empty plan: the receiver writes to the journal that the provider reads.

const options: TerraformOptions = { allowPrivateCallbacks: true, issuing: { delayMs: 0 } };

/** Receives the sandbox's callbacks into the journal of the workspace. */
async function startReceiver({ sandbox, journal }: TerraformWithSandbox): Promise<void> {
  const receiver = nodeReceiver({ accessKey: "key-1", journal, name: "receiver-1" });
  const server = createServer(sandbox.issueCertificate(["localhost"]), receiver);
  const port = await onLoopback(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await journal.init();
  await journal.callbacks.addReceiver("receiver-1");
  const url = `https://localhost:${port}`;
  sandbox.saveCallback(sandbox.credentials.keyId, { url, accessKey: "key-1" });
}

const hasCallback = (stage: TerraformWithSandbox, count = 1) =>
  vi.waitFor(
    async () => expect((await stage.journal.callbacks.read("o-1")).issued).toHaveLength(count),
    10_000,
  );

const attributes = (stage: TerraformWithSandbox) =>
  stage.workspace.attributes("certorder_reissue.site") ?? {};

test.each(cores)(
  "A lost answer is resolved by the line that the plan shows with the callback (%s)",
  async (_, program) => {
    await using stage = await TerraformWithSandbox.begun(reissue(), { ...options, program });
    await startReceiver(stage);
    stage.losesAnswer();
    expect((await stage.workspace.apply()).exit).toBe(1);
    await hasCallback(stage);
    const run = await stage.workspace.plan();
    const certificate = stage.sandbox.ledger[0]?.certificateId ?? "";
    expect(run.text).toContain(`it issued certificate ${certificate}`);
    const entry = shownResolution(run);
    expect(entry).toContain(certificate);
    await stage.applies(`${filledMaps(run, entry)}${reissue()}`);
    expect(attributes(stage).certificate_id).toBe(certificate);
    expect(stage.reissues()).toBe(1);
  },
);

test.each(cores)("wait_until_issued ends with the callback (%s)", async (_, program) => {
  const configuration = reissue({ wait_until_issued: "60s" });
  await using stage = await TerraformWithSandbox.begun(configuration, {
    ...options,
    issuing: { delayMs: 1_500 },
    program,
  });
  const refused = await stage.refuses();
  expect(refused.text).toContain("No receiver writes to the journal");
  await startReceiver(stage);
  await stage.applies();
  expect(attributes(stage).issued_event_at).toMatch(/^\d{4}-.*Z$/);
  expect(stage.reissues()).toBe(1);
});

test.each(cores)(
  "A callback that comes too late is a warning, and the next apply waits again (%s)",
  async (_, program) => {
    const configuration = reissue({ wait_until_issued: "1s" });
    await using stage = await TerraformWithSandbox.begun(configuration, {
      ...options,
      issuing: { callback: "never" },
      program,
    });
    await startReceiver(stage);
    const applied = await stage.workspace.apply();
    expect(applied.exit, applied.text).toBe(0);
    expect(applied.text).toContain("is not known to be issued");
    const { certificate_id, issued_event_at } = attributes(stage);
    expect(issued_event_at).toBeNull();
    expect((await stage.workspace.plan()).exit).toBe(2);
    await stage.journal.callbacks.record({
      orderId: "o-1",
      certificateId: String(certificate_id),
      receiver: "receiver-1",
    });
    await stage.applies();
    expect(attributes(stage)).toMatchObject({ certificate_id, issued_event_at: expect.any(String) });
    expect(stage.reissues()).toBe(1);
  },
);

test.each(cores)("An interrupted wait keeps the certificate in the state (%s)", async (_, program) => {
  const configuration = reissue({ wait_until_issued: "10m" });
  await using stage = await TerraformWithSandbox.begun(configuration, {
    ...options,
    issuing: { callback: "never" },
    program,
  });
  await startReceiver(stage);
  const apply = stage.workspace.start(["apply", "-auto-approve", "-input=false", "-no-color"]);
  await vi.waitFor(async () => {
    expect(await stage.journal.attempts("o-1")).toMatchObject([{ status: "succeeded" }]);
  }, 30_000);
  await sleep(500);
  process.kill(-(apply.child.pid as number), "SIGINT");
  const { text } = await apply.ended;
  expect(text).toContain("is not known to be issued");
  expect(attributes(stage).certificate_id).toBe(stage.sandbox.ledger[0]?.certificateId);
  expect(stage.reissues()).toBe(1);
});

test("300 orders are reissued, fifty in parallel, each once, and waited for with one loop", async () => {
  const ids = Array.from({ length: 300 }, (_, index) => `o-${index}`);
  const configuration = reissue(
    { order_id: undefined, wait_until_issued: "5m" },
    { more: '  count = 300\n  order_id = format("o-%d", count.index)' },
  );
  await using stage = await TerraformWithSandbox.begun(`${provider("max_reissues = 300")}${configuration}`, {
    ...options,
    orders: ids.map((id) => order(id)),
  });
  await startReceiver(stage);
  const { text } = await stage.applies(undefined, "-parallelism=50");
  expect(text).toContain("Resources: 300 added, 0 changed, 0 destroyed");
  expect(text).not.toContain("is not known to be issued");
  expect(stage.sandbox.ledger.map(({ orderId }) => orderId).sort()).toEqual(ids.sort());
});
