import { expect, test } from "vitest";
import type { Arguments } from "../../harness/terraform/terraform-with-sandbox.ts";
import { hcl, reissue, TerraformWithSandbox } from "../../harness/terraform/terraform-with-sandbox.ts";

const provider = (args: Arguments) => `provider "certorder" {\n${hcl(args)}}\n`;

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
  // The line is not shown: an address of a journal may contain a password.
  expect(text).toContain("journal is not an absolute path");
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
  expect(planned.text).toContain("The request goes to the service");
  await stage.applies();
  // Unknown again: its source is replaced together with a change.
  await stage.applies(late + reissue({ sign_hash: "sha384" }), "-replace=terraform_data.service");
  expect(stage.reissues()).toBe(2);
});

test.concurrent("Validate reports all problems at once, each at its argument", async () => {
  await using stage = await TerraformWithSandbox.open();
  await stage.begin(
    reissue({
      sign_hash: "",
      csr: "-----BEGIN PRIVATE KEY-----\nc2VjcmV0LWtleS1ieXRlcw==\n-----END PRIVATE KEY-----\n",
      validity_days: 0,
      persist_until: 5,
      sign_key_pin: "1234",
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
    /: resource "certorder_reissue" "\w+" \{ sign_key_pin is used only when csr_from is "sign-cloud-csc"/,
    /: renew_before_days = 3 .*?with validity_days = 0/,
  ])
    expect(text).toMatch(problem);
  expect(text).not.toContain("c2VjcmV0");
  const json = JSON.parse((await stage.workspace.run("validate", "-json")).stdout) as { error_count: number };
  expect(json.error_count).toBe(6);
});
