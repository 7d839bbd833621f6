import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { newFolder } from "../../harness/new-folder.ts";
import { bundleProviders, programs, runIn } from "../../harness/plugin/real-cores.ts";

// A provider on the framework that has everything. The one of the guide: plugin-release.test.ts.

let providers: string;
beforeAll(() => {
  providers = bundleProviders();
});

const requires = `terraform {
  required_providers {
    example = { source = "example/example" }
  }
}
`;

/** A folder with a configuration of the example provider, with records that exist already, and the core in it. */
function configure(program: string, text: string, ...records: string[]) {
  const folder = newFolder("configuration-");
  const write = (text: string) => writeFileSync(join(folder, "main.tf"), text);
  write(requires + text);
  mkdirSync(join(folder, "records"));
  for (const record of records) writeFileSync(join(folder, "records", record), "");
  return { folder, write, run: runIn(providers, folder, program) };
}

describe.each(programs)("%s", (name, program) => {
  test("opens, renews and closes what is ephemeral", async () => {
    const { folder, run } = configure(
      program,
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
    );
    const applied = await run("apply", "-no-color", "-auto-approve");
    expect(applied, applied.text).toMatchObject({ code: 0 });
    const log = readFileSync(join(folder, "leases.log"), "utf8");
    // Once for the plan and once for the apply, which takes longer than a second. How often it is renewed, the machine decides.
    expect(log).toMatch(/^open one\n(renew one\n)*close one\nopen one\n(renew one\n)+close one\n$/);
    expect(readFileSync(join(folder, "terraform.tfstate"), "utf8")).not.toContain("token of one");
  });

  test("imports by identity, and moves from another type", async () => {
    const { folder, write, run } = configure(program, "", "a", "b");
    write('resource "terraform_data" "b" {\n  input = "b"\n}\n');
    expect(await run("init")).toMatchObject({ code: 0 });
    expect(await run("apply", "-auto-approve")).toMatchObject({ code: 0 });
    write(`${requires}
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
    const applied = await run("apply", "-no-color", "-auto-approve");
    expect(applied.text).toContain("1 imported, 0 added, 2 changed, 0 destroyed");
    const { resources } = JSON.parse(readFileSync(join(folder, "terraform.tfstate"), "utf8"));
    expect(resources).toMatchObject(["a", "b"].map((name) => ({ instances: [{ identity: { name } }] })));
    expect((await run("plan", "-detailed-exitcode")).code).toBe(0);
  });

  // OpenTofu has neither. In CI, a skipped test counts as failed.
  if (name === "terraform")
    test("lists what can be imported, and invokes an action", async () => {
      const action = `action "example_announce" "hello" {
        config {
          words = ["hello"]
        }
      }`;
      const { folder, run } = configure(program, action, "a1", "a2", "b1");
      writeFileSync(
        join(folder, "all.tfquery.hcl"),
        `list "example_record" "all" {
          provider         = example
          include_resource = true
          config {
            prefix = "a"
          }
        }`,
      );
      const found = await run("query", "-no-color", "-generate-config-out=found.tf");
      expect(found.text).toMatch(/name=a1 +Record a1\n.*name=a2 +Record a2\n/);
      expect(found.text).not.toContain("b1");
      const applied = await run("apply", "-no-color", "-auto-approve");
      expect(applied.text).toContain("2 imported, 0 added, 2 changed");
      const invoke = ["-no-color", "-auto-approve", "-invoke=action.example_announce.hello"];
      expect((await run("apply", ...invoke)).text).toContain("hello");
    });
});
