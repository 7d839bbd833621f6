import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cores } from "../../harness/terraform/terraform.ts";
import { reissue, shownLine, TerraformWithSandbox } from "../../harness/terraform/terraform-with-sandbox.ts";
import type { Run } from "../../harness/terraform/tofu.ts";

// A new address for an order that the state has under another one, and objects that the core plans without their prior state.

const site = "certorder_reissue.site";
const createFirst = "\n  lifecycle {\n    create_before_destroy = true\n  }\n";
const removed = `removed {\n  from = ${site}\n  lifecycle {\n    destroy = false\n  }\n}\n`;
const dependent = (name: string) =>
  `resource "terraform_data" "user" {\n  triggers_replace = certorder_reissue.${name}.certificate_id${createFirst}}\n`;

describe.each(cores)("%s", (_, program) => {
  const applied = (configuration = reissue()) => TerraformWithSandbox.applied(configuration, { program });
  /** On a machine that has never seen the order. */
  const appliedElsewhere = async (configuration: string) => {
    const stage = await applied(configuration);
    rmSync(stage.workspace.journal, { recursive: true });
    return stage;
  };

  test.concurrent("adopts a rename without moved if the journal knows the order", async () => {
    await using stage = await applied();
    await stage.applies(reissue({}, { name: "renamed" }));
    await stage.applies(reissue({}, { name: "another", more: createFirst }));
    expect(stage.reissues()).toBe(1);
  });

  // The core shows the old and the new object in any order.
  test.concurrent.for([
    { kind: "a resource", name: "another" },
    { kind: "a resource to a later name", name: "yet_another" },
    { kind: "a resource with create_before_destroy", name: "another", more: createFirst },
    {
      kind: "a resource with a dependent that has create_before_destroy",
      name: "yet_another",
      others: dependent,
    },
    { kind: "a resource whose old address is in a removed block", name: "another", block: removed },
  ])(
    "refuses a rename of $kind without moved if the journal does not know the order",
    async ({ name, more = "", others = () => "", block = "" }) => {
      await using stage = await appliedElsewhere(reissue({}, { more }) + others("site"));
      const configuration = reissue({}, { name, more }) + others(name);
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

  test.concurrent("does not apply a rename without the journal that it was planned with", async () => {
    await using stage = await applied(reissue() + dependent("site"));
    stage.workspace.write(reissue({}, { name: "renamed" }) + dependent("renamed"));
    expect((await stage.workspace.plan("-out=saved.plan")).exit).toBe(2);
    rmSync(stage.workspace.journal, { recursive: true });
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
    rmSync(stage.workspace.journal, { recursive: true });
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
