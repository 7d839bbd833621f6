import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { reissue, shownLine, TerraformWithSandbox } from "../harness/terraform/terraform-with-sandbox.ts";
import { csr } from "../harness/terraform/tofu.ts";

// What people do every day, under a real core. The service counts one reissue for each time that a person asked for one.

const site = "certorder_reissue.site";
const other = { validity_days: 60 };

test.concurrent("A block that is removed and comes back sends nothing, also with an open attempt", async () => {
  await using stage = await TerraformWithSandbox.applied(reissue());
  const removeAndRestore = async (configuration: string) => {
    stage.workspace.write("");
    const removed = await stage.workspace.apply("-refresh=false");
    expect(removed.exit, removed.text).toBe(0);
    stage.workspace.write(configuration);
    return stage.workspace.apply();
  };
  const adopted = await removeAndRestore(reissue());
  expect(adopted.exit, adopted.text).toBe(0);
  expect(adopted.text).toContain("Order o-1 is adopted without a reissue");
  expect(stage.reissues()).toBe(1);

  stage.losesAnswer();
  stage.workspace.write(reissue(other));
  expect((await stage.workspace.apply()).exit).toBe(1);
  const blocked = await removeAndRestore(reissue(other));
  expect(blocked.exit, blocked.text).toBe(1);
  expect(blocked.text.match(/Look the order up at the service/g)).toHaveLength(1);
  expect(blocked.text).toContain("Code: unresolved_attempt");
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
  await stage.forgets();
  const imported = await stage.pastes(shownLine(same, "terraform import"));
  expect(imported.exit, imported.text).toBe(0);
  await stage.applies();
  expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: again });

  // The newer certificate came from another request: the configuration has to name it.
  await stage.applies(reissue(other));
  const changed = stage.workspace.attributes(site)?.certificate_id;
  copyFileSync(`${state}.copy`, state);
  stage.workspace.write(reissue());
  const different = await stage.workspace.plan();
  expect(different.text).toContain("a request that differs in validity_days");
  await stage.applies(reissue(other));
  expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: changed });
  expect(stage.reissues()).toBe(3);
});

test.concurrent("A provisioner that fails again and again does not send again", async () => {
  const failing = reissue({}, { more: '  provisioner "local-exec" {\n    command = "exit 1"\n  }\n' });
  await using stage = await TerraformWithSandbox.begun(failing);
  for (let round = 0; round < 3; round++) expect((await stage.workspace.apply()).exit).toBe(1);
  await stage.applies(reissue());
  expect(stage.reissues()).toBe(1);
});

test.concurrent("Another spelling of the CSR, the names and the hash does not send again", async () => {
  await using stage = await TerraformWithSandbox.applied(reissue());
  const der = { csr: csr.replace(/-----[^-]+-----|\s/g, ""), sign_hash: "SHA256" };
  const names = { dns_names: ["EXAMPLE.com.", "www.example.com"], common_name: "WWW.example.com" };
  const { text } = await stage.applies(reissue({ ...der, ...names }));
  expect(text).toContain("0 added, 1 changed, 0 destroyed");
  expect(text).not.toContain("will be reissued");
  expect(stage.workspace.attributes(site)).toMatchObject({ common_name: "WWW.example.com" });
  expect(stage.reissues()).toBe(1);
});

test.concurrent("A saved plan does not send after the library sent the same request, or another one", async () => {
  await using stage = await TerraformWithSandbox.begun(reissue());
  await stage.workspace.plan("-out=saved.plan");
  const { certificateId } = await stage.reissuesElsewhere();
  const { exit, text } = await stage.workspace.apply("saved.plan");
  expect(exit, text).toBe(0);
  expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: certificateId });
  await stage.hasNothingToDo();
  expect(stage.reissues()).toBe(1);

  stage.workspace.write(reissue(other));
  await stage.workspace.plan("-out=saved.plan");
  await stage.reissuesElsewhere({ validityDays: 30 });
  const refused = await stage.refuses(undefined, "saved.plan");
  expect(refused.text).toContain("Code: reissued_since");
  expect(stage.reissues()).toBe(2);
});

test.concurrent("A renewal that is due is stored by a refresh, and sent by the apply of a saved plan, once", async () => {
  await using stage = await TerraformWithSandbox.applied(
    reissue({ validity_days: 90, renew_before_days: 30 }),
  );
  stage.editAttributes({ issued_at: new Date(Date.now() - 61 * 86_400_000).toISOString() });
  // The plan follows the stored flag, never the clock.
  expect((await stage.workspace.plan("-refresh=false")).exit).toBe(0);
  expect((await stage.workspace.apply("-refresh-only")).exit).toBe(0);
  expect(stage.workspace.attributes(site)).toMatchObject({ renewal_due: true });
  const planned = await stage.workspace.plan("-refresh=false", "-out=due.plan");
  expect(planned.text).toContain("because its renewal is due");
  expect(stage.reissues()).toBe(1);
  expect((await stage.workspace.apply("due.plan")).exit).toBe(0);
  await stage.hasNothingToDo();
  expect(stage.reissues()).toBe(2);
});
