import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { reissue, TerraformWithSandbox } from "../harness/terraform/terraform-with-sandbox.ts";
import { csr } from "../harness/terraform/tofu.ts";

test.concurrent("parse_csr gives what a CSR asks for, to locals and to the arguments of a reissue", async () => {
  await using stage = await TerraformWithSandbox.open();
  writeFileSync(join(stage.workspace.folder, "site.csr"), csr);
  await stage.begin(`
    locals {
      csr = provider::certorder::parse_csr(file("\${path.module}/site.csr"))
    }
    output "csr" {
      value = local.csr
    }
    ${reissue(
      { common_name: undefined, dns_names: undefined },
      { more: "  common_name = local.csr.common_name\n  dns_names = local.csr.dns_names\n" },
    )}
  `);
  await stage.applies();
  const output = JSON.parse((await stage.workspace.run("output", "-json", "csr")).stdout) as object;
  expect(output).toMatchObject({
    common_name: "www.example.com",
    dns_names: ["www.example.com", "example.com"],
    key_algorithm: expect.stringMatching(/^ec/i) as string,
    key_bits: 256,
    signature_valid: true,
  });
  expect(stage.lastBody()).toMatchObject({ certificate: { common_name: "www.example.com" } });
});

test.concurrent("parse_csr refuses a text that is not a CSR at its argument, and does not show a private key", async () => {
  await using stage = await TerraformWithSandbox.begun(
    `output "csr" {\n  value = provider::certorder::parse_csr("nothing")\n}\n`,
  );
  const { exit, text } = await stage.workspace.plan();
  expect(exit).toBe(1);
  expect(text).toMatch(/Invalid value for "csr" parameter/);
  const key = "-----BEGIN PRIVATE KEY-----\nc2VjcmV0LWtleS1ieXRlcw==\n-----END PRIVATE KEY-----\n";
  writeFileSync(join(stage.workspace.folder, "key.pem"), key);
  stage.workspace.write(`output "csr" {\n  value = provider::certorder::parse_csr(file("key.pem"))\n}\n`);
  const refused = await stage.workspace.plan();
  expect(refused.exit).toBe(1);
  expect(refused.text).toMatch(/private key/i);
  expect(refused.text).not.toContain("c2VjcmV0");
});

test.concurrent("The command tofu test plans and applies with the provider", async () => {
  await using stage = await TerraformWithSandbox.open();
  stage.workspace.write(
    `
    run "plans" {
      command = plan
      assert {
        condition     = certorder_reissue.site.id == "o-1"
        error_message = "The id is not the order's."
      }
    }
    run "reissues" {
      assert {
        condition     = certorder_reissue.site.last_outcome == "done"
        error_message = "It was not reissued."
      }
    }
  `,
    "site.tftest.hcl",
  );
  await stage.begin(reissue());
  const { exit, text } = await stage.workspace.run("test");
  expect(text).toContain('run "plans"... pass');
  expect(text).toContain('run "reissues"... pass');
  expect(exit, text).toBe(0);
  expect(stage.reissues()).toBe(1);
});
