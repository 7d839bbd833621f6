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

test.concurrent("A service that cannot be reached is a verdict of the data source, not an error", async () => {
  await using stage = await TerraformWithSandbox.open({ env: { CERTORDER_MAX_TRIES: "1" } });
  const verdict = `output "verdict" {\n  value = data.certorder_callback_test.now.verdict\n}\n`;
  await stage.begin(`provider "certorder" {\n  base_url = "http://127.0.0.1:1"\n}\n${data({})}${verdict}`);
  await stage.applies();
  expect((await stage.workspace.run("output", "-raw", "verdict")).stdout).toBe("unknown");
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
