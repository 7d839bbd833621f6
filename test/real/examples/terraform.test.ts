import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PostgresServer } from "../../harness/journal/postgres-server.ts";
import { hasActions, terraform } from "../../harness/terraform/terraform.ts";
import { TerraformWithSandbox } from "../../harness/terraform/terraform-with-sandbox.ts";
import { accessKey, TerraformWithReceiver } from "../terraform/terraform-with-receiver.ts";

// Each example as it lies there; only variables say which order and which callback.

const folder = join(import.meta.dirname, "..", "..", "..", "examples", "terraform");
const csrFile = { TF_VAR_order_id: "o-1", TF_VAR_csr_file: join(folder, "..", "site.csr") };

async function begin(stage: TerraformWithSandbox, example: string): Promise<void> {
  cpSync(join(folder, example), stage.workspace.folder, { recursive: true });
  const { exit, text } = await stage.workspace.init();
  expect(exit, text).toBe(0);
}

test("Every example is among those that are applied here or in readmes.test.ts", () => {
  expect(readdirSync(folder).sort()).toEqual([
    "README.md",
    "callback-action",
    "callback-gate",
    "check",
    "import",
    "reissue",
    "rotation",
    "shared-journal",
  ]);
});

test.concurrent("The example rotation reissues now, and again when 30 days are left", async () => {
  await using stage = await TerraformWithSandbox.open({ env: csrFile });
  await begin(stage, "rotation");
  await stage.applies();
  stage.editAttributes({ issued_at: new Date(Date.now() - 61 * 86_400_000).toISOString() });
  await stage.applies();
  expect(stage.reissues()).toBe(2);
});

test("The example shared-journal lets another machine adopt the certificate, also without the state", async () => {
  const server = await PostgresServer.start();
  const journal = { TF_VAR_journal: await server.newJournal(), CERTORDER_JOURNAL: undefined };
  const backend = { PG_CONN_STR: `${server.url()}?sslmode=disable` };
  await using stage = await TerraformWithSandbox.open({ env: { ...csrFile, ...journal, ...backend } });
  await begin(stage, "shared-journal");
  const { text } = await stage.applies();
  expect(text).toContain(`certificate_id = "${stage.sandbox.ledger[0]?.certificateId}"`);
  await server.query("drop schema terraform_remote_state cascade");
  const again = await stage.applies();
  expect(again.text).toContain(`certificate_id = "${stage.sandbox.ledger[0]?.certificateId}"`);
  expect(stage.reissues()).toBe(1);
});

test.concurrent("The example callback-gate reissues nothing while the callback refuses", async () => {
  await using callback = await TerraformWithReceiver.open({ env: csrFile });
  const { stage } = callback;
  await callback.save("wrong-key");
  await begin(stage, "callback-gate");
  const refused = await stage.workspace.apply();
  expect(refused.exit).toBe(1);
  expect(refused.text).toContain("callback_response_not_200");
  expect(stage.reissues()).toBe(0);
  await callback.save();
  await stage.applies();
  expect((await stage.workspace.apply("-var=release=2")).text).toContain("0 added, 1 changed");
  // Once for each release; the reissue comes right after the first.
  expect(callback.events).toHaveLength(2);
  expect(stage.reissues()).toBe(1);
});

if (hasActions)
  test.concurrent("The example callback-action tests with each release, and on demand", async () => {
    await using callback = await TerraformWithReceiver.open({ program: terraform });
    const { workspace } = callback.stage;
    await begin(callback.stage, "callback-action");
    const apply = (key: string, ...args: string[]) =>
      workspace.apply(`-var=callback_url=${callback.url}`, `-var=callback_access_key=${key}`, ...args);
    expect((await apply(accessKey)).text).toContain("1 added, 0 changed, 0 destroyed. Actions: 1 invoked.");
    expect((await apply(accessKey)).text).toContain("No changes.");
    expect((await apply(accessKey, "-var=release=2")).text).toContain("The callback answered");
    expect(callback.events).toHaveLength(2);
    const onDemand = "-invoke=action.certorder_callback_test.receiver";
    expect((await apply(accessKey, onDemand)).text).toContain("Actions: 1 invoked.");
    expect(callback.events).toHaveLength(3);
    const refused = await apply("wrong-key", onDemand);
    expect(refused.exit).toBe(1);
    expect(refused.text).toContain("callback_response_not_200");
  });

test.concurrent("The example check warns of a broken callback with the reason", async () => {
  await using stage = await TerraformWithSandbox.open();
  await begin(stage, "check");
  const { exit, text } = await stage.workspace.apply();
  expect(exit).toBe(0);
  expect(text).toContain("Warning: Check block assertion failed");
  expect(text).toContain("The account has no saved callback configuration");
});
