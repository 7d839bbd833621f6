import { execFile } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import { toolPath } from "../../scripts/tool-folder.ts";
import { newFolder } from "../harness/new-folder.ts";
import { terraform } from "../harness/terraform/terraform.ts";

// Providers written on the framework, not ours: the one that the guide goes through, and one with every kind of nesting.

const root = join(import.meta.dirname, "..", "..");
const programs = [
  ["tofu", toolPath("tofu")],
  ["terraform", terraform],
] as const;
let providers: string;

/** One executable file, as a provider is shipped. */
function bundle(source: string, name: string): void {
  const outfile = join(providers, `terraform-provider-${name}`);
  const banner = { js: "#!/usr/bin/env node" };
  buildSync({
    entryPoints: [join(root, source)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    banner,
  });
  chmodSync(outfile, 0o755);
}

beforeAll(() => {
  providers = newFolder("providers-");
  bundle("examples/plugin/provider.ts", "notes");
  bundle("test/harness/plugin/example/main.ts", "example");
  const overrides = ["notes", "example"].map((name) => `    "example/${name}" = "${providers}"\n`).join("");
  writeFileSync(
    join(providers, "rc"),
    `provider_installation {\n  dev_overrides {\n${overrides}  }\n  direct {}\n}\ndisable_checkpoint = true\n`,
  );
});

/** Runs a command in a folder, and answers with everything it said. */
function runIn(folder: string, program: string) {
  return (command: string, ...args: string[]) =>
    new Promise<{ code: number; text: string; stdout: string }>((resolve) => {
      const env = {
        ...process.env,
        PATH: `${join(root, "node_modules", ".bin")}:${process.env.PATH}`,
        TF_CLI_CONFIG_FILE: join(providers, "rc"),
        EXAMPLE_FOLDER: folder,
      };
      const child = execFile(program, [command, ...args], { cwd: folder, env }, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, text: stdout + stderr, stdout }),
      );
    });
}

describe.each(programs)("%s", (_name, program) => {
  test.skipIf(program === undefined)(
    "applies the example of the guide, changes and destroys it",
    async () => {
      const folder = newFolder("notes-");
      cpSync(join(root, "examples", "plugin", "main.tf"), join(folder, "main.tf"));
      const run = runIn(folder, program ?? "");
      const applied = await run("apply", "-no-color", "-auto-approve");
      expect(applied, applied.text).toMatchObject({ code: 0 });
      expect(readFileSync(join(folder, "notes", "shopping-list"), "utf8")).toBe("Milk, bread.");
      expect(JSON.parse((await run("output", "-json", "numbers")).stdout)).toEqual([1, 2]);
      expect((await run("plan", "-detailed-exitcode")).code).toBe(0);
      const changed = await run("apply", "-no-color", "-auto-approve", "-var", "text=Nothing.");
      expect(changed.text).toContain("0 added, 1 changed, 0 destroyed");
      expect(JSON.parse((await run("output", "-json", "text")).stdout)).toBe("Nothing.");
      expect((await run("destroy", "-auto-approve")).code).toBe(0);
    },
  );

  test.skipIf(program === undefined)("plans and applies nesting of every kind", async () => {
    const folder = newFolder("network-");
    mkdirSync(folder, { recursive: true });
    const run = runIn(folder, program ?? "");
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
    expect(refused.text).toMatch(/Not an Integer.*"gateway.port" takes whole numbers/s);
    write("null", `[]`);
    expect((await run("destroy", "-auto-approve")).code).toBe(0);
  });
});
