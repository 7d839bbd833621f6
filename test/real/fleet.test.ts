import { expect, test } from "vitest";
import { hcl, order, TerraformWithSandbox, usual } from "../harness/terraform/terraform-with-sandbox.ts";

test("300 reissues at once, fifty in parallel: each happens once, and nothing is left to do", async () => {
  const ids = Array.from({ length: 300 }, (_, n) => `o-${n}`);
  await using stage = await TerraformWithSandbox.open({ orders: ids.map((id) => order(id)) });
  await stage.begin(`
    provider "certorder" {
      max_reissues = ${ids.length}
    }
    resource "certorder_reissue" "fleet" {
      for_each = toset([for n in range(${ids.length}) : "o-\${n}"])
      order_id = each.key
      ${hcl({ ...usual, order_id: undefined })}
    }
  `);
  const { text } = await stage.applies(undefined, "-parallelism=50");
  expect(text).toContain("Resources: 300 added, 0 changed, 0 destroyed");
  expect(stage.sandbox.ledger).toHaveLength(ids.length);
  expect(new Set(stage.sandbox.ledger.map(({ orderId }) => orderId))).toEqual(new Set(ids));
});
