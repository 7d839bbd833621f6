import { describe, expect, test } from "vitest";
import { cores } from "../../harness/terraform/terraform.ts";
import {
  provider,
  reissue,
  shownLine,
  shownLines,
  TerraformWithSandbox,
} from "../../harness/terraform/terraform-with-sandbox.ts";

// A plan shows what `resolve` does; only an apply writes and sends.

const site = "certorder_reissue.site";
const changed = { sign_hash: "sha384" };

describe.each(cores)("%s", (_, program) => {
  /** A stage with an attempt whose outcome is unknown, and the line that resolves it. */
  async function unresolved(kind: "create" | "update", happened: boolean) {
    const stage =
      kind === "create"
        ? await TerraformWithSandbox.begun(reissue(changed), { program })
        : await TerraformWithSandbox.applied(reissue(), { program });
    if (happened) stage.losesAnswer();
    else stage.losesRequest();
    stage.workspace.write(reissue(changed));
    const run = await stage.workspace.apply();
    expect(run.exit, run.text).toBe(1);
    stage.passesTime();
    const { certificateId = "" } = stage.sandbox.ledger.at(-1) ?? {};
    const line = happened
      ? shownLine(run, "resolve = ").replace("CERTIFICATE_ID", certificateId)
      : (shownLines(run).find((text) => text.includes(":not-happened")) ?? "");
    return { stage, line };
  }

  // Every way, with a core that stands in: test/unit/provider/reissue/resolve.test.ts.
  test.concurrent.for([
    ["create", false],
    ["update", true],
  ] as const)(
    "resolves the unknown outcome of a %s (happened: %s) by the argument",
    async ([kind, happened]) => {
      const { stage: opened, line } = await unresolved(kind, happened);
      await using stage = opened;
      // A refresh writes nothing. The apply adopts the certificate, or reissues in place of the one that did not happen.
      stage.workspace.write(provider(line) + reissue(changed));
      expect((await stage.workspace.apply("-refresh-only")).exit).toBe(0);
      const { text } = await stage.applies();
      expect(text).not.toContain("no known outcome");
      const made = kind === "create" ? 1 : 2;
      expect(stage.reissues()).toBe(made);
      const [last] = stage.sandbox.ledger.slice(-1);
      expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: last?.certificateId });
      const attempts = await stage.journal.attempts("o-1");
      expect(attempts.every(({ status }) => status !== "open")).toBe(true);
      // The entry stays in the configuration, and does nothing any more.
      await stage.applies(provider(line) + reissue());
      expect(stage.reissues()).toBe(made + 1);
    },
  );

  test.concurrent("resolves with ignore_changes = all", async () => {
    const configuration = reissue({}, { more: "\n  lifecycle {\n    ignore_changes = all\n  }\n" });
    await using stage = await TerraformWithSandbox.applied(configuration, { program });
    stage.losesAnswer();
    const supersede = `supersede = { "o-1" = "${stage.workspace.attributes(site)?.attempt_id}" }`;
    stage.workspace.write(provider(supersede) + configuration);
    const lost = await stage.workspace.apply();
    const { certificateId = "" } = stage.sandbox.ledger[1] ?? {};
    const line = shownLine(lost, "resolve = ").replace("CERTIFICATE_ID", certificateId);
    await stage.applies(provider(line) + configuration);
    expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: certificateId });
    expect(stage.reissues()).toBe(2);
  });

  test.concurrent("corrects a mistyped certificate, and ignores the typo that is left over in another branch", async () => {
    const { stage: opened, line: real } = await unresolved("update", true);
    await using stage = opened;
    const { certificateId = "" } = stage.sandbox.ledger[1] ?? {};
    const typo = real.replace(certificateId, "cert-typo");
    await stage.applies(provider(typo) + reissue(changed));
    expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: "cert-typo" });

    stage.workspace.write(provider(real) + reissue(changed));
    const planned = await stage.workspace.plan();
    expect(planned.exit, planned.text).toBe(2);
    expect(planned.text).toContain(`"cert-typo" -> "${certificateId}"`);
    await stage.applies();
    expect(stage.workspace.attributes(site)).toMatchObject({
      certificate_id: certificateId,
      certificate_source: "person",
    });
    const { text } = await stage.applies(provider(typo) + reissue(changed));
    expect(text).toContain("an entry of resolve is left over");
    expect((await stage.journal.attempts("o-1")).at(-1)).toMatchObject({ certificateId });
    // Without a state, the journal has the right certificate.
    await stage.forgets();
    await stage.applies(reissue(changed));
    expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: certificateId });
    expect(stage.reissues()).toBe(2);
  });

  test.concurrent("does not overwrite a statement that was made after the plan", async () => {
    const { stage: opened, line: real } = await unresolved("update", true);
    await using stage = opened;
    const { certificateId = "" } = stage.sandbox.ledger[1] ?? {};
    await stage.applies(provider(real.replace(certificateId, "cert-typo")) + reissue(changed));
    stage.workspace.write(provider(real) + reissue(changed));
    expect((await stage.workspace.plan("-out=saved.plan")).exit).toBe(2);
    const attemptId = String(stage.workspace.attributes(site)?.attempt_id);
    await stage.journal.resolve({ orderId: "o-1", attemptId, certificateId: "cert-other" });
    const refused = await stage.workspace.apply("saved.plan");
    expect(refused.exit, refused.text).toBe(1);
    expect(refused.text).toContain("The attempt got another result");
    expect((await stage.journal.attempts("o-1")).at(-1)).toMatchObject({ certificateId: "cert-other" });
    // The next plan shows both.
    const again = await stage.workspace.plan();
    expect(again.text).toContain(`"cert-other" -> "${certificateId}"`);
    await stage.applies();
    expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: certificateId });
    expect(stage.reissues()).toBe(2);
  });
});
