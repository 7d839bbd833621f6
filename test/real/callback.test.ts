import { expect, test } from "vitest";
import { hasActions, terraform } from "../harness/terraform/terraform.ts";
import type { Arguments } from "../harness/terraform/terraform-with-sandbox.ts";
import { hcl, order, TerraformWithSandbox, usual } from "../harness/terraform/terraform-with-sandbox.ts";
import { accessKey, TerraformWithReceiver } from "./terraform-with-receiver.ts";

function gate(args: Arguments): string {
  return `resource "certorder_callback_check" "gate" {\n${hcl(args)}}\n`;
}

function data(args: Arguments): string {
  return `data "certorder_callback_test" "now" {\n${hcl(args)}}\n`;
}

const asOutput = `output "now" {\n  value = {\n    for name in ["verdict", "code", "cached", "hint"] : name => data.certorder_callback_test.now[name]\n  }\n}\n`;

async function outputOf(stage: TerraformWithSandbox): Promise<Record<string, unknown>> {
  return JSON.parse((await stage.workspace.run("output", "-json", "now")).stdout) as Record<string, unknown>;
}

test.concurrent("The gate fails the apply until the callback answers, and tests again when a trigger changes", async () => {
  await using callback = await TerraformWithReceiver.open();
  const { stage } = callback;
  await stage.begin(gate({ url: callback.url, access_key: "wrong-key" }));
  const failed = await stage.workspace.apply();
  expect(failed.exit).toBe(1);
  expect(failed.text).toContain("callback_response_not_200");
  expect(stage.workspace.attributes("certorder_callback_check.gate")).toBeUndefined();

  const good = { url: callback.url, access_key: accessKey };
  await stage.applies(gate(good));
  expect(callback.events).toHaveLength(1);
  const before = stage.workspace.attributes("certorder_callback_check.gate");
  expect(before).toMatchObject({ id: "callback", tested_at: expect.any(String) as string });
  await stage.applies(gate({ ...good, triggers: { deployment: "2" } }));
  expect(callback.events).toHaveLength(2);

  // A failed test of an update keeps what was, so that the next apply tests again.
  stage.workspace.write(gate({ ...good, access_key: "wrong-key", triggers: { deployment: "3" } }));
  expect((await stage.workspace.apply()).exit).toBe(1);
  expect(stage.workspace.attributes("certorder_callback_check.gate")).toMatchObject({
    triggers: { deployment: "2" },
  });
  await stage.applies(gate({ ...good, triggers: { deployment: "3" } }));
  expect(callback.events).toHaveLength(3);

  const asked = callback.tests;
  expect((await stage.workspace.run("destroy", "-auto-approve", "-input=false")).exit).toBe(0);
  expect(callback.tests).toBe(asked);
});

const reissueOf = (args: Arguments) =>
  `resource "certorder_reissue" "site" {\n${hcl({ ...usual, require_callback: true, ...args })}}\n`;

test.concurrent("A reissue that requires the callback is not sent while its test fails", async () => {
  await using callback = await TerraformWithReceiver.open();
  const { stage } = callback;
  await callback.save();
  await stage.begin(reissueOf({}));
  await stage.applies();
  expect({ reissues: stage.reissues(), tests: callback.tests }).toEqual({ reissues: 1, tests: 1 });

  await callback.save("wrong-key");
  stage.workspace.write(reissueOf({ triggers: { release: "2" } }));
  const failed = await stage.workspace.apply();
  expect(failed.exit).toBe(1);
  expect(failed.text).toContain("Nothing was sent");
  expect(failed.text).toContain("because the callback has to pass a test right before it");
  expect(failed.text).toContain("Code: callback_response_not_200");
  expect(stage.reissues()).toBe(1);

  await callback.save();
  await stage.applies();
  expect(stage.reissues()).toBe(2);
  // It is not a part of the request.
  const tests = callback.tests;
  await stage.applies(reissueOf({ triggers: { release: "2" }, require_callback: false }));
  expect({ reissues: stage.reissues(), tests: callback.tests }).toEqual({ reissues: 2, tests });
});

test.concurrent("The reissues of one apply share one test of the callback", async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `o-${index}`);
  await using callback = await TerraformWithReceiver.open({ orders: ids.map((id) => order(id)) });
  const { stage } = callback;
  await callback.save();
  await stage.begin(
    reissueOf({ order_id: undefined }).replace("{", `{\n  count = 20\n  order_id = "o-\${count.index}"`),
  );
  await stage.applies();
  expect({ reissues: stage.reissues(), tests: callback.tests }).toEqual({ reissues: 20, tests: 1 });
});

test.concurrent("The gate's arguments are checked before anything is sent", async () => {
  await using stage = await TerraformWithSandbox.begun(
    gate({ url: "http://callback.example.com", access_key: "" }),
  );
  const { exit, text } = await stage.workspace.run("validate");
  expect(exit).toBe(1);
  expect(text).toMatch(/: url = .*?url uses http, not https/);
  // The line of a secret is not quoted.
  expect(text).toMatch(/: resource "certorder_callback_check" "gate" \{ access_key is empty/);
});

test.concurrent("What depends on the gate is not done when it fails", async () => {
  await using stage = await TerraformWithSandbox.open();
  await stage.begin(
    `${gate({})}resource "terraform_data" "after" {\n  depends_on = [certorder_callback_check.gate]\n}\n`,
  );
  const { exit, text } = await stage.workspace.apply();
  expect(exit).toBe(1);
  expect(text).toContain("callback_not_configured");
  expect(stage.workspace.attributes("terraform_data.after")).toBeUndefined();
});

test.concurrent("A failing callback in a check block is a warning, and plan and apply go on", async () => {
  await using stage = await TerraformWithSandbox.open();
  await stage.begin(`
    check "callback" {
      ${data({})}
      assert {
        condition     = data.certorder_callback_test.now.verdict != "fail"
        error_message = "The callback is broken: \${data.certorder_callback_test.now.code}"
      }
    }
    resource "terraform_data" "other" {}
  `);
  const planned = await stage.workspace.plan();
  expect(planned.exit).toBe(2);
  expect(planned.text).toContain("Warning: Check block assertion failed");
  expect(planned.text).toContain("The callback is broken: callback_not_configured");
  const applied = await stage.workspace.apply();
  expect(applied.exit).toBe(0);
  expect(stage.workspace.attributes("terraform_data.other")).toBeDefined();
  // Three reads, one test: the verdict counts for a minute.
  expect(stage.sandbox.requests).toHaveLength(1);
});

test.concurrent("A verdict is served again within its interval, for the same address and key only", async () => {
  await using callback = await TerraformWithReceiver.open();
  const { stage } = callback;
  const good = { url: callback.url, access_key: accessKey };
  await stage.begin(data(good) + asOutput);
  expect((await stage.workspace.apply()).exit).toBe(0);
  expect(await outputOf(stage)).toMatchObject({ verdict: "pass", code: "success" });
  expect(callback.tests).toBe(1);
  expect((await stage.workspace.apply()).exit).toBe(0);
  expect(await outputOf(stage)).toMatchObject({ verdict: "pass", cached: true });
  expect(callback.tests).toBe(1);

  stage.workspace.write(data({ ...good, access_key: "another-key" }) + asOutput);
  expect((await stage.workspace.apply()).exit).toBe(0);
  expect(await outputOf(stage)).toMatchObject({ verdict: "fail", code: "callback_response_not_200" });
  expect(callback.tests).toBe(2);

  stage.workspace.write(data({ ...good, min_interval_seconds: 0 }) + asOutput);
  expect((await stage.workspace.apply()).exit).toBe(0);
  expect(await outputOf(stage)).toMatchObject({ verdict: "pass", cached: false });
  expect(callback.tests).toBeGreaterThan(2);
});

test.concurrent("Whatever goes wrong with a test is a verdict, not an error", async () => {
  await using stage = await TerraformWithSandbox.open({ env: { CERTORDER_MAX_TRIES: "1" } });
  const verdictOf = async (args: Arguments, more = "") => {
    stage.workspace.write(more + data({ ...args, min_interval_seconds: 0 }) + asOutput);
    const { exit, text } = await stage.workspace.apply();
    expect(exit, text).toBe(0);
    return outputOf(stage);
  };
  await stage.begin(data({}) + asOutput);
  expect(await verdictOf({})).toMatchObject({ verdict: "fail", code: "callback_not_configured" });
  expect(await verdictOf({ url: "https://127.0.0.1/x", access_key: "key" })).toMatchObject({
    verdict: "fail",
    code: "callback_private_domain",
  });
  expect(await verdictOf({ url: "http://callback.example.com", access_key: "key" })).toMatchObject({
    code: "callback_url_not_https",
  });
  const down = `provider "certorder" {\n  base_url = "http://127.0.0.1:1"\n}\n`;
  expect(await verdictOf({}, down)).toMatchObject({ verdict: "unknown" });
  const wrongKey = `provider "certorder" {\n  auth_key = "wrong"\n}\n`;
  expect(await verdictOf({}, wrongKey)).toMatchObject({ verdict: "unknown", code: "unauthorized" });
});

if (hasActions)
  test("The action works without a config block", async () => {
    await using stage = await TerraformWithSandbox.open({ program: terraform });
    await stage.begin('action "certorder_callback_test" "t" {}\n');
    expect((await stage.workspace.run("validate")).exit).toBe(0);
    const { exit, text } = await stage.workspace.apply("-invoke=action.certorder_callback_test.t");
    expect(exit).toBe(1);
    expect(text).toContain("callback_not_configured");
    expect(text).not.toContain("Plugin error");
  });
