import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { preloading } from "../harness/program.ts";
import type { StageOptions } from "../harness/terraform/stage.ts";
import { hcl, order, provider, reissue, Stage, shownLine, usual } from "../harness/terraform/stage.ts";
import { cores } from "../harness/terraform/terraform.ts";

// Each of these sequences led to a second reissue, to a wrong certificate or to a dead end in an earlier version. The tests
// walk every way out that a message shows, up to an empty plan.

const site = "certorder_reissue.site";
const renamed = "certorder_reissue.renamed";
const createFirst = "\n  lifecycle {\n    create_before_destroy = true\n  }\n";
const dependent = (address: string) =>
  `resource "terraform_data" "user" {\n  triggers_replace = ${address}.certificate_id${createFirst}}\n`;

/** A machine that has never seen the order. */
function emptyJournal({ workspace }: Stage): void {
  rmSync(workspace.journal, { recursive: true, force: true });
}

describe.each(cores)("%s", (_, program) => {
  const open = (options: StageOptions = {}) => Stage.open({ program, ...options });
  const applied = (configuration = reissue(), options: StageOptions = {}) =>
    Stage.applied(configuration, { program, ...options });

  test.concurrent("The import of an unknown or older certificate does not outrank the journal", async () => {
    await using stage = await open();
    await stage.begin(reissue());
    const first = await stage.reissuesElsewhere();
    const second = await stage.reissuesElsewhere();
    for (const [id, title] of [
      ["cert-typo", "The journal does not know this certificate"],
      [first.certificateId, "The certificate is not the latest"],
    ]) {
      const refused = await stage.workspace.run("import", "-input=false", site, `o-1/${id}`);
      expect(refused.exit).toBe(1);
      expect(refused.text).toContain(title);
      expect(refused.text).toContain(second.certificateId);
      if (id !== first.certificateId) continue;
      const pasted = await stage.pastes(shownLine(refused, "terraform import"));
      expect(pasted.exit, pasted.text).toBe(0);
    }
    await stage.applies();
    expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: second.certificateId });
    expect(stage.reissues()).toBe(2);
  });

  test.concurrent("Two people with a journal each, one state and different clocks agree on the latest", async () => {
    await using stage = await open({ env: preloading(join(import.meta.dirname, "other-clock.ts")) });
    const { workspace } = stage;
    const work = (person: string, skewMs: number) => {
      workspace.env.CERTORDER_JOURNAL = join(workspace.folder, person);
      workspace.env.CLOCK_SKEW_MS = String(skewMs);
    };
    const alice = () => work("alice", 180_000);
    const bob = () => work("bob", 0);
    alice();
    await stage.begin(reissue());
    await stage.applies();
    bob();
    const supersede = `supersede = { "o-1" = "${workspace.attributes(site)?.attempt_id}" }`;
    await stage.applies(provider(supersede) + reissue());
    const [, second] = stage.sandbox.ledger;
    alice();
    // The entry stays in the configuration. It names an attempt that is not the latest any more.
    const again = await stage.applies();
    expect(again.text).not.toContain("newer certificate");
    await stage.applies(reissue());
    expect(workspace.attributes(site)).toMatchObject({ certificate_id: second?.certificateId });
    expect(stage.reissues()).toBe(2);
    await stage.applies(reissue({ sign_hash: "sha384" }));
    bob();
    await stage.hasNothingToDo();
    expect(stage.reissues()).toBe(3);
  });

  test.concurrent("A rename that was planned with a journal is not applied without one", async () => {
    await using stage = await applied(reissue() + dependent(site));
    stage.workspace.write(reissue({}, { name: "renamed" }) + dependent(renamed));
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
