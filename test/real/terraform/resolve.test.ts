import { describe, expect, test } from "vitest";
import { cores } from "../../harness/terraform/terraform.ts";
import {
  type Arguments,
  filledMaps,
  order,
  provider,
  reissue,
  shownEntries,
  shownLine,
  shownResolution,
  TerraformWithSandbox,
} from "../../harness/terraform/terraform-with-sandbox.ts";

// A plan shows what `resolve` does; only an apply writes and sends.

const site = "certorder_reissue.site";
const changed = { sign_hash: "sha384" };

describe.each(cores)("%s", (_, program) => {
  /** A stage with an attempt whose outcome is unknown, and the provider block that resolves it. */
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
    const entry = happened
      ? shownResolution(run, certificateId)
      : (shownEntries(run, "resolve").find((line) => line.includes(":not-happened")) ?? "");
    return { stage, resolved: filledMaps(run, entry) };
  }

  // Every way, with a core that stands in: test/unit/provider/reissue/resolve.test.ts.
  test.concurrent.for([
    ["create", false],
    ["update", true],
  ] as const)(
    "resolves the unknown outcome of a %s (happened: %s) by the argument",
    async ([kind, happened]) => {
      const { stage: opened, resolved } = await unresolved(kind, happened);
      await using stage = opened;
      // A refresh writes nothing. The apply adopts the certificate, or reissues in place of the one that did not happen.
      stage.workspace.write(resolved + reissue(changed));
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
      await stage.applies(resolved + reissue());
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
    await stage.applies(filledMaps(lost, shownResolution(lost, certificateId)) + configuration);
    expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: certificateId });
    expect(stage.reissues()).toBe(2);
  });

  test.concurrent("corrects a mistyped certificate, and ignores the typo that is left over in another branch", async () => {
    const { stage: opened, resolved: real } = await unresolved("update", true);
    await using stage = opened;
    const { certificateId = "" } = stage.sandbox.ledger[1] ?? {};
    const typo = real.replace(certificateId, "cert-typo");
    await stage.applies(typo + reissue(changed));
    expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: "cert-typo" });

    stage.workspace.write(real + reissue(changed));
    const planned = await stage.workspace.plan();
    expect(planned.exit, planned.text).toBe(2);
    expect(planned.text).toContain(`"cert-typo" -> "${certificateId}"`);
    await stage.applies();
    expect(stage.workspace.attributes(site)).toMatchObject({
      certificate_id: certificateId,
      certificate_source: "person",
    });
    const { text } = await stage.applies(typo + reissue(changed));
    expect(text).toContain("an entry of resolve is left over");
    expect((await stage.journal.attempts("o-1")).at(-1)).toMatchObject({ certificateId });
    // Without a state, the journal has the right certificate.
    await stage.forgets();
    await stage.applies(reissue(changed));
    expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: certificateId });
    expect(stage.reissues()).toBe(2);
  });

  test.concurrent("does not overwrite a statement that was made after the plan", async () => {
    const { stage: opened, resolved: real } = await unresolved("update", true);
    await using stage = opened;
    const { certificateId = "" } = stage.sandbox.ledger[1] ?? {};
    await stage.applies(real.replace(certificateId, "cert-typo") + reissue(changed));
    stage.workspace.write(real + reissue(changed));
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

  test.concurrent("resolves two blocked orders with the entries of both messages, in one map", async () => {
    const orders = [order("o-1"), order("o-2")];
    const both = (args: Arguments) =>
      reissue(args) + reissue({ ...args, order_id: "o-2" }, { name: "other" });
    await using stage = await TerraformWithSandbox.applied(both({}), { program, orders });
    stage.losesAnswer();
    stage.losesAnswer();
    stage.workspace.write(both(changed));
    const lost = await stage.workspace.apply();
    expect(lost.exit, lost.text).toBe(1);
    const made = (orderId: string) =>
      stage.sandbox.ledger.findLast((entry) => entry.orderId === orderId)?.certificateId ?? "";
    const entries = shownEntries(lost, "resolve")
      .filter((line) => line.includes("CERTIFICATE_ID"))
      .map((line) => line.replace("CERTIFICATE_ID", made(line.split('"')[1] ?? "")));
    expect(entries).toHaveLength(2);
    await stage.applies(filledMaps(lost, ...entries) + both(changed));
    expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: made("o-1") });
    expect(stage.workspace.attributes("certorder_reissue.other")).toMatchObject({
      certificate_id: made("o-2"),
    });
    expect(stage.reissues()).toBe(4);
  });

  test.concurrent.for(["apply", "plan"] as const)(
    "resolves a create with prevent_destroy by the lines that its %s shows, and destroys nothing",
    async (shownBy) => {
      const configuration = reissue({}, { more: "\n  lifecycle {\n    prevent_destroy = true\n  }\n" });
      await using stage = await TerraformWithSandbox.begun(configuration, { program });
      stage.losesAnswer();
      const lost = await stage.workspace.apply();
      const run = shownBy === "apply" ? lost : await stage.workspace.plan();
      expect(run.exit, run.text).toBe(1);
      const { certificateId = "" } = stage.sandbox.ledger[0] ?? {};
      // The core does not tell a provider the address. The message refers to the one that the core shows.
      expect(run.text.indexOf(`with ${site},`)).toBeLessThan(run.text.indexOf('shown above, after "with"'));
      expect(run.text).toContain(`with ${site},`);
      const untainted = await stage.pastes(shownLine(run, "terraform untaint"), site);
      expect(untainted.exit, untainted.text).toBe(0);
      const { text } = await stage.applies(
        filledMaps(run, shownResolution(run, certificateId)) + configuration,
      );
      expect(text).toContain("0 destroyed");
      expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: certificateId });
      expect(stage.reissues()).toBe(1);
    },
  );

  test.concurrent.for(["create", "update"] as const)(
    "resolves a killed %s whose configuration changed meanwhile with the entries of one message",
    async (kind) => {
      await using stage =
        kind === "create"
          ? await TerraformWithSandbox.begun(reissue(), { program })
          : await TerraformWithSandbox.applied(reissue({ validity_days: 30 }), { program });
      // Another process has sent the request, and was killed before its state was stored.
      stage.losesAnswer();
      await expect(stage.reissuesElsewhere()).rejects.toThrow("outcome is unknown");
      const { certificateId = "" } = stage.sandbox.ledger.at(-1) ?? {};
      const before = stage.reissues();
      const run = await stage.refuses(reissue(changed));
      const [supersede = ""] = shownEntries(run, "supersede");
      await stage.applies(filledMaps(run, shownResolution(run, certificateId), supersede) + reissue(changed));
      expect(stage.workspace.attributes(site)).toMatchObject({
        certificate_history: expect.arrayContaining([certificateId]),
      });
      expect(stage.reissues()).toBe(before + 1);
    },
  );

  test.concurrent("tells a saved plan that was overtaken to plan again, and says after an apply what was made", async () => {
    await using stage = await TerraformWithSandbox.applied(reissue(), { program });
    stage.workspace.write(reissue(changed));
    expect((await stage.workspace.plan("-out=saved.plan")).exit).toBe(2);
    await stage.reissuesElsewhere({ validityDays: 30 });
    const refused = await stage.workspace.apply("saved.plan");
    expect(refused.exit, refused.text).toBe(1);
    expect(refused.text.replace(/\s+/g, " ")).toContain("Nothing was sent. Plan again");
    expect(refused.text).not.toContain("supersede");
    // The next plan has the ways out.
    const again = await stage.workspace.plan();
    const [supersede = ""] = shownEntries(again, "supersede");
    const { text } = await stage.applies(filledMaps(again, supersede) + reissue(changed));
    const { certificateId } = stage.sandbox.ledger.at(-1) ?? {};
    expect(text).toContain(`Order o-1 was reissued: ${certificateId}`);
    expect(text).not.toContain("will be reissued");
    expect(stage.reissues()).toBe(3);
  });
});
