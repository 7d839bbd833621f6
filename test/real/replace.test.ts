import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cores } from "../harness/terraform/terraform.ts";
import type { TerraformOptions } from "../harness/terraform/terraform-with-sandbox.ts";
import {
  hcl,
  order,
  provider,
  reissue,
  shownLine,
  shownLines,
  TerraformWithSandbox,
  usual,
} from "../harness/terraform/terraform-with-sandbox.ts";

const site = "certorder_reissue.site";
const createFirst = "\n  lifecycle {\n    create_before_destroy = true\n  }\n";
const dependent = `resource "terraform_data" "user" {
  triggers_replace = certorder_reissue.site.certificate_id
  lifecycle {
    create_before_destroy = true
  }
}
`;
const watched = (version: number) => `resource "terraform_data" "x" {\n  triggers_replace = ${version}\n}\n`;
const moved = `moved {\n  from = ${site}\n  to   = certorder_reissue.renamed\n}\n`;
const imported = `import {\n  to = ${site}\n  id = "o-1/cert-1"\n}\n`;

interface Replacement {
  /** The configuration before, and the one that is planned. Default: the same. */
  readonly before?: string;
  readonly after?: string;
  /** Default: `-replace` of the resource. */
  readonly args?: readonly string[];
  /** The configuration with another trigger. Default: the resource alone. */
  readonly withTrigger?: (trigger: string) => string;
  /** How often the order was reissued before. Default: once. */
  readonly reissues?: number;
}

const replacements: Readonly<Record<string, Replacement>> = {
  "-replace": {},
  "-replace -refresh=false": { args: [`-replace=${site}`, "-refresh=false"] },
  "-replace together with a changed request": { after: reissue({ sign_hash: "sha384" }) },
  "-replace of an instance of for_each": {
    before: reissue({}, { more: '  for_each = toset(["a"])\n' }),
    args: [`-replace=${site}["a"]`],
    withTrigger: (trigger) => reissue({}, { more: `  for_each = toset(["a"])\n  ${trigger}\n` }),
  },
  "-replace with create_before_destroy": {
    before: reissue({}, { more: createFirst }),
    withTrigger: (trigger) => reissue({}, { more: `  ${trigger}\n${createFirst}` }),
  },
  "-replace with create_before_destroy on a dependent": {
    before: reissue() + dependent,
    withTrigger: (trigger) => reissue({}, { more: `  ${trigger}\n` }) + dependent,
  },
  replace_triggered_by: {
    before: watched(1) + reissue({}, { more: replacedBy("terraform_data.x") }),
    after: watched(2) + reissue({}, { more: replacedBy("terraform_data.x") }),
    args: [],
  },
  "an import block with -replace": {
    before: "",
    after: imported + reissue(),
    withTrigger: (trigger) => imported + reissue({}, { more: `  ${trigger}\n` }),
    reissues: 0,
  },
  "a moved block with -replace": {
    after: moved + reissue({}, { name: "renamed" }),
    args: ["-replace=certorder_reissue.renamed"],
    withTrigger: (trigger) => moved + reissue({}, { name: "renamed", more: `  ${trigger}\n` }),
  },
};

function replacedBy(address: string): string {
  return `\n  lifecycle {\n    replace_triggered_by = [${address}]\n  }\n`;
}

/** A machine that has never seen the order. */
function emptyJournal({ workspace }: TerraformWithSandbox): void {
  rmSync(workspace.journal, { recursive: true, force: true });
}

describe.each(cores)("%s", (_, program) => {
  const applied = (configuration = reissue(), options: TerraformOptions = {}) =>
    TerraformWithSandbox.applied(configuration, { program, ...options });

  test.concurrent.for(Object.entries(replacements))(
    "refuses %s before anything is sent or written",
    async ([, replacement]) => {
      const { before = reissue(), after = before, args = [`-replace=${site}`] } = replacement;
      await using stage = await TerraformWithSandbox.applied(before, { program });
      const made = stage.reissues();
      expect(made).toBe(replacement.reissues ?? 1);
      const refused = await stage.refuses(after, ...args);
      expect(refused.text).toContain("Replacing does not reissue");

      // The message shows what works instead.
      const [trigger = ""] = shownLines(refused);
      const withTrigger =
        replacement.withTrigger ?? ((line: string) => reissue({}, { more: `  ${line}\n` }) + watched(2));
      if (replacement.reissues === 0) {
        // An import is adopted with whatever the configuration says.
        await stage.applies(withTrigger(""));
        await stage.applies(withTrigger(trigger).replace(imported, ""));
      } else await stage.applies(withTrigger(trigger));
      expect(stage.reissues()).toBe(made + 1);
    },
  );

  test.concurrent("refuses -replace of a resource in a module", async () => {
    await using stage = await TerraformWithSandbox.open({ program });
    const folder = join(stage.workspace.folder, "module");
    mkdirSync(folder);
    const source =
      'terraform {\n  required_providers {\n    certorder = { source = "certorder/certorder" }\n  }\n}\n';
    const write = (more = "") => writeFileSync(join(folder, "main.tf"), source + reissue({}, { more }));
    write();
    await stage.begin('module "m" {\n  source = "./module"\n}\n');
    await stage.applies();
    const refused = await stage.refuses(undefined, `-replace=module.m.${site}`);
    expect(refused.text).toContain("Replacing does not reissue");
    // A saved plan of it is incomplete.
    await stage.workspace.plan("-out=saved.plan", `-replace=module.m.${site}`);
    expect((await stage.workspace.apply("saved.plan")).exit).toBe(1);
    const [trigger = ""] = shownLines(refused);
    write(`  ${trigger}\n`);
    await stage.applies();
    expect(stage.reissues()).toBe(2);
  });

  test.concurrent("adopts a tainted resource without a reissue", async () => {
    await using stage = await TerraformWithSandbox.applied(reissue(), { program });
    for (const more of ["", createFirst]) {
      expect((await stage.workspace.run("taint", site)).exit).toBe(0);
      const { text } = await stage.applies(reissue({}, { more }));
      expect(text).toContain("is adopted without a reissue");
    }
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("creates a resource once more after state rm, without a reissue", async () => {
    await using stage = await TerraformWithSandbox.applied(reissue(), { program });
    await stage.forgets();
    await stage.applies();
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("replaces an order by another one, which is reissued", async () => {
    await using stage = await TerraformWithSandbox.applied(reissue(), {
      program,
      orders: [order("o-1"), order("o-2"), order("o-3")],
    });
    await stage.applies(reissue({ order_id: "o-2" }));
    await stage.applies(reissue({ order_id: "o-3" }, { more: createFirst }));
    // An order that the journal knows is adopted.
    await stage.applies(reissue({ order_id: "o-1" }, { more: createFirst }));
    expect(stage.sandbox.ledger.map(({ orderId }) => orderId)).toEqual(["o-1", "o-2", "o-3"]);
  });

  test.concurrent("adopts an import and a moved resource without a reissue", async () => {
    await using stage = await TerraformWithSandbox.applied(imported + reissue(), { program });
    await stage.applies(moved + reissue({}, { name: "renamed" }));
    expect(stage.sandbox.requests).toEqual([]);
    expect(stage.workspace.attributes("certorder_reissue.renamed")).toMatchObject({
      certificate_id: "cert-1",
      last_outcome: "done",
    });
  });

  test.concurrent("refuses a replacement by an order that is only known after apply", async () => {
    await using stage = await TerraformWithSandbox.open({ program });
    const from = (version: number, more = createFirst) => `
      resource "terraform_data" "order" {
        input            = "o-1"
        triggers_replace = ${version}
      }
      ${reissue({ order_id: undefined }, { more: `  order_id = terraform_data.order.output\n${more}` })}`;
    await stage.begin(from(1));
    await stage.applies();
    const refused = await stage.refuses(from(2));
    expect(refused.text).toContain("The order is not known yet");
    expect((await stage.workspace.apply("-target=terraform_data.order")).exit).toBe(0);
    await stage.applies();
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("refuses -replace where reissues are switched off, with the same message", async () => {
    await using stage = await TerraformWithSandbox.applied(reissue(), { program });
    const refused = await stage.refuses(provider("allow_reissue = false") + reissue(), `-replace=${site}`);
    expect(refused.text).toContain("Replacing does not reissue");
  });

  test.concurrent("-replace is refused also where a dependent has create_before_destroy", async () => {
    await using stage = await applied(reissue() + dependent);
    const refused = await stage.refuses(undefined, `-replace=${site}`);
    const trigger = shownLine(refused, "triggers = { reissue");
    await stage.applies(reissue({}, { more: `  ${trigger}\n` }) + dependent);
    expect(stage.reissues()).toBe(2);
  });

  test.concurrent("A shifted count is refused with a way out if the journal does not know the orders", async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `o-${index}`);
    const fleet = (orders: readonly string[], more: string) =>
      `resource "certorder_reissue" "fleet" {\n${hcl({ ...usual, order_id: undefined })}${more}}\nlocals {\n  orders = ${JSON.stringify(orders)}\n}\n`;
    const counted = "  count    = length(local.orders)\n  order_id = local.orders[count.index]\n";
    await using stage = await applied(fleet(ids, counted), { orders: ids.map((id) => order(id)) });
    expect(stage.reissues()).toBe(12);
    emptyJournal(stage);
    for (let round = 0; round < 2; round++) {
      const refused = await stage.refuses(fleet(ids.slice(1), counted));
      expect(refused.text).toContain("Orders have changed places");
      const template = shownLine(refused, "moved {");
      const moves = ids.map((id, index) =>
        template
          .replaceAll("ADDRESS", "certorder_reissue.fleet")
          .replace(/\[[A-Z\d_]+\]/, `[${index}]`)
          .replace(/\["o-\d+"\]/, `["${id}"]`),
      );
      stage.workspace.write(
        `${moves.join("\n")}\n${fleet(ids.slice(1), "  for_each = toset(local.orders)\n  order_id = each.key\n")}`,
      );
    }
    await stage.applies();
    expect(stage.reissues()).toBe(12);
  });

  test.concurrent("A shifted count is adopted if the journal knows the orders", async () => {
    const ids = ["o-0", "o-1", "o-2"];
    const fleet = (orders: readonly string[]) =>
      `resource "certorder_reissue" "fleet" {\n${hcl({ ...usual, order_id: undefined })}  count    = ${orders.length}\n  order_id = ${JSON.stringify(orders)}[count.index]\n}\n`;
    await using stage = await applied(fleet(ids), { orders: ids.map((id) => order(id)) });
    await stage.applies(fleet(ids.slice(1)));
    expect(stage.reissues()).toBe(3);
  });
});
