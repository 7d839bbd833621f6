import { expect, test } from "vitest";
import { fixture } from "../harness/csr/build.ts";
import { cores } from "../harness/terraform/terraform.ts";
import {
  hcl,
  order,
  provider,
  reissue,
  TerraformWithSandbox,
  usual,
} from "../harness/terraform/terraform-with-sandbox.ts";
import { csr } from "../harness/terraform/tofu.ts";

const address = "certorder_reissue.site";

test.concurrent("A plan is applied later as it was made, and a second time it is stale", async () => {
  await using stage = await TerraformWithSandbox.begun(reissue());
  await stage.workspace.plan("-out=create.plan");
  // What is written in the meantime does not matter.
  stage.workspace.write(reissue({ sign_hash: "sha512" }));
  expect((await stage.workspace.apply("create.plan")).exit).toBe(0);
  expect(stage.workspace.attributes(address)).toMatchObject({ sign_hash: "sha256" });
  for (const again of ["first", "second"]) {
    const { exit, text } = await stage.workspace.apply("create.plan");
    expect(exit, again).toBe(1);
    expect(text).toContain("Saved plan is stale");
  }
  expect(stage.reissues()).toBe(1);

  await stage.workspace.plan("-out=update.plan");
  expect((await stage.workspace.apply("update.plan")).exit).toBe(0);
  expect((await stage.workspace.apply("update.plan")).exit).toBe(1);
  await stage.hasNothingToDo();
  expect(stage.reissues()).toBe(2);
});

test.concurrent("-target reissues only what it names", async () => {
  await using stage = await TerraformWithSandbox.begun(
    reissue() + reissue({ order_id: "o-2" }, { name: "other" }),
    {
      orders: [order("o-1"), order("o-2")],
    },
  );
  const { exit } = await stage.workspace.apply(`-target=${address}`);
  expect(exit).toBe(0);
  expect([stage.reissues("o-1"), stage.reissues("o-2")]).toEqual([1, 0]);
  await stage.applies();
  expect([stage.reissues("o-1"), stage.reissues("o-2")]).toEqual([1, 1]);
});

test.concurrent("A tainted resource adopts its certificate, and reissues a changed request only by supersede", async () => {
  await using stage = await TerraformWithSandbox.applied(reissue());
  const made = stage.workspace.attributes(address);
  const taint = async () => expect((await stage.workspace.run("taint", address)).exit).toBe(0);
  await taint();
  expect((await stage.applies()).text).toContain("Order o-1 is adopted without a reissue");
  expect(stage.reissues()).toBe(1);
  expect(stage.workspace.attributes(address)).toMatchObject({ certificate_id: made?.certificate_id });

  await taint();
  const changed = reissue({ sign_hash: "sha384" });
  stage.workspace.write(changed);
  const { exit, text } = await stage.workspace.apply();
  expect(exit).toBe(1);
  expect(text).toContain("This order already has a certificate from another request");
  expect(text).toContain("a different request: sign_hash differs");
  const line = `supersede = { "o-1" = "${made?.attempt_id}" }`;
  expect(text).toContain(line);
  // It stays in the configuration, and means this attempt only.
  await stage.applies(`provider "certorder" {\n  ${line}\n}\n${changed}`);
  expect(stage.reissues()).toBe(2);
  await taint();
  await stage.applies();
  expect(stage.reissues()).toBe(2);
});

test.concurrent("ignore_changes = all keeps every change from reissuing", async () => {
  await using stage = await TerraformWithSandbox.open();
  const more = "  lifecycle {\n    ignore_changes = all\n  }\n";
  await stage.begin(reissue({}, { more }));
  await stage.applies();
  await stage.applies(reissue({ dns_names: [], sign_hash: "sha512", triggers: { a: "b" } }, { more }));
  expect(stage.reissues()).toBe(1);
  await stage.applies(reissue({ sign_hash: "sha512" }));
  expect(stage.reissues()).toBe(2);
});

test.concurrent("allow_reissue = false refuses plans that reissue, and lets everything else pass", async () => {
  await using stage = await TerraformWithSandbox.open();
  const frozen = `provider "certorder" {\n  allow_reissue = false\n}\n`;
  await stage.begin(frozen + reissue());
  const refused = await stage.workspace.plan();
  expect(refused.exit).toBe(1);
  expect(refused.text).toContain("Reissues are switched off");
  stage.workspace.write(reissue());
  await stage.applies();
  stage.workspace.write(frozen + reissue());
  await stage.hasNothingToDo();
  await stage.applies(frozen + reissue({ common_name: "WWW.example.com" }));
  expect((await stage.workspace.plan("-destroy")).exit).toBe(2);
  await stage.refuses(frozen + reissue({ sign_hash: "sha384" }));
  expect(stage.reissues()).toBe(1);
});

test.concurrent.each(cores)(
  "%s shows more orders than max_reissues, with ids that are only known after apply, as one error at plan",
  async (_, program) => {
    const ids = Array.from({ length: 25 }, (_, index) => `o-${index}`);
    const fleet = (limit: string) => `${limit}
    resource "terraform_data" "ids" {
      input = ${JSON.stringify(ids)}
    }
    resource "certorder_reissue" "fleet" {
      count    = 25
      order_id = terraform_data.ids.output[count.index]
      ${hcl({ ...usual, order_id: undefined })}
    }`;
    await using stage = await TerraformWithSandbox.open({ program, orders: ids.map((id) => order(id)) });
    await stage.begin(fleet(""));
    const refused = await stage.refuses();
    expect(refused.text.split("Error: ")).toHaveLength(2);
    expect(refused.text).toContain("raise max_reissues in the provider block");
    await stage.applies(fleet(provider("max_reissues = 25")));
    expect(stage.reissues()).toBe(25);
  },
);

test.concurrent("--unless-within skips the request of a resource, and does not skip another CSR with exit code 0", async () => {
  await using stage = await TerraformWithSandbox.applied(reissue());
  const command = ["reissue", "o-1", "--sign-hash", "sha256", "--common-name", "www.example.com"];
  const names = ["--dns-names", "www.example.com,example.com", "--unless-within", "30d", "--yes"];
  const same = await stage.certorder(...command, `--csr=${csr}`, ...names);
  expect(same.exit, same.text).toBe(0);
  const other = await stage.certorder(...command, `--csr=${fixture("p256")}`, ...names);
  expect(other.exit, other.text).not.toBe(0);
  await stage.hasNothingToDo();
  expect(stage.reissues()).toBe(1);
});
