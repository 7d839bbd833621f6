import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { newFolder } from "../harness/new-folder.ts";
import { bundleProviders, programs, runIn } from "../harness/plugin/real-cores.ts";

// Providers written on the framework, not ours: the one that the guide goes through, and one with everything.

const root = join(import.meta.dirname, "..", "..");
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

/** A folder with a configuration of the example provider, and the core in it. */
function configure(program: string, text: string) {
  const folder = newFolder("configuration-");
  writeFileSync(join(folder, "main.tf"), requires + text);
  return { folder, run: runIn(providers, folder, program) };
}

describe.each(programs)("%s", (name, program) => {
  test("applies the example of the guide, changes and destroys it", async () => {
    const folder = newFolder("notes-");
    cpSync(join(root, "examples", "plugin", "main.tf"), join(folder, "main.tf"));
    const run = runIn(providers, folder, program);
    const applied = await run("apply", "-no-color", "-auto-approve");
    expect(applied, applied.text).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, "notes", "shopping-list"), "utf8")).toBe("Milk, bread.");
    expect(JSON.parse((await run("output", "-json", "numbers")).stdout)).toEqual([1, 2]);
    expect((await run("plan", "-detailed-exitcode")).code).toBe(0);
    const changed = await run("apply", "-no-color", "-auto-approve", "-var", "text=Nothing.");
    expect(changed.text).toContain("0 added, 1 changed, 0 destroyed");
    expect(JSON.parse((await run("output", "-json", "text")).stdout)).toBe("Nothing.");
    expect((await run("destroy", "-auto-approve")).code).toBe(0);
  });

  test("keeps an object whose values cannot be compared", async () => {
    const { run } = configure(
      program,
      `resource "example_unruly" "one" {
        mischief = "compare and throw"
        note     = "hello"
      }`,
    );
    const applied = await run("apply", "-no-color", "-auto-approve");
    expect(applied.code).toBe(1);
    expect(applied.text.replaceAll(/[\s│]+/g, " ")).toContain(
      "Creating example_unruly failed with example_unruly.one, on main.tf line",
    );
    expect(applied.text).toContain('semanticEquals of "note" failed: cannot be compared');
    expect((await run("state", "list")).stdout).toBe("example_unruly.one\n");
  });

  test("shows an exception outside a call, and keeps what the running call made", async () => {
    const { run } = configure(
      program,
      `resource "example_unruly" "one" {
        mischief = "throw in a timer"
      }
      resource "example_unruly" "two" {
        mischief   = "none"
        depends_on = [example_unruly.one]
      }`,
    );
    const applied = await run("apply", "-no-color", "-auto-approve");
    expect(applied.code).toBe(1);
    const text = applied.text.replaceAll(/[\s│]+/g, " ");
    expect(text).toContain(
      'Exception in the "example" provider, outside a call: Error: no call waits for this',
    );
    expect((await run("state", "list")).stdout).toBe("example_unruly.one\n");
  });

  test("plans and applies nesting of every kind", async () => {
    const folder = newFolder("network-");
    mkdirSync(folder, { recursive: true });
    const run = runIn(providers, folder, program);
    const write = (gateway: string, zones: string, rest = "") =>
      writeFileSync(
        join(folder, "main.tf"),
        `terraform {
          required_providers {
            example = { source = "example/example" }
          }
        }
        resource "example_token" "one" {}
        resource "example_network" "one" {
          gateway = ${gateway}
          zones   = ${zones}
          peers   = [{ name = "p" }, { name = example_token.one.value, weight = 2 }]
          routes = {
            east = { via = "a", hops = [{ name = "one" }] }
            west = { via = example_token.one.value }
          }
          rule {
            action = "allow"
            match { path = "/" }
            match { path = "/\${example_token.one.value}" }
          }
          rule {
            action = "deny"
            match { path = "/y" }
          }
          ${rest}
        }
        output "one" { value = nonsensitive(jsonencode(example_network.one)) }`,
      );
    write(`{ host = "gw.example", password_wo = "hush" }`, `[{ name = "a", tags = ["x"] }, { name = "b" }]`);
    const applied = await run("apply", "-no-color", "-auto-approve");
    expect(applied, applied.text).toMatchObject({ code: 0 });
    const state = async () =>
      JSON.parse(JSON.parse((await run("output", "-json", "one")).stdout) as string) as Record<
        string,
        unknown
      >;
    expect(await state()).toMatchObject({
      gateway: { port: 443, address: "gw.example:443/4", password_wo: null },
      zones: [{ id: "zone a" }, { id: "zone b", tags: null }],
      routes: { east: { hops: [{ cost: 3 }] } },
      rule: [{ id: 1 }, { id: 2 }],
      summary: { zones: 2 },
      timeouts: null,
    });
    expect((await run("plan", "-detailed-exitcode")).code).toBe(0);

    write(`{ host = "gw.example", port = 1 }`, `[{ name = "b" }]`, "timeouts {}");
    const changed = await run("apply", "-no-color", "-auto-approve");
    expect(changed.text).toContain("0 added, 1 changed, 0 destroyed");
    expect(await state()).toMatchObject({ summary: { zones: 1 }, timeouts: { create: "1m" } });
    expect((await run("plan", "-detailed-exitcode")).code).toBe(0);

    write(`{ host = "other.example" }`, `[]`);
    const replaced = await run("plan", "-no-color");
    expect(replaced.text).toContain("must be replaced");
    write(`{ host = "h", port = 1.5 }`, `[]`);
    const refused = await run("plan", "-no-color");
    expect(refused.text).toMatch(/Not an integer.*"gateway.port" takes whole numbers/s);
    write("null", `[]`);
    expect((await run("destroy", "-auto-approve")).code).toBe(0);
  });

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
    // Once for the plan and once for the apply, which takes longer than a second.
    expect(log).toBe("open one\nclose one\nopen one\nrenew one\nclose one\n");
    expect(readFileSync(join(folder, "terraform.tfstate"), "utf8")).not.toContain("token of one");
  });

  test("imports by identity, and moves from another type", async () => {
    const folder = newFolder("identity-");
    const run = runIn(providers, folder, program);
    const write = (text: string) => writeFileSync(join(folder, "main.tf"), requires + text);
    mkdirSync(join(folder, "records"));
    for (const name of ["a", "b"]) writeFileSync(join(folder, "records", name), "");
    writeFileSync(join(folder, "main.tf"), 'resource "terraform_data" "b" {\n  input = "b"\n}\n');
    expect(await run("init")).toMatchObject({ code: 0 });
    expect(await run("apply", "-auto-approve")).toMatchObject({ code: 0 });
    write(`
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
    const identities = resources.map(
      (resource: { instances: { identity: object }[] }) => resource.instances[0]?.identity,
    );
    expect(identities).toEqual([{ name: "a" }, { name: "b" }]);
    expect((await run("plan", "-detailed-exitcode")).code).toBe(0);
  });

  if (name === "terraform")
    test("lists what can be imported, and invokes an action", async () => {
      const folder = newFolder("query-");
      const run = runIn(providers, folder, program);
      mkdirSync(join(folder, "records"));
      for (const record of ["a1", "a2", "b1"]) writeFileSync(join(folder, "records", record), "");
      writeFileSync(
        join(folder, "main.tf"),
        `${requires}
      action "example_announce" "hello" {
        config {
          words = ["hello"]
        }
      }`,
      );
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
      const invoked = await run(
        "apply",
        "-no-color",
        "-auto-approve",
        "-invoke=action.example_announce.hello",
      );
      expect(invoked.text).toContain("hello");
    });
});
