import { expect, test } from "vitest";
import { hasActions, terraform } from "../../harness/terraform/terraform.ts";
import type { Arguments } from "../../harness/terraform/terraform-with-sandbox.ts";
import { hcl, TerraformWithSandbox } from "../../harness/terraform/terraform-with-sandbox.ts";
import { accessKey, TerraformWithReceiver } from "./terraform-with-receiver.ts";

function gate(args: Arguments): string {
  return `resource "certorder_callback_check" "gate" {\n${hcl(args)}}\n`;
}

// A gate that is created, and one whose trigger changes: examples.test.ts.
test.concurrent("A failed test of a changed gate keeps what was, so that the next apply tests again, and a destroy does not test", async () => {
  await using callback = await TerraformWithReceiver.open();
  const { stage } = callback;
  const good = { url: callback.url, access_key: accessKey };
  await stage.begin(gate(good));
  await stage.applies();
  expect(stage.workspace.attributes("certorder_callback_check.gate")).toMatchObject({
    id: "callback",
    tested_at: expect.any(String) as string,
  });

  const changed = { ...good, triggers: { deployment: "2" } };
  stage.workspace.write(gate({ ...changed, access_key: "wrong-key" }));
  expect((await stage.workspace.apply()).exit).toBe(1);
  expect(stage.workspace.attributes("certorder_callback_check.gate")).toMatchObject({ triggers: null });
  await stage.applies(gate(changed));
  expect(callback.events).toHaveLength(2);

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
