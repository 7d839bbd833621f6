import { execFile } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { findCore, type InstalledCore } from "../../../src/plugin/testing/index.ts";
import { newFolder } from "../new-folder.ts";
import { hasActions, terraform } from "../terraform/terraform.ts";

// Real cores with providers that are written on the framework, and are not ours.

const root = join(import.meta.dirname, "..", "..", "..");

/** Every core of this machine: OpenTofu, and Terraform where there is one. */
export const installedCores: readonly (readonly [name: string, core: InstalledCore])[] = [
  toolPath("tofu"),
  ...(terraform === undefined ? [] : [terraform]),
].map((program) => {
  const core = findCore(program);
  if (core.missing !== undefined) throw new Error(core.missing);
  return [`${core.name} ${core.version}`, core];
});

/** The programs that tests drive: OpenTofu, and a Terraform that has identities, lists and actions, where there is one. */
export const programs: readonly (readonly [name: "tofu" | "terraform", program: string])[] = [
  ["tofu", toolPath("tofu")],
  ...(terraform !== undefined && hasActions ? [["terraform", terraform] as const] : []),
];

/** A folder with the example of the guide and the example of the tests, each one executable file. */
export function bundleProviders(): string {
  const providers = newFolder("providers-");
  bundle(providers, "examples/plugin/provider.ts", "notes");
  bundle(providers, "test/harness/plugin/example/main.ts", "example");
  const overrides = ["notes", "example"].map((name) => `    "example/${name}" = "${providers}"\n`).join("");
  writeFileSync(
    join(providers, "rc"),
    `provider_installation {\n  dev_overrides {\n${overrides}  }\n  direct {}\n}\ndisable_checkpoint = true\n`,
  );
  return providers;
}

function bundle(providers: string, source: string, name: string): void {
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

export interface Ended {
  readonly code: number;
  readonly text: string;
  readonly stdout: string;
}

export function runIn(providers: string, folder: string, program: string) {
  return (command: string, ...args: string[]) =>
    new Promise<Ended>((resolve) => {
      const env = {
        ...process.env,
        PATH: `${join(root, "node_modules", ".bin")}:${process.env.PATH}`,
        TF_CLI_CONFIG_FILE: join(providers, "rc"),
        EXAMPLE_FOLDER: folder,
      };
      const child = execFile(
        program,
        [command, ...args],
        { cwd: folder, env, maxBuffer: 1 << 26 },
        (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, text: stdout + stderr, stdout }),
      );
    });
}
