import { expect, test } from "vitest";
import { order, reissue, TerraformWithSandbox } from "../harness/terraform/terraform-with-sandbox.ts";

const address = "certorder_reissue.site";

test.concurrent("Validate reports all problems at once, each at its argument", async () => {
  await using stage = await TerraformWithSandbox.open();
  await stage.begin(
    reissue({
      sign_hash: "",
      csr: "-----BEGIN PRIVATE KEY-----\nc2VjcmV0LWtleS1ieXRlcw==\n-----END PRIVATE KEY-----\n",
      validity_days: 0,
      persist_until: 5,
      sign_key_pin_wo: "1234",
      renew_before_days: 3,
    }),
  );
  const { exit, text } = await stage.workspace.run("validate");
  expect(exit).toBe(1);
  for (const problem of [
    /: sign_hash = "" .*?sign_hash is empty/,
    // The lines of secrets are not quoted.
    /: resource "certorder_reissue" "\w+" \{ csr: .*?private key/i,
    /: validity_days = 0 .*?the smallest allowed value is 1/,
    /: persist_until = 5 .*?persist_until is used only when dcv_method is "dns-persist"/,
    /: resource "certorder_reissue" "\w+" \{ sign_key_pin_wo is used only when csr_from is "sign-cloud-csc"/,
    /: renew_before_days = 3 .*?with validity_days = 0/,
  ])
    expect(text).toMatch(problem);
  expect(text).not.toContain("c2VjcmV0");
  const json = JSON.parse((await stage.workspace.run("validate", "-json")).stdout) as { error_count: number };
  expect(json.error_count).toBe(6);
});

test.concurrent("A rejected create leaves no state, a rejected update the prior one", async () => {
  await using stage = await TerraformWithSandbox.begun(reissue({ order_id: "o-404" }));
  const missing = await stage.workspace.apply();
  expect(missing.exit).toBe(1);
  expect(missing.text).toContain("The service refused the request");
  expect(missing.text).toContain("order_not_found");
  expect(stage.workspace.attributes(address)).toBeUndefined();
  expect((await stage.workspace.plan()).exit).toBe(2);

  await stage.applies(reissue());
  const before = stage.workspace.attributes(address);
  stage.workspace.write(reissue({ csr: undefined, common_name: "www.example.com" }));
  const refused = await stage.workspace.apply();
  expect(refused.exit).toBe(1);
  expect(refused.text).toContain("csr_required");
  expect(stage.workspace.attributes(address)).toEqual(before);
  expect(stage.reissues()).toBe(1);
  await stage.applies(reissue({ sign_hash: "sha384" }));
});

test.concurrent("Destroying only removes the order from the state, and creating it again adopts its certificate", async () => {
  await using stage = await TerraformWithSandbox.applied(reissue());
  const asked = stage.sandbox.requests.length;
  const planned = await stage.workspace.plan("-destroy");
  const certificate = stage.sandbox.ledger[0]?.certificateId;
  expect(planned.text).toContain("Order o-1 is only removed from the state");
  expect(planned.text).toContain(`Removing the resource sends nothing to the service and revokes nothing.`);
  const destroyed = await stage.workspace.run("destroy", "-input=false", "-auto-approve");
  expect(destroyed.exit).toBe(0);
  expect(destroyed.text).toContain("Order o-1 is only removed from the state");
  expect(stage.sandbox.requests).toHaveLength(asked);
  expect(stage.workspace.attributes(address)).toBeUndefined();
  // The order is not blocked.
  expect((await stage.applies()).text).toContain(`Its latest certificate, ${certificate}`);
  expect(stage.workspace.attributes(address)).toMatchObject({ certificate_id: certificate });
  expect(stage.reissues()).toBe(1);
  await stage.applies(reissue({ sign_hash: "sha384" }));
  expect(stage.reissues()).toBe(2);
});

test.concurrent("Two resources of one order are refused by the plan", async () => {
  await using stage = await TerraformWithSandbox.begun(reissue() + reissue({}, { name: "again" }));
  const { exit, text } = await stage.workspace.apply();
  expect(exit).toBe(1);
  expect(text).toContain("Order o-1 is described twice");
  expect(stage.reissues()).toBe(0);
});

test.concurrent("Orders that depend on one another are reissued one after the other", async () => {
  await using stage = await TerraformWithSandbox.open({ orders: [order("o-1"), order("o-2")] });
  const second = (from: string) =>
    reissue(
      { order_id: "o-2", triggers: undefined },
      { name: "second", more: `  triggers = { first = ${from} }\n` },
    );
  await stage.begin(reissue() + second(`${address}.certificate_id`));
  await stage.applies();
  const { text } = await stage.applies(
    reissue({ sign_hash: "sha384" }) + second(`${address}.certificate_id`),
  );
  expect(text).toContain("0 added, 2 changed, 0 destroyed");
  expect(stage.sandbox.ledger.map(({ orderId }) => orderId)).toEqual(["o-1", "o-2", "o-1", "o-2"]);
});
