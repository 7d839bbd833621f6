import { expect, test } from "vitest";
import { fixture } from "../harness/csr/build.ts";
import { cores } from "../harness/terraform/terraform.ts";
import {
  hcl,
  order,
  provider,
  reissue,
  TerraformWithSandbox,
  usual,
} from "../harness/terraform/terraform-with-sandbox.ts";
import { csr } from "../harness/terraform/tofu.ts";

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

test.concurrent("A plan is applied later as it was made, and a second time it is stale", async () => {
  await using stage = await TerraformWithSandbox.begun(reissue());
  await stage.workspace.plan("-out=create.plan");
  // What is written in the meantime does not matter.
  stage.workspace.write(reissue({ sign_hash: "sha512" }));
  expect((await stage.workspace.apply("create.plan")).exit).toBe(0);
  expect(stage.workspace.attributes(address)).toMatchObject({ sign_hash: "sha256" });
  for (const again of ["first", "second"]) {
    const { exit, text } = await stage.workspace.apply("create.plan");
    expect(exit, again).toBe(1);
    expect(text).toContain("Saved plan is stale");
  }
  expect(stage.reissues()).toBe(1);

  await stage.workspace.plan("-out=update.plan");
  expect((await stage.workspace.apply("update.plan")).exit).toBe(0);
  expect((await stage.workspace.apply("update.plan")).exit).toBe(1);
  await stage.hasNothingToDo();
  expect(stage.reissues()).toBe(2);
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

test.concurrent("allow_reissue = false refuses plans that reissue, and lets everything else pass", async () => {
  await using stage = await TerraformWithSandbox.open();
  const frozen = `provider "certorder" {\n  allow_reissue = false\n}\n`;
  await stage.begin(frozen + reissue());
  const refused = await stage.workspace.plan();
  expect(refused.exit).toBe(1);
  expect(refused.text).toContain("Reissues are switched off");
  stage.workspace.write(reissue());
  await stage.applies();
  stage.workspace.write(frozen + reissue());
  await stage.hasNothingToDo();
  await stage.applies(frozen + reissue({ common_name: "WWW.example.com" }));
  expect((await stage.workspace.plan("-destroy")).exit).toBe(2);
  await stage.refuses(frozen + reissue({ sign_hash: "sha384" }));
  expect(stage.reissues()).toBe(1);
});

test.concurrent.each(cores)(
  "%s shows more orders than max_reissues, with ids that are only known after apply, as one error at plan",
  async (_, program) => {
    const ids = Array.from({ length: 25 }, (_, index) => `o-${index}`);
    const fleet = (limit: string) => `${limit}
    resource "terraform_data" "ids" {
      input = ${JSON.stringify(ids)}
    }
    resource "certorder_reissue" "fleet" {
      count    = 25
      order_id = terraform_data.ids.output[count.index]
      ${hcl({ ...usual, order_id: undefined })}
    }`;
    await using stage = await TerraformWithSandbox.open({ program, orders: ids.map((id) => order(id)) });
    await stage.begin(fleet(""));
    const refused = await stage.refuses();
    expect(refused.text.split("Error: ")).toHaveLength(2);
    expect(refused.text).toContain("raise max_reissues in the provider block");
    await stage.applies(fleet(provider("max_reissues = 25")));
    expect(stage.reissues()).toBe(25);
  },
);

test.concurrent("--unless-within skips the request of a resource, and does not skip another CSR with exit code 0", async () => {
  await using stage = await TerraformWithSandbox.applied(reissue());
  const command = ["reissue", "o-1", "--sign-hash", "sha256", "--common-name", "www.example.com"];
  const names = ["--dns-names", "www.example.com,example.com", "--unless-within", "30d", "--yes"];
  const same = await stage.certorder(...command, `--csr=${csr}`, ...names);
  expect(same.exit, same.text).toBe(0);
  const other = await stage.certorder(...command, `--csr=${fixture("p256")}`, ...names);
  expect(other.exit, other.text).not.toBe(0);
  await stage.hasNothingToDo();
  expect(stage.reissues()).toBe(1);
});
