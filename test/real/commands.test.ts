import { expect, test } from "vitest";
import { reissue, Stage } from "../harness/terraform/stage.ts";

const address = "certorder_reissue.site";

test.concurrent("A plan is applied later as it was made, and a second time it is stale", async () => {
  await using stage = await Stage.open();
  await stage.begin(reissue());
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

test.concurrent("ignore_changes = all keeps every change from reissuing", async () => {
  await using stage = await Stage.open();
  const more = "  lifecycle {\n    ignore_changes = all\n  }\n";
  await stage.begin(reissue({}, { more }));
  await stage.applies();
  await stage.applies(reissue({ dns_names: [], sign_hash: "sha512", triggers: { a: "b" } }, { more }));
  expect(stage.reissues()).toBe(1);
  await stage.applies(reissue({ sign_hash: "sha512" }));
  expect(stage.reissues()).toBe(2);
});

test.concurrent("Moved and removed blocks and a renamed for_each key reissue nothing", async () => {
  await using stage = await Stage.open();
  await stage.begin(reissue());
  await stage.applies();
  const moved = `moved {\n  from = ${address}\n  to   = certorder_reissue.renamed\n}\n`;
  await stage.applies(moved + reissue({}, { name: "renamed" }));
  expect(stage.workspace.attributes("certorder_reissue.renamed")).toBeDefined();
  const keyed = `moved {\n  from = certorder_reissue.renamed\n  to   = certorder_reissue.renamed["o-1"]\n}\n`;
  const each = reissue(
    { order_id: undefined },
    { name: "renamed", more: '  for_each = toset(["o-1"])\n  order_id = each.key\n' },
  );
  await stage.applies(moved + keyed + each);
  expect(stage.reissues()).toBe(1);

  const asked = stage.sandbox.requests.length;
  stage.workspace.write(
    "removed {\n  from = certorder_reissue.renamed\n  lifecycle {\n    destroy = false\n  }\n}\n",
  );
  const { exit, text } = await stage.workspace.apply();
  expect(exit, text).toBe(0);
  expect(stage.workspace.attributes("certorder_reissue.renamed")).toBeUndefined();
  expect(stage.sandbox.requests).toHaveLength(asked);
});
