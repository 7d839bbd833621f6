import { expect, test } from "vitest";
import { cores } from "../../harness/terraform/terraform.ts";
import { reissue, TerraformWithSandbox } from "../../harness/terraform/terraform-with-sandbox.ts";

test.concurrent.for(cores)(
  "%s installs the provider, validates, plans, applies, changes, destroys and adopts",
  async ([, program]) => {
    await using stage = await TerraformWithSandbox.open({ program });
    const { workspace, sandbox } = stage;
    workspace.write(`provider "certorder" {}\n${reissue()}`);
    expect((await workspace.init()).exit).toBe(0);
    expect((await workspace.run("validate")).exit).toBe(0);
    expect((await workspace.plan()).exit).toBe(2);
    expect((await stage.applies()).text).toContain("Apply complete! Resources: 1 added");
    expect(sandbox.ledger).toHaveLength(1);
    expect(workspace.attributes("certorder_reissue.site")).toMatchObject({
      certificate_id: sandbox.ledger[0]?.certificateId,
    });
    await stage.applies(reissue({ sign_hash: "sha384" }));
    expect(sandbox.ledger).toHaveLength(2);
    const destroyed = await workspace.run("destroy", "-input=false", "-auto-approve");
    expect(destroyed.exit).toBe(0);
    expect(destroyed.text).toContain("Order o-1 is only removed from the state");
    expect((await stage.applies()).text).toContain(
      `Its latest certificate, ${sandbox.ledger[1]?.certificateId}`,
    );
    expect(sandbox.ledger).toHaveLength(2);
  },
);

test.concurrent("The command tofu test plans and applies with the provider", async () => {
  await using stage = await TerraformWithSandbox.open();
  stage.workspace.write(
    `
    run "plans" {
      command = plan
      assert {
        condition     = certorder_reissue.site.order_id == "o-1"
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
