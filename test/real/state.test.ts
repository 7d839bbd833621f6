import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cores } from "../harness/terraform/terraform.ts";
import { reissue, TerraformWithSandbox } from "../harness/terraform/terraform-with-sandbox.ts";
import { csr } from "../harness/terraform/tofu.ts";

test.concurrent("A state with fewer and other attributes is read without a reissue", async () => {
  await using stage = await TerraformWithSandbox.applied(reissue());
  stage.editState(({ attributes }) => {
    for (const later of ["expires_at_estimate", "renewal_due", "acknowledge_removed_names"])
      delete attributes[later];
    for (const later of [
      "attempt_id",
      "request_digest",
      "certificate_history",
      "open_attempt_id",
      "open_attempt_at",
      "service",
    ])
      delete attributes[later];
    attributes.gone_since = "whatever";
  });
  await stage.applies();
  expect(stage.reissues()).toBe(1);
  expect(stage.stateText).not.toContain("gone_since");
  // Without a request digest, the arguments of the state say what the certificate was made from.
  await stage.applies(reissue({ sign_hash: "sha384" }));
  expect(stage.reissues()).toBe(2);
});

test.concurrent("A state of a future version is refused rather than misread, and nothing is reissued", async () => {
  await using stage = await TerraformWithSandbox.applied(reissue());
  stage.editState((instance) => {
    instance.schema_version = 7;
  });
  for (const args of [[], ["-refresh=false"]]) {
    const { exit, text } = await stage.workspace.apply(...args);
    expect(exit).toBe(1);
    expect(text).toMatch(/newer/i);
  }
  expect(stage.reissues()).toBe(1);
});

test.concurrent("A state that holds a value of a wrong type is refused with the name of the attribute", async () => {
  await using stage = await TerraformWithSandbox.applied(reissue());
  stage.editState(({ attributes }) => {
    attributes.dns_names = "www.example.com";
  });
  const { exit, text } = await stage.workspace.plan();
  expect(exit).toBe(1);
  expect(text).toContain("dns_names");
  expect(stage.reissues()).toBe(1);
});

test.concurrent("A state whose write-only argument was stored by mistake loses it", async () => {
  await using stage = await TerraformWithSandbox.applied(reissue());
  stage.editState(({ attributes }) => {
    attributes.sign_key_pin_wo = "stored-by-mistake";
  });
  await stage.applies(reissue({ i_know_will_revoke_last_cert: true }));
  expect(stage.stateText).not.toContain("stored-by-mistake");
});

test.concurrent("A lost state comes back from the journal; without one, the plan says that it reissues", async () => {
  await using stage = await TerraformWithSandbox.applied(reissue());
  await stage.forgets();
  const { exit, text } = await stage.workspace.plan();
  expect(exit).toBe(2);
  expect(text).toContain("Order o-1 is adopted without a reissue");
  expect(text).not.toContain("will be reissued");

  rmSync(stage.workspace.journal, { recursive: true });
  expect((await stage.workspace.plan()).text).toContain("because the resource is created");
  expect(stage.reissues()).toBe(1);
});

describe.each(cores)("%s", (_, program) => {
  test.concurrent("A lost state and a CSR that is only known after apply: the message says what is unknown", async () => {
    const late = `resource "terraform_data" "csr" {\n  input = ${JSON.stringify(csr)}\n}\n${reissue({ csr: undefined }, { more: "  csr = terraform_data.csr.output\n" })}`;
    await using stage = await TerraformWithSandbox.applied(late, { program });
    rmSync(join(stage.workspace.folder, "terraform.tfstate"));
    const refused = await stage.refuses();
    expect(refused.text).toContain("csr is not known yet");
    expect(refused.text).not.toMatch(/common_name|sign_hash differ/);
    expect(refused.text).toContain("-target");
    expect((await stage.workspace.apply("-target=terraform_data.csr")).exit).toBe(0);
    await stage.applies();
    expect(stage.reissues()).toBe(1);
  });
});
