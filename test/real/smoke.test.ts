import { expect, test } from "vitest";
import { cores } from "../harness/terraform/terraform.ts";
import { reissue, TerraformWithSandbox } from "../harness/terraform/terraform-with-sandbox.ts";

test.concurrent.for(cores)(
  "%s installs the provider, validates, plans, applies, changes and destroys",
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
    expect(sandbox.ledger).toHaveLength(2);
  },
);
