import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { seedOrders } from "../../../src/sandbox/index.ts";
import { anotherCsr } from "../../harness/action/csr.ts";
import { TerraformWithSandbox } from "../../harness/terraform/terraform-with-sandbox.ts";
import { TerraformWithReceiver } from "../terraform/terraform-with-receiver.ts";

const examples = join(import.meta.dirname, "..", "..", "..", "examples");

/** As a file in JSON has it. */
const expression = (text: string) => `\${${text}}`;

/** Runs an example as its README says, and puts what it wrote where the workspace is. */
function synthesize({ workspace }: TerraformWithSandbox, example: string, stack: string): void {
  execFileSync(process.execPath, [resolve(examples, example)], {
    cwd: workspace.folder,
    env: { ...workspace.env, TERRAFORM_BINARY_NAME: toolPath("tofu") },
    stdio: "pipe",
  });
  cpSync(join(workspace.folder, "cdktf.out", "stacks", stack), workspace.folder, { recursive: true });
}

/** The TypeScript of the guide: a whole app, pieces that go into it, and the piece with resources of another provider. */
function guideApp(framework: string) {
  const guide = readFileSync(join(examples, "..", "docs", "guides", "cdktf.md"), "utf8");
  const blocks = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
  const [app = "", ...pieces] = blocks.map((block) => block.replaceAll("cdktn", framework));
  const isForeign = (piece: string) => piece.includes('"tls_');
  const withPieces = (added: readonly string[]) =>
    app.replace("app.synth();", `${added.join("\n")}\napp.synth();`);
  return {
    app,
    all: withPieces(pieces),
    whole: withPieces(pieces.filter((piece) => !isForeign(piece))),
    foreign: withPieces(pieces.filter(isForeign)),
  };
}

/** Synthesizes a program as a project of its own, which has this package, a framework and the CSRs that it names. */
function synthesizeProject(stage: TerraformWithSandbox, program: string): void {
  const { folder } = stage.workspace;
  const root = join(examples, "..");
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules", "certorder"), "junction");
  for (const name of ["cdktf", "cdktn", "constructs"])
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name), "junction");
  for (const name of ["www.csr", "shop.csr"]) cpSync(join(examples, "site.csr"), join(folder, name));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "main.ts"), program);
  synthesize(stage, join(folder, "main.ts"), "certificates");
}

test.concurrent("The framework's own command line synthesizes what the example does by itself", async () => {
  await using stage = await TerraformWithSandbox.open();
  const { folder, env } = stage.workspace;
  synthesize(stage, "cdktn/main.ts", "certificates");
  const out = join(folder, "by-command");
  await promisify(execFile)(toolPath("cdktn"), ["synth", "--output", out], {
    cwd: join(examples, "cdktn"),
    env: { ...env, CHECKPOINT_DISABLE: "1", TERRAFORM_BINARY_NAME: toolPath("tofu") },
  });
  const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  const { resource, provider, check } = read(join(folder, "cdk.tf.json"));
  expect(read(join(out, "stacks", "certificates", "cdk.tf.json"))).toMatchObject({
    resource,
    provider,
    check,
  });
});

test.concurrent("The example of escape hatches is valid", async () => {
  await using stage = await TerraformWithSandbox.open();
  synthesize(stage, "cdktn/escape-hatches.ts", "escapes");
  // It names a registry that does not exist.
  const file = join(stage.workspace.folder, "cdk.tf.json");
  const text = readFileSync(file, "utf8");
  expect(text).toContain("registry.internal/platform/certorder");
  writeFileSync(file, text.replace("registry.internal/platform/certorder", "certorder/certorder"));
  expect((await stage.workspace.init()).exit).toBe(0);
  const validated = await stage.workspace.run("validate");
  expect(validated.exit, validated.text).toBe(0);
});

test.concurrent.each(["cdktn", "cdktf"])(
  "The guide's app reissues once behind a callback that works: %s",
  async (framework) => {
    await using callback = await TerraformWithReceiver.open({ orders: seedOrders });
    const { stage } = callback;
    synthesizeProject(stage, guideApp(framework).app);
    expect((await stage.workspace.init()).exit).toBe(0);
    await callback.save("wrong-key");
    expect((await stage.workspace.apply()).exit).toBe(1);
    expect(stage.reissues()).toBe(0);
    await callback.save();
    await stage.applies();
    expect(stage.reissues("order-ssl-1")).toBe(1);
  },
);

test.concurrent.each(["cdktn", "cdktf"])(
  "All blocks of the guide are one valid app: %s",
  async (framework) => {
    await using stage = await TerraformWithSandbox.open();
    synthesizeProject(stage, guideApp(framework).whole);
    const { resource } = JSON.parse(readFileSync(join(stage.workspace.folder, "cdk.tf.json"), "utf8"));
    const ids = ["all", "code", "old", "shop", "smaller", "www"];
    expect(Object.keys(resource.certorder_reissue).sort()).toEqual(ids);
    expect(resource.certorder_reissue.code.provider).toBe("certorder.second");
    expect((await stage.workspace.init()).exit).toBe(0);
    const validated = await stage.workspace.run("validate");
    expect(validated.exit, validated.text).toBe(0);
  },
);

test.concurrent("All blocks of the guide go into one app, also those with another provider", async () => {
  await using stage = await TerraformWithSandbox.open();
  synthesizeProject(stage, guideApp("cdktn").all);
  const { resource } = JSON.parse(readFileSync(join(stage.workspace.folder, "cdk.tf.json"), "utf8"));
  expect(resource.certorder_reissue).toMatchObject({ shop: {}, fixed: {} });
});

test.concurrent.each(["cdktn", "cdktf"])(
  "The guide's app takes a CSR from another resource, also before it is known: %s",
  async (framework) => {
    await using stage = await TerraformWithSandbox.open({ orders: seedOrders });
    const { workspace } = stage;
    synthesizeProject(stage, guideApp(framework).foreign.replace(/^new CallbackCheck.*$/m, ""));
    const file = join(workspace.folder, "cdk.tf.json");
    const { resource, ...others } = JSON.parse(readFileSync(file, "utf8"));
    const { tls_private_key, tls_cert_request, certorder_reissue } = resource;
    const { fixed } = certorder_reissue;
    expect(tls_private_key.key.algorithm).toBe("ECDSA");
    expect(tls_cert_request.request).toMatchObject({
      private_key_pem: expression("tls_private_key.key.private_key_pem"),
      dns_names: ["fixed.example.com", "also.example.com"],
    });
    expect(fixed.csr).toBe(expression("tls_cert_request.request.cert_request_pem"));

    // The provider cannot be installed from here. A resource of the core takes its place.
    const request = { input: anotherCsr("fixed.example.com") };
    const known = { ...fixed, csr: expression("terraform_data.request.output") };
    const replaced = { terraform_data: { request }, certorder_reissue: { fixed: known } };
    writeFileSync(file, JSON.stringify({ ...others, resource: replaced }));
    expect((await workspace.init()).exit).toBe(0);
    await stage.applies();
    await stage.hasNothingToDo();
    expect(stage.reissues("order-fixed-1")).toBe(1);
  },
);
