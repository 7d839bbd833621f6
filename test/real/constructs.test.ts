import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Construct } from "constructs";
import { describe, expect, test } from "vitest";
import { both, type Constructs, type Framework, type Stack } from "../harness/constructs/framework.ts";
import { order, TerraformWithSandbox } from "../harness/terraform/terraform-with-sandbox.ts";
import { csr } from "../harness/terraform/tofu.ts";
import { TerraformWithReceiver } from "./terraform/terraform-with-receiver.ts";

// Stacks of both frameworks, synthesized as an app does it, through the real OpenTofu and the sandbox.

type Provider = InstanceType<Constructs["CertOrderProvider"]>;

const site = {
  triggers: {},
  orderId: "o-1",
  signHash: "sha256",
  commonName: "www.example.com",
  dnsNames: ["www.example.com", "example.com"],
  csr,
};

describe.each(both)("A stack of $name", (framework) => {
  const { core, certorder } = framework;

  test.concurrent("is initialised, validated, planned and applied, and the second plan is empty", async () => {
    await using stage = await TerraformWithSandbox.open({
      orders: [order("o-1"), order("o-2"), order("o-3")],
    });
    const variables = {
      TF_VAR_certorder_base_url: stage.sandbox.url,
      TF_VAR_certorder_key_id: stage.sandbox.credentials.keyId,
      TF_VAR_certorder_auth_key: stage.sandbox.credentials.authKey,
    };
    for (const name of ["CERTORDER_BASE_URL", "CERTORDER_KEY_ID", "CERTORDER_AUTH_KEY"])
      delete stage.workspace.env[name];
    Object.assign(stage.workspace.env, variables);
    synthesize(framework, stage, { credentials: "variables" }, (stack) => {
      const first = new certorder.CertificateReissue(stack, "site", site);
      const orders = core.TerraformIterator.fromList(["o-2", "o-3"]);
      new certorder.CertificateReissue(stack, "fleet", {
        ...site,
        forEach: orders,
        orderId: orders.value,
        triggers: { after: first.certificateId },
        validityDays: 90,
        renewBeforeDays: 30,
      });
      new core.TerraformOutput(stack, "id", { value: first.certificateId });
    });
    await begin(stage);
    expect((await stage.workspace.run("validate")).exit).toBe(0);
    expect((await stage.workspace.plan()).exit).toBe(2);
    await stage.applies();
    expect(stage.reissues()).toBe(3);
    expect(stage.reissues("o-3")).toBe(1);
    const { stdout } = await stage.workspace.run("output", "-raw", "id");
    expect(stdout).toBe(stage.sandbox.ledger.find(({ orderId }) => orderId === "o-1")?.certificateId);
  });

  test.concurrent.each(["JSON", "HCL"] as const)(
    "sends a CSR file byte for byte, whatever Terraform or the framework would make of its text, as %s",
    async (output) => {
      await using stage = await TerraformWithSandbox.open();
      const file = join(stage.workspace.folder, "hostile.csr");
      let text = "";
      synthesize(
        framework,
        stage,
        {},
        (stack) => {
          const key = new core.TerraformVariable(stack, "key", { type: "string", default: "canary" });
          text = [
            `\${file("/etc/hostname")} \${var.key} ${key.stringValue} %{ if true }y%{ endif }`,
            `$\${a} $$\${b} %%{c} $%{d} #{e} "q" \\n é\t\r`,
            `${csr}\${`,
          ].join("\n");
          writeFileSync(file, text);
          new certorder.CertificateReissue(stack, "site", { ...site, csr: { file } });
        },
        output,
      );
      await begin(stage);
      await stage.applies();
      expect(stage.reissues()).toBe(1);
      expect(stage.lastBody()).toMatchObject({ certificate: { csr: text } });
      expect(stage.workspace.attributes("certorder_reissue.site")).toMatchObject({ csr: text });
    },
  );
});

// Both frameworks write the same: test/unit/constructs.
describe("A stack", () => {
  const [framework] = both as [Framework];
  const { certorder } = framework;

  test.concurrent.each([{ mode: "gate" }, { mode: "postcondition", minIntervalSeconds: 0 }] as const)(
    "sends no first or later reissue behind a $mode while the callback is broken",
    async (props) => {
      await using callback = await TerraformWithReceiver.open();
      const { stage } = callback;
      const write = (release: string) =>
        synthesize(framework, stage, {}, (stack) => {
          const gate = new certorder.CallbackCheck<"gate" | "postcondition">(stack, "gate", props);
          gate.runsBefore(
            new certorder.CertificateReissue(stack, "site", { ...site, triggers: { release } }),
          );
        });
      let reissues = 0;
      for (const release of ["1", "2"]) {
        await callback.save("wrong-key");
        write(release);
        if (release === "1") await begin(stage);
        const failed = await stage.workspace.apply();
        expect(failed.exit).toBe(1);
        expect(failed.text).toMatch(
          /has to pass a test right before it|The callback does not work|callback_response_not_200/,
        );
        expect(stage.reissues()).toBe(reissues);
        await callback.save();
        await stage.applies();
        expect(stage.reissues()).toBe(++reissues);
      }
    },
  );

  test.concurrent("is renamed without a reissue, by moveTo", async () => {
    await using stage = await TerraformWithSandbox.open();
    const write = (fill: (stack: Stack) => void) => synthesize(framework, stage, {}, fill);
    write((stack) => {
      new certorder.CertificateReissue(stack, "site", site);
    });
    await begin(stage);
    await stage.applies();
    write((stack) => {
      const sites = new Construct(stack, "sites");
      new certorder.CertificateReissue(sites, "www", site).resource.addMoveTarget("www");
      new certorder.CertificateReissue(stack, "site", site).resource.moveTo("www");
    });
    await stage.applies();
    expect(stage.reissues()).toBe(1);
    expect(stage.stateText).toContain("sites_www");
  });
});

test.concurrent("A stack moves from CDKTF to CDK Terrain without a reissue", async () => {
  await using stage = await TerraformWithSandbox.open();
  const [cdktf, cdktn] = both;
  for (const framework of [cdktf, cdktn]) {
    if (!framework) throw new Error("There are two frameworks.");
    const { CallbackCheck, CertificateReissue } = framework.certorder;
    synthesize(framework, stage, {}, (stack) => {
      const sites = new Construct(stack, "sites");
      new CertificateReissue(sites, "www", { ...site, triggers: { generation: "1" } });
      new CallbackCheck(stack, "callback", { mode: "check" });
    });
    if (framework === cdktf) {
      await begin(stage);
      expect((await stage.workspace.apply()).exit).toBe(0);
    }
    const { changes } = await stage.workspace.shownPlan();
    const reissues = changes.filter(({ address }) => address.startsWith("certorder_reissue"));
    expect(reissues).toMatchObject([{ action: "no-op" }]);
  }
  expect(stage.reissues()).toBe(1);
});

/** Writes a stack with a provider into the folder of the workspace, by the same call that an app ends with. */
function synthesize(
  { core, certorder }: Framework,
  { workspace }: TerraformWithSandbox,
  provider: { credentials?: "variables" },
  fill: (stack: Stack, provider: Provider) => void,
  output: "JSON" | "HCL" = "JSON",
): void {
  const outdir = mkdtempSync(join(tmpdir(), "certorder-synth-"));
  // By this variable `synth --hcl` says what it wants.
  process.env.SYNTH_HCL_OUTPUT = String(output === "HCL");
  const app = new core.App({ outdir, context: { targetVersions: { opentofu: ">=1.11" } } });
  const stack = new core.TerraformStack(app, "real");
  new core.LocalBackend(stack, { path: "terraform.tfstate" });
  fill(stack, new certorder.CertOrderProvider(stack, "certorder", provider));
  app.synth();
  const name = output === "HCL" ? "cdk.tf" : "cdk.tf.json";
  writeFileSync(join(workspace.folder, name), readFileSync(join(outdir, "stacks", "real", name)));
}

async function begin({ workspace }: TerraformWithSandbox): Promise<void> {
  const { exit, text } = await workspace.init();
  expect(exit, text).toBe(0);
}
