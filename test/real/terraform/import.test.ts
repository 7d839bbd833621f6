import { describe, expect, test } from "vitest";
import { cores } from "../../harness/terraform/terraform.ts";
import { reissue, shownLine, TerraformWithSandbox } from "../../harness/terraform/terraform-with-sandbox.ts";
import type { Run } from "../../harness/terraform/tofu.ts";

// Import blocks: readmes.test.ts. What an import id may say: test/unit/provider/reissue/resource.test.ts.

const address = "certorder_reissue.site";

describe.each(cores)("%s", (_, program) => {
  test.concurrent("An import that would outrank the journal is refused, and the line that it shows is adopted", async () => {
    await using stage = await TerraformWithSandbox.begun(reissue(), { program });
    const older = await stage.reissuesElsewhere();
    const latest = await stage.reissuesElsewhere();
    const today = new Date().toISOString().slice(0, 10);
    for (const [id, reason, adopted] of [
      [older.certificateId, `stands after ${older.certificateId}`, latest.certificateId],
      [`cert-portal-9@${today}`, "It does not know cert-portal-9", "cert-portal-9"],
    ] as const) {
      const refused = await stage.workspace.run("import", "-input=false", address, `o-1/${id}`);
      expect(refused.exit).toBe(1);
      expect(refused.text).toContain("The certificate cannot be imported");
      expect(refused.text).toContain(reason);
      const pasted = await stage.pastes(shownLine(refused, "terraform import"));
      expect(pasted.exit, pasted.text).toBe(0);
      expect(stage.workspace.attributes(address)).toMatchObject({ last_outcome: "imported" });
      await stage.applies();
      expect(stage.workspace.attributes(address)).toMatchObject({
        certificate_id: adopted,
        last_outcome: "done",
      });
      expect(stage.reissues()).toBe(2);
      if (adopted === latest.certificateId) await stage.forgets();
    }
    // The next change is made on top of it.
    await stage.applies(reissue({ sign_hash: "sha384" }));
    expect(stage.workspace.attributes(address)).toMatchObject({
      certificate_history: expect.arrayContaining(["cert-portal-9"]),
    });
    expect(stage.reissues()).toBe(3);
  });

  test.concurrent("An import is adopted with ignore_changes = all, and later changes stay ignored", async () => {
    const more = "  lifecycle {\n    ignore_changes = all\n  }\n";
    await using stage = await TerraformWithSandbox.begun(reissue({}, { more }), { program });
    const { exit, text } = await stage.workspace.run("import", "-input=false", address, "o-1/cert-1");
    expect(exit, text).toBe(0);
    await stage.applies();
    expect(stage.workspace.attributes(address)).toMatchObject({ last_outcome: "done" });
    await stage.applies(reissue({ dns_names: ["other.example.com"] }, { more }));
    expect(stage.sandbox.requests).toEqual([]);

    // Without it the difference shows. The names in the certificate are not known, so dropped names cannot be checked.
    stage.workspace.write(reissue());
    const planned = await stage.workspace.plan();
    expect(planned.exit).toBe(2);
    expect(planned.text).toContain("Dropped names cannot be checked");
    expect(planned.text).toContain("This plan reissues order o-1");
  });

  test.concurrent("The last import counts, also of a certificate that Terraform made; one that is left over is refused", async () => {
    await using stage = await TerraformWithSandbox.applied(reissue(), { program });
    const [made] = stage.sandbox.ledger;
    const imports = [
      ["cert-bad-1", (id: string) => stage.workspace.run("import", "-input=false", address, id)],
      ["cert-bad-2", (id: string) => importBlock(stage, id)],
      [
        String(made?.certificateId),
        (id: string) => stage.workspace.run("import", "-input=false", address, id),
      ],
    ] as const;
    for (const [certificateId, importing] of imports) {
      await stage.forgets();
      const { exit, text } = await importing(`o-1/${certificateId}@latest`);
      expect(exit, text).toBe(0);
      await stage.applies(reissue());
      expect(stage.workspace.attributes(address)).toMatchObject({ certificate_id: certificateId });
    }
    // The block of the second import is still in a branch.
    await stage.forgets();
    const leftOver = await importBlock(stage, "o-1/cert-bad-2@latest");
    expect(leftOver.exit, leftOver.text).toBe(1);
    expect(leftOver.text).toContain("this import is left over");
    const broughtBack = await stage.pastes(shownLine(leftOver, "certorder journal import"));
    expect(broughtBack.exit, broughtBack.text).toBe(0);
    const again = await importBlock(stage, "o-1/cert-bad-2");
    expect(again.exit, again.text).toBe(0);
    expect(stage.reissues()).toBe(1);

    await stage.applies(reissue({ sign_hash: "sha384" }));
    expect(stage.workspace.attributes(address)).toMatchObject({
      certificate_source: "service",
      certificate_history: expect.arrayContaining(["cert-bad-2"]),
    });
    expect(stage.reissues()).toBe(2);
  });
});

/** Applies with an import block. */
function importBlock(stage: TerraformWithSandbox, id: string): Promise<Run> {
  stage.workspace.write(`import {\n  to = ${address}\n  id = "${id}"\n}\n${reissue()}`);
  return stage.workspace.apply();
}
