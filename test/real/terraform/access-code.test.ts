import { expect, test } from "vitest";
import { order, reissue, TerraformWithSandbox } from "../../harness/terraform/terraform-with-sandbox.ts";

test("The access code is sent, and neither the state nor a saved plan has it", async () => {
  const pin = "pin-canary-2468";
  await using stage = await TerraformWithSandbox.open({
    orders: [order("o-1", { product: "code-signing", signKeyPin: pin })],
  });
  const cloud = {
    csr: undefined,
    dns_names: undefined,
    csr_from: "sign-cloud-csc",
    sign_key_pin: "${var.pin}",
  };
  await stage.begin(`variable "pin" {\n  ephemeral = true\n}\n${reissue(cloud)}`);
  const given = `-var=pin=${pin}`;
  const planned = await stage.workspace.run("plan", "-input=false", "-out=saved.plan", given);
  expect(planned.exit, planned.text).toBe(0);
  const shown = await stage.workspace.run("show", "-json", "saved.plan");
  const applied = await stage.workspace.run("apply", "-input=false", given, "saved.plan");
  expect(applied.exit, applied.text).toBe(0);
  // The service refuses another code.
  expect(stage.reissues()).toBe(1);
  expect(shown.stdout).toContain("sign-cloud-csc");
  for (const text of [shown.stdout, stage.stateText]) expect(text).not.toContain(pin);
  expect(stage.workspace.attributes("certorder_reissue.site")).toMatchObject({ sign_key_pin: null });
});
