import { expect, test } from "vitest";
import { hasActions, terraform } from "../harness/terraform/terraform.ts";
import type { Arguments } from "../harness/terraform/terraform-with-sandbox.ts";
import { hcl, TerraformWithSandbox } from "../harness/terraform/terraform-with-sandbox.ts";
import { accessKey, TerraformWithReceiver } from "./terraform-with-receiver.ts";

function gate(args: Arguments): string {
  return `resource "certorder_callback_check" "gate" {\n${hcl(args)}}\n`;
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
