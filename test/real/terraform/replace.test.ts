import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cores } from "../../harness/terraform/terraform.ts";
import {
  hcl,
  order,
  reissue,
  shownLine,
  shownLines,
  TerraformWithSandbox,
  usual,
} from "../../harness/terraform/terraform-with-sandbox.ts";

const site = "certorder_reissue.site";
const createFirst = "\n  lifecycle {\n    create_before_destroy = true\n  }\n";
const dependent = `resource "terraform_data" "user" {\n  triggers_replace = ${site}.certificate_id${createFirst}}\n`;
const watched = (version: number) => `resource "terraform_data" "x" {\n  triggers_replace = ${version}\n}\n`;
const watching = "\n  lifecycle {\n    replace_triggered_by = [terraform_data.x]\n  }\n";
const moved = `moved {\n  from = ${site}\n  to   = certorder_reissue.renamed\n}\n`;

interface Replacement {
  /** The configuration before. Default: the resource alone. */
  readonly before?: string;
  /** The configuration that is planned, and applied with a trigger instead. */
  readonly planned: (trigger: string) => string;
  /** Default: `-replace` of the resource. */
  readonly args?: readonly string[];
}

const alone = (trigger: string) => reissue({}, { more: `  ${trigger}\n` });
const replacements: Readonly<Record<string, Replacement>> = {
  "-replace": { planned: alone },
  "-replace of an instance of for_each": {
    before: reissue({}, { more: '  for_each = toset(["a"])\n' }),
    planned: (trigger) => reissue({}, { more: `  for_each = toset(["a"])\n  ${trigger}\n` }),
    args: [`-replace=${site}["a"]`],
  },
  "-replace with create_before_destroy": {
    before: reissue({}, { more: createFirst }),
    planned: (trigger) => reissue({}, { more: `  ${trigger}\n${createFirst}` }),
  },
  "-replace with create_before_destroy on a dependent": {
    before: reissue() + dependent,
    planned: (trigger) => alone(trigger) + dependent,
  },
  replace_triggered_by: {
    before: watched(1) + reissue({}, { more: watching }),
    planned: (trigger) => watched(2) + (trigger ? alone(trigger) : reissue({}, { more: watching })),
    args: [],
  },
  "a moved block with -replace": {
    planned: (trigger) => moved + reissue({}, { name: "renamed", more: `  ${trigger}\n` }),
    args: ["-replace=certorder_reissue.renamed"],
  },
};

describe.each(cores)("%s", (_, program) => {
  test.concurrent.for(Object.entries(replacements))(
    "refuses %s before anything is sent or written, and shows the trigger that reissues",
    async ([, { before = reissue(), planned, args = [`-replace=${site}`] }]) => {
      await using stage = await TerraformWithSandbox.applied(before, { program });
      const refused = await stage.refuses(planned(""), ...args);
      expect(refused.text).toContain("Replacing does not reissue");
      const [trigger = ""] = shownLines(refused);
      await stage.applies(planned(trigger));
      expect(stage.reissues()).toBe(2);
    },
  );

  test.concurrent("adopts a tainted resource without a reissue", async () => {
    await using stage = await TerraformWithSandbox.applied(reissue(), { program });
    for (const more of ["", createFirst]) {
      expect((await stage.workspace.run("taint", site)).exit).toBe(0);
      const { text } = await stage.applies(reissue({}, { more }));
      expect(text).toContain("is adopted without a reissue");
    }
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("adopts a shifted count that the journal knows, and else refuses it with a way out", async () => {
    const ids = Array.from({ length: 8 }, (_, index) => `o-${index}`);
    const fleet = (orders: readonly string[], more: string) =>
      `resource "certorder_reissue" "fleet" {\n${hcl({ ...usual, order_id: undefined })}${more}}\nlocals {\n  orders = ${JSON.stringify(orders)}\n}\n`;
    const counted = "  count    = length(local.orders)\n  order_id = local.orders[count.index]\n";
    await using stage = await TerraformWithSandbox.applied(fleet(ids, counted), {
      program,
      orders: ids.map((id) => order(id)),
    });
    const known = ids.slice(1);
    await stage.applies(fleet(known, counted));
    rmSync(stage.workspace.journal, { recursive: true });
    const refused = await stage.refuses(fleet(known.slice(1), counted));
    expect(refused.text).toContain("Orders have changed places");
    const template = shownLine(refused, "moved {").replaceAll("ADDRESS", "certorder_reissue.fleet");
    const moves = known.map((id, index) =>
      template.replace(/\[[A-Z\d_]+\]/, `[${index}]`).replace(/\["o-\d+"\]/, `["${id}"]`),
    );
    const keyed = fleet(known.slice(1), "  for_each = toset(local.orders)\n  order_id = each.key\n");
    await stage.applies(`${moves.join("\n")}\n${keyed}`);
    expect(stage.reissues()).toBe(ids.length);
  });
});
