import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { csr, installedMirror, Workspace } from "./tofu.ts";

let mirror: string;
let sandbox: Sandbox;
beforeAll(async () => {
  mirror = installedMirror();
  sandbox = await startSandbox({ httpsPort: false });
});
afterAll(() => sandbox.close());

test("init from the mirror, validate, plan, apply, and the second plan is empty", async () => {
  const workspace = new Workspace({ mirror, sandbox });
  workspace.write(`
    provider "certorder" {}
    resource "certorder_reissue" "site" {
      order_id    = "order-ssl-1"
      sign_hash   = "sha256"
      common_name = "www.example.com"
      dns_names   = ["www.example.com", "example.com"]
      csr         = ${JSON.stringify(csr)}
    }
  `);
  expect((await workspace.init()).exit).toBe(0);
  expect((await workspace.run("validate")).exit).toBe(0);
  expect((await workspace.plan()).exit).toBe(2);
  const applied = await workspace.apply();
  expect(applied.text).toContain("Apply complete! Resources: 1 added");
  expect((await workspace.plan()).exit).toBe(0);
  expect((await workspace.plan("-refresh=false")).exit).toBe(0);
  expect(sandbox.ledger).toHaveLength(1);
  expect(workspace.attributes("certorder_reissue.site")).toMatchObject({
    certificate_id: sandbox.ledger[0]?.certificateId,
  });
});
