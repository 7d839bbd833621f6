import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newCores, openExampleWith } from "../../harness/plugin/real-cores.ts";

// A provider on the framework that has everything. The one of the guide: plugin-release.test.ts.

describe.each(newCores)("%s", (name, core) => {
  test("opens, renews and closes what is ephemeral", async () => {
    const { folder, workspace } = await openExampleWith(core);
    await using _ = workspace;
    await workspace.apply(
      `ephemeral "example_lease" "one" {
        name    = "one"
        seconds = 1
      }
      resource "example_record" "one" {
        name     = "one"
        login_wo = { user = "u", password = ephemeral.example_lease.one.token }
      }
      resource "example_file" "slow" {
        name        = "slow"
        delay_ms    = 2500
        password_wo = ephemeral.example_lease.one.token
      }`,
      { expectEmptyPlan: false },
    );
    const log = readFileSync(join(folder, "leases.log"), "utf8");
    // Once for the plan and once for the apply, which takes longer than a second. How often it is renewed, the machine decides.
    expect(log).toMatch(/^open one\n(renew one\n)*close one\nopen one\n(renew one\n)+close one\n$/);
    expect((await workspace.run("state", "pull")).stdout).not.toContain("token of one");
  });

  test("imports by identity, and moves from another type", async () => {
    const { workspace } = await openExampleWith(core, "a", "b");
    await using _ = workspace;
    await workspace.apply('resource "terraform_data" "b" {\n  input = "b"\n}\n');
    const { text } = await workspace.apply(`
      import {
        to       = example_record.a
        identity = { name = "a" }
      }
      resource "example_record" "a" {
        name = "a"
      }
      moved {
        from = terraform_data.b
        to   = example_record.b
      }
      resource "example_record" "b" {
        name = "b"
      }`);
    expect(text).toContain("1 imported, 0 added, 2 changed, 0 destroyed");
    for (const name of ["a", "b"])
      expect(workspace.resource(`example_record.${name}`)?.identity).toEqual({ name });
  });

  // OpenTofu has neither. In CI, a skipped test counts as failed.
  if (name === "terraform")
    test("lists what can be imported, and invokes an action", async () => {
      const { workspace } = await openExampleWith(core, "a1", "a2", "b1");
      await using _ = workspace;
      workspace.configure({
        "main.tf": `action "example_announce" "hello" {
          config {
            words = ["hello"]
          }
        }`,
        "all.tfquery.hcl": `list "example_record" "all" {
          provider         = example
          include_resource = true
          config {
            prefix = "a"
          }
        }`,
      });
      const found = await workspace.run("query", "-generate-config-out=found.tf");
      expect(found.stdout).toMatch(/name=a1 +Record a1\n.*name=a2 +Record a2\n/);
      expect(found.text).not.toContain("b1");
      expect((await workspace.apply()).text).toContain("2 imported, 0 added, 2 changed");
      const invoke = { arguments: ["-invoke=action.example_announce.hello"] };
      expect((await workspace.apply(undefined, invoke)).text).toContain("hello");
    });
});
