import { expect, test } from "vitest";
import type { Arguments } from "../harness/terraform/terraform-with-sandbox.ts";
import { hcl, reissue, TerraformWithSandbox } from "../harness/terraform/terraform-with-sandbox.ts";

const provider = (args: Arguments) => `provider "certorder" {\n${hcl(args)}}\n`;

test.concurrent("What the provider block says wins over the environment, which is enough without a block", async () => {
  await using stage = await TerraformWithSandbox.begun(reissue(), {
    env: { CERTORDER_KEY_ID: "unknown-key" },
  });
  expect((await stage.workspace.apply()).text).toContain("unauthorized");
  await stage.applies(provider({ key_id: stage.sandbox.credentials.keyId }) + reissue());
});

test.concurrent("Settings that are missing or wrong are all named at once, at their arguments", async () => {
  await using stage = await TerraformWithSandbox.begun(
    provider({ base_url: "", journal: "sometimes", timeout_seconds: 0 }) + reissue(),
    { env: { CERTORDER_KEY_ID: "", CERTORDER_AUTH_KEY: undefined } },
  );
  // The environment may have them, so that validating asks for none.
  expect((await stage.workspace.run("validate")).exit).toBe(0);
  const { exit, text } = await stage.workspace.plan();
  expect(exit).toBe(1);
  // An empty argument is not a reason to look elsewhere, and an empty variable counts as none.
  expect(text).toMatch(/in provider "certorder": \d+: base_url = "" base_url is empty/);
  for (const name of ["key_id", "auth_key"])
    expect(text).toContain(`${name} is missing. Give ${name}, or set CERTORDER_${name.toUpperCase()}.`);
  expect(text).toMatch(/: journal = "sometimes" journal is not one of required, best-effort, none/);
  expect(text).toMatch(/: timeout_seconds = 0 timeout_seconds must be a number of seconds/);
});

test.concurrent("Settings that another resource provides are unknown in the plan and used in the apply", async () => {
  await using stage = await TerraformWithSandbox.open({ env: { CERTORDER_BASE_URL: undefined } });
  const late = `
    resource "terraform_data" "service" {
      input = ${JSON.stringify(stage.sandbox.url)}
    }
    provider "certorder" {
      base_url = terraform_data.service.output
    }
  `;
  await stage.begin(late + reissue());
  const planned = await stage.workspace.plan();
  expect(planned.exit, planned.text).toBe(2);
  expect(planned.text).toContain("The apply reissues it at the service");
  await stage.applies();
  // Unknown again: its source is replaced together with a change.
  await stage.applies(late + reissue({ sign_hash: "sha384" }), "-replace=terraform_data.service");
  expect(stage.reissues()).toBe(2);
});
