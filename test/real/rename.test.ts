import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cores } from "../harness/terraform/terraform.ts";
import { reissue, shownLine, TerraformWithSandbox } from "../harness/terraform/terraform-with-sandbox.ts";
import type { Run } from "../harness/terraform/tofu.ts";

// A new address for an order that the state has under another one, and objects that the core plans without their prior state.

const site = "certorder_reissue.site";
const createFirst = "\n  lifecycle {\n    create_before_destroy = true\n  }\n";
const preventDestroy = "\n  lifecycle {\n    prevent_destroy = true\n  }\n";
const removed = `removed {\n  from = ${site}\n  lifecycle {\n    destroy = false\n  }\n}\n`;
const dependent = (name: string) =>
  `resource "terraform_data" "user" {\n  input = certorder_reissue.${name}.certificate_id${createFirst}}\n`;

const renamed = "certorder_reissue.renamed";
const dependentOf = (address: string) =>
  `resource "terraform_data" "user" {\n  triggers_replace = ${address}.certificate_id${createFirst}}\n`;

/** A machine that has never seen the order. */
function emptyJournal({ workspace }: TerraformWithSandbox): void {
  rmSync(workspace.journal, { recursive: true, force: true });
}

describe.each(cores)("%s", (_, program) => {
  const applied = (configuration = reissue()) => TerraformWithSandbox.applied(configuration, { program });
  const taint = async (stage: TerraformWithSandbox) =>
    expect((await stage.workspace.run("taint", site)).exit).toBe(0);

  test.concurrent("adopts a rename without moved if the journal knows the order", async () => {
    await using stage = await applied();
    await stage.applies(reissue({}, { name: "renamed" }));
    await stage.applies(reissue({}, { name: "another", more: createFirst }));
    expect(stage.reissues()).toBe(1);
  });

  // The core shows the old and the new object in any order.
  test.concurrent.for([
    ["a resource", "another", "", ""],
    ["a resource to a later name", "yet_another", "", ""],
    ["a resource with create_before_destroy", "another", createFirst, ""],
    ["a resource with a dependent that has create_before_destroy", "yet_another", "", "dependent"],
    ["a resource whose old address is in a removed block", "another", "", removed],
  ] as const)(
    "refuses a rename of %s without moved if the journal does not know the order",
    async ([, name, more, rest]) => {
      const others = (of: string) => (rest === "dependent" ? dependent(of) : "");
      await using stage = await applied(reissue({}, { more }) + others("site"));
      rmSync(stage.workspace.journal, { recursive: true });
      const configuration = reissue({}, { name, more }) + others(name);
      const block = rest === removed ? removed : "";
      const refusals: Run[] = [];
      for (const args of [[], ["-parallelism=1"], ["-refresh=false"]])
        refusals.push(await stage.refuses(block + configuration, ...args));
      for (const { text } of refusals) expect(text).toContain("The order is in this state already");
      const moved = shownLine(refusals[0] as Run, "moved {")
        .replace("OLD_ADDRESS", site)
        .replace("NEW_ADDRESS", `certorder_reissue.${name}`);
      await stage.applies(`${moved}\n${configuration}`);
      expect(stage.reissues()).toBe(1);
    },
  );

  test.concurrent.for([
    ["", ""],
    [" with create_before_destroy", createFirst],
  ] as const)(
    "refuses a tainted object%s if the journal does not know the order, and shows untaint",
    async ([, more]) => {
      await using stage = await applied(reissue({}, { more }));
      rmSync(stage.workspace.journal, { recursive: true });
      await taint(stage);
      const refused = await stage.refuses();
      expect(refused.text).toContain("this object is tainted");
      const untainted = await stage.pastes(shownLine(refused, "terraform untaint").replace("ADDRESS", site));
      expect(untainted.exit, untainted.text).toBe(0);
      await stage.hasNothingToDo();
      expect(stage.reissues()).toBe(1);
    },
  );

  test.concurrent("refuses a second block of an order that the journal does not know", async () => {
    await using stage = await applied();
    rmSync(stage.workspace.journal, { recursive: true });
    const refused = await stage.refuses(reissue() + reissue({}, { name: "second" }));
    expect(refused.text).toContain("Order o-1 is described twice");
    await stage.applies(reissue());
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("keeps a tainted object with prevent_destroy, which can be untainted", async () => {
    await using stage = await applied(reissue({}, { more: preventDestroy }));
    await taint(stage);
    expect((await stage.refuses()).text).toContain("prevent_destroy");
    expect((await stage.workspace.run("untaint", site)).exit).toBe(0);
    await stage.hasNothingToDo();
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("refuses an order that is only known after apply, with create_before_destroy and an empty journal", async () => {
    const from = (version: number) => `
      resource "terraform_data" "order" {
        input            = "o-1"
        triggers_replace = ${version}
      }
      ${reissue({ order_id: undefined }, { more: `  order_id = terraform_data.order.output\n${createFirst}` })}`;
    await using stage = await applied(from(1));
    rmSync(stage.workspace.journal, { recursive: true });
    const refused = await stage.refuses(from(2));
    expect(refused.text).toContain("The order is not known yet");
    // The message says: apply what order_id comes from first, then plan again.
    expect((await stage.workspace.apply("-target=terraform_data.order")).exit).toBe(0);
    await stage.applies();
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("destroys an object with an open attempt, which then stays open in the journal", async () => {
    await using stage = await TerraformWithSandbox.begun(reissue(), { program });
    stage.losesAnswer();
    expect((await stage.workspace.apply()).exit).toBe(1);
    rmSync(stage.workspace.journal, { recursive: true });
    const planned = await stage.workspace.plan("-destroy", "-refresh=false");
    expect(planned.text).toContain("has no known outcome, and stays open in the journal");
    const destroyed = await stage.workspace.run("destroy", "-input=false", "-auto-approve", "-refresh=false");
    expect(destroyed.exit, destroyed.text).toBe(0);
    const refused = await stage.refuses();
    expect(refused.text).toContain("Code: unresolved_attempt");
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("A rename without moved is refused at plan if the journal does not know the order", async () => {
    await using stage = await applied(reissue() + dependentOf(site));
    emptyJournal(stage);
    const configuration = reissue({}, { name: "renamed" }) + dependentOf(renamed);
    const refused = await stage.refuses(configuration);
    expect(refused.text).toContain("The order is in this state already");
    const moved = shownLine(refused, "moved {").replace("OLD_ADDRESS", site).replace("NEW_ADDRESS", renamed);
    stage.workspace.write(`${moved}\n${configuration}`);
    const planned = await stage.workspace.plan("-out=saved.plan");
    expect(planned.exit, planned.text).toBe(2);
    emptyJournal(stage);
    const saved = await stage.workspace.apply("saved.plan");
    expect(saved.exit, saved.text).toBe(0);
    await stage.hasNothingToDo();
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("A rename that was planned with a journal is not applied without one", async () => {
    await using stage = await applied(reissue() + dependentOf(site));
    stage.workspace.write(reissue({}, { name: "renamed" }) + dependentOf(renamed));
    expect((await stage.workspace.plan("-out=saved.plan")).exit).toBe(2);
    emptyJournal(stage);
    const refused = await stage.workspace.apply("saved.plan");
    expect(refused.exit, refused.text).toBe(1);
    expect(refused.text).toContain("The order is in this state already");
    // The old object was destroyed by then, and this journal remembers it.
    await stage.applies();
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("A rename to another alias never looks like an open attempt, and leaves an empty plan", async () => {
    const aliased = `provider "certorder" {}\nprovider "certorder" {\n  alias = "b"\n}\n`;
    await using stage = await applied(aliased + reissue());
    const configuration = aliased + reissue({}, { name: "renamed", more: "  provider = certorder.b\n" });
    const known = await stage.applies(configuration);
    expect(known.text).toContain("is adopted without a reissue");
    expect(stage.reissues()).toBe(1);
    // Another alias and an empty journal: a second reissue is possible there, and documented.
    emptyJournal(stage);
    const { exit, text } = await stage.workspace.apply();
    expect(exit, text).toBe(0);
    stage.workspace.write(aliased + reissue());
    const back = await stage.workspace.apply();
    expect(back.text).not.toMatch(/no known outcome|under way|bug in the provider/);
    expect(back.exit, back.text).toBe(0);
    await stage.hasNothingToDo();
    expect(stage.reissues()).toBeLessThanOrEqual(2);
  });
});
