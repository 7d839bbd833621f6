import { expect, test } from "vitest";
import { reissue, Stage } from "./stage.ts";
import { terraform } from "./terraform.ts";

for (const [name, program] of [
  ["OpenTofu", undefined] as const,
  ...(terraform ? [["Terraform", terraform] as const] : []),
])
  test.concurrent(`${name}: init from the mirror, validate, plan, apply, change, replace, destroy`, async () => {
    await using stage = await Stage.open({ program });
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
    await stage.applies(undefined, "-replace=certorder_reissue.site");
    expect(sandbox.ledger).toHaveLength(3);
    const destroyed = await workspace.run("destroy", "-input=false", "-auto-approve");
    expect(destroyed.exit).toBe(0);
    expect(destroyed.text).toContain("Destroying Only Forgets");
    expect(sandbox.ledger).toHaveLength(3);
  });
