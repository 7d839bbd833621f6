import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Arguments } from "../harness/terraform/terraform-with-sandbox.ts";
import { hcl, reissue, TerraformWithSandbox } from "../harness/terraform/terraform-with-sandbox.ts";

const provider = (args: Arguments) => `provider "certorder" {\n${hcl(args)}}\n`;
const noVariables = {
  CERTORDER_BASE_URL: undefined,
  CERTORDER_KEY_ID: undefined,
  CERTORDER_AUTH_KEY: undefined,
};

test.concurrent("What the provider block says wins over the environment, which is enough without a block", async () => {
  await using stage = await TerraformWithSandbox.begun(reissue(), {
    env: { CERTORDER_KEY_ID: "unknown-key" },
  });
  expect((await stage.workspace.apply()).text).toContain("unauthorized");
  await stage.applies(provider({ key_id: stage.sandbox.credentials.keyId }) + reissue());
});

test.concurrent("Settings that are missing everywhere are all named at once, an empty variable counts as none", async () => {
  await using stage = await TerraformWithSandbox.begun(reissue(), {
    env: { ...noVariables, CERTORDER_KEY_ID: "" },
  });
  // The block need not say them, so that validating asks for none.
  expect((await stage.workspace.run("validate")).exit).toBe(0);
  const { exit, text } = await stage.workspace.plan();
  expect(exit).toBe(1);
  for (const name of ["base_url", "key_id", "auth_key"])
    expect(text).toContain(`${name} is missing. Give ${name}, or set CERTORDER_${name.toUpperCase()}.`);
});

test.concurrent("An explicit empty setting is an error at its argument, not a reason to look elsewhere", async () => {
  await using stage = await TerraformWithSandbox.open();
  await stage.begin(
    provider({ base_url: "", auth_key: "", journal: "sometimes", timeout_seconds: 0 }) + reissue(),
  );
  const { exit, text } = await stage.workspace.plan();
  expect(exit).toBe(1);
  expect(text).toMatch(/in provider "certorder": \d+: base_url = "" base_url is empty/);
  expect(text).toMatch(/: provider "certorder" \{ auth_key is empty/);
  expect(text).toMatch(/: journal = "sometimes" journal is not one of required, best-effort, none/);
  expect(text).toMatch(/: timeout_seconds = 0 timeout_seconds must be a number of seconds/);
});

test.concurrent("An address that would carry the keys in clear text is refused before anything is planned", async () => {
  await using stage = await TerraformWithSandbox.begun(
    provider({ base_url: "http://service.example.com" }) + reissue(),
  );
  const { exit, text } = await stage.workspace.plan();
  expect(exit).toBe(1);
  expect(text).toMatch(/https/);
});

test.concurrent("Settings that another resource provides are unknown in the plan and used in the apply", async () => {
  await using stage = await TerraformWithSandbox.open({ env: { CERTORDER_BASE_URL: undefined } });
  const late = (url: string) => `
    resource "terraform_data" "service" {
      input = ${JSON.stringify(url)}
    }
    provider "certorder" {
      base_url = terraform_data.service.output
    }
  `;
  await stage.begin(late(stage.sandbox.url) + reissue());
  const planned = await stage.workspace.plan();
  expect(planned.exit, planned.text).toBe(2);
  expect(planned.text).toContain("The apply reissues it at the service");
  await stage.applies();
  // Known by now, and unknown again when its source is replaced together with a change.
  await stage.applies(
    late(stage.sandbox.url) + reissue({ sign_hash: "sha384" }),
    "-replace=terraform_data.service",
  );
  expect(stage.reissues()).toBe(2);
});

test.concurrent("A further authority and HTTPS work from a file", async () => {
  await using stage = await TerraformWithSandbox.open({ httpsPort: 0 });
  const file = join(stage.workspace.folder, "ca.pem");
  writeFileSync(file, stage.sandbox.caPem);
  const secure = { base_url: stage.sandbox.httpsUrl };
  await stage.begin(provider({ ...secure, max_tries: 1 }) + reissue());
  const distrusted = await stage.workspace.apply();
  expect(distrusted.exit).toBe(1);
  expect(distrusted.text).toContain("Nothing was sent");
  await stage.applies(provider({ ...secure, ca_file: file }) + reissue());
  expect(stage.reissues()).toBe(1);
});

test.concurrent("A journal that cannot be written keeps a reissue from being sent, unless it need not be", async () => {
  await using stage = await TerraformWithSandbox.open();
  const file = join(stage.workspace.folder, "a-file");
  writeFileSync(file, "");
  await stage.begin(provider({ journal_dir: `${file}/journal` }) + reissue());
  const refused = await stage.workspace.apply();
  expect(refused.exit).toBe(1);
  expect(stage.sandbox.requests).toEqual([]);
  await stage.applies(provider({ journal_dir: `${file}/journal`, journal: "none" }) + reissue());
  expect(stage.reissues()).toBe(1);
});

test.concurrent("An entry of resolve or supersede that cannot be read is refused with its form", async () => {
  await using stage = await TerraformWithSandbox.open();
  await stage.begin(
    provider({ resolve: { "o-1": "happened" }, supersede: { "o-1": "ATTEMPT:again" } }) + reissue(),
  );
  const { exit, text } = await stage.workspace.plan();
  expect(exit).toBe(1);
  for (const form of ["ATTEMPT_ID:not-happened or ATTEMPT_ID:CERTIFICATE_ID", "ATTEMPT_ID"])
    expect(text).toContain(`Write ORDER_ID = "…" with ${form} between the quotes`);
});
