import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fixture } from "../../harness/csr/build.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { reissue, shownLine, TerraformWithSandbox } from "../../harness/terraform/terraform-with-sandbox.ts";
import { csr } from "../../harness/terraform/tofu.ts";

// The state, the journal and other interfaces know different things about an order. With a core that stands in, and in more ways:
// test/unit/provider/reissue.

const site = "certorder_reissue.site";

test.concurrent("A state with fewer and other attributes is read without a reissue", async () => {
  await using stage = await TerraformWithSandbox.applied(reissue());
  const later = [
    "renewal_due",
    "acknowledge_dropped_names",
    "attempt_id",
    "request_digest",
    "certificate_history",
    "open_attempt_id",
    "service",
  ];
  stage.editAttributes({
    ...Object.fromEntries(later.map((name) => [name, undefined])),
    gone_since: "whatever",
    sign_key_pin: "stored-by-mistake",
  });
  await stage.applies(reissue({ i_know_will_revoke_last_cert: true }));
  expect(stage.reissues()).toBe(1);
  expect(stage.stateText).not.toMatch(/gone_since|stored-by-mistake/);
  // Without a request digest, the arguments of the state say what the certificate was made from.
  await stage.applies(reissue({ sign_hash: "sha384" }));
  expect(stage.reissues()).toBe(2);
});

test.concurrent("A rolled-back state does not send again if a person follows the plan's advice", async () => {
  await using stage = await TerraformWithSandbox.applied(reissue());
  const state = join(stage.workspace.folder, "terraform.tfstate");
  copyFileSync(state, `${state}.copy`);
  // The newer certificate came from the same request: it can be imported.
  const { certificateId: again } = await stage.reissuesElsewhere();
  const same = await stage.workspace.plan();
  expect(same.exit, same.text).toBe(0);
  expect(same.text).toContain("Order o-1 has a newer certificate");
  const imported = await stage.pastes(shownLine(same, "terraform state rm"));
  expect(imported.exit, imported.text).toBe(0);
  await stage.applies();
  expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: again });

  // The newer certificate came from another request: the configuration has to name it.
  await stage.applies(reissue({ validity_days: 60 }));
  const changed = stage.workspace.attributes(site)?.certificate_id;
  copyFileSync(`${state}.copy`, state);
  stage.workspace.write(reissue());
  const different = await stage.workspace.plan();
  expect(different.text).toContain("a request that differs in validity_days");
  await stage.applies(reissue({ validity_days: 60 }));
  expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: changed });
  expect(stage.reissues()).toBe(3);
});

function fileWith(text: string): string {
  const path = join(newFolder("csr-"), "site.csr");
  writeFileSync(path, text);
  return path;
}

test.concurrent("A renewal by the command line finds the certificate of a resource, and does not pair it with another CSR", async () => {
  await using stage = await TerraformWithSandbox.applied(reissue());
  const command = ["reissue", "o-1", "--sign-hash", "sha256", "--common-name", "www.example.com"];
  const names = ["--dns-names", "www.example.com,example.com", "--max-age", "30d"];
  const same = await stage.certorder(...command, "--csr-file", fileWith(csr), ...names);
  expect(same.exit, same.text).toBe(0);
  const other = await stage.certorder(
    ...command,
    "--csr-file",
    fileWith(fixture("p256")),
    "--allow-mismatch",
    ...names,
  );
  expect(other.exit, other.text).not.toBe(0);
  expect(other.text).toContain("recently_reissued");
  await stage.hasNothingToDo();
  expect(stage.reissues()).toBe(1);
});
