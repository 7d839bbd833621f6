import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { toolPath } from "../../../scripts/tool-folder.ts";
import { nodeLauncher } from "../../../src/cli/launchers.ts";
import { platform, providerExecutable, providerSource } from "../../../src/cli/provider-names.ts";
import { oldestNode } from "../../../src/needs-node.ts";
import { oldestSupportedNode as oldestForPlugins } from "../../../src/plugin/process/starting.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { executable, preloading } from "../../harness/program.ts";
import { reissue, TerraformWithSandbox } from "../../harness/terraform/terraform-with-sandbox.ts";

// Which Node runs the provider, and how, is up to the user's environment.

const root = join(import.meta.dirname, "..", "..", "..");

/** A folder with nothing but this Node, or with nothing: the launcher needs no other program. */
function programs(node?: string): string {
  const folder = newFolder("certorder-node-");
  if (node !== undefined) symlinkSync(node, join(folder, "node"));
  return folder;
}

describe.skipIf(executable)("A provider that was installed from a clone", () => {
  test("loads the modules that NODE_OPTIONS names, as tracing and TypeScript loaders ask for", async () => {
    const folder = newFolder("certorder-node-");
    const [module, note] = [join(folder, "module.mjs"), join(folder, "loaded")];
    writeFileSync(
      module,
      `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(note)}, "");`,
    );
    await using _stage = await TerraformWithSandbox.applied(reissue(), { env: preloading(module, "import") });
    expect(existsSync(note)).toBe(true);
  });

  test.each([
    ["no Node", programs()],
    ["only Node 20", programs(toolPath("node-20"))],
  ])("plans and applies with %s on the PATH", async (_, folder) => {
    await using stage = await TerraformWithSandbox.begun(reissue(), { env: { PATH: folder } });
    await stage.applies();
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("is the executable that was built there, unless the sources are newer", () => {
    const clone = newFolder("certorder-clone-");
    const [sources, release] = [join(clone, "src"), join(clone, "release")];
    const built = join(release, "unpacked", platform());
    cpSync(join(root, "build"), join(clone, "build"), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
    for (const folder of [sources, join(built, "lib")]) mkdirSync(folder, { recursive: true });
    const source = join(sources, "version.ts");
    writeFileSync(source, "");
    // A small program in the place of the executable, which starts like a provider.
    for (const name of [providerExecutable, join("lib", "certorder")])
      writeFileSync(join(built, name), "#!/bin/sh\necho '1|6|unix|/socket|grpc|'\n", { mode: 0o755 });

    const install = (...options: string[]) => {
      const args = ["provider", "install", "--dir", join(clone, "mirror"), "--host", "registry.example.com"];
      const cli = join(clone, "build", "cli", "main.js");
      const env = { ...process.env, XDG_DATA_HOME: clone };
      return spawnSync(process.execPath, [cli, ...args, ...options], { encoding: "utf8", env });
    };
    /** Who runs what is installed after these changes, and what the command warns of. */
    const installedAfter = (...changes: [file: string, seconds: number][]) => {
      for (const [file, seconds] of [...changes, [sources, 1_000] as const])
        utimesSync(file, seconds, seconds);
      const { node, warnings = [] } = JSON.parse(install("--json").stdout);
      return [node, ...warnings.map(({ message }: { message: string }) => message)];
    };
    const scripts = join(clone, "build", "terraform", providerExecutable);
    const executable = join(built, providerExecutable);
    expect(installedAfter([source, 1_000], [executable, 2_000], [scripts, 2_000])).toEqual([null]);
    expect(installedAfter([source, 3_000], [scripts, 4_000])).toEqual([
      process.execPath,
      "The executable in release is older than the sources: the scripts were installed.",
    ]);
    expect(installedAfter([source, 5_000])).toEqual([
      process.execPath,
      "The build is older than the sources.",
    ]);
    // As a package it has no sources.
    for (const folder of [sources, release]) rmSync(folder, { recursive: true });
    const runBy = expect.stringContaining(`(run by ${process.execPath})`);
    expect(install()).toMatchObject({ status: 0, stdout: runBy, stderr: "" });
  });

  test("takes the Node on the PATH if none is recorded, and says what is missing if that is too old, or the recorded one is gone", async () => {
    const folder = newFolder("certorder-node-");
    cpSync(join(root, "build", "terraform"), folder, { recursive: true });
    writeFileSync(join(folder, providerExecutable), nodeLauncher(), { mode: 0o755 });
    const configuration = join(folder, "rc");
    const override = `"${providerSource}" = ${JSON.stringify(folder)}`;
    writeFileSync(configuration, `provider_installation {\n  dev_overrides {\n    ${override}\n  }\n}\n`);
    await using stage = await TerraformWithSandbox.begun(reissue());
    const planWith = async (node?: string) => {
      const env = { PATH: programs(node), TF_CLI_CONFIG_FILE: configuration, XDG_DATA_HOME: folder };
      return (await stage.workspace.start(["plan", "-no-color"], env).ended).text;
    };
    const needs = `needs Node ${oldestNode} or later;`;
    expect(await planWith()).toContain(`${needs} there is no node on the PATH.`);
    expect(await planWith(toolPath("node-20"))).toMatch(new RegExp(`${needs} \\S+ is v20\\.20\\.2\\.`));
    expect(await planWith(process.execPath)).toContain("1 to add");
    mkdirSync(join(folder, "certorder"));
    const record = (node: string) => writeFileSync(join(folder, "certorder", "node"), `${node}\n`);
    record("/gone/node");
    expect(await planWith(process.execPath)).toContain(
      "was installed with /gone/node, which is gone. Run certorder provider install again.",
    );
    record(process.execPath);
    expect(await planWith()).toContain("1 to add");
  });
});

describe("Node 20, which many still have", () => {
  const node20 = toolPath("node-20");
  const sentence = `certorder needs Node ${oldestNode} or later; this is v20.20.2.`;

  test("is older than the version that the package declares", () => {
    expect(manifest.engines.node).toBe(`>=${oldestNode}`);
    expect(oldestForPlugins).toBe(oldestNode);
  });

  test.each([["--help"], ["provider", "install"]])(
    "lets the command line say what it needs: %s",
    (...args) => {
      const cli = join(root, "build", "cli", "main.js");
      const { status, stdout, stderr } = spawnSync(node20, [cli, ...args], { encoding: "utf8" });
      expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: "", stderr: `✗ ${sentence}\n` });
    },
  );

  test("lets every entry say the same; the constructs need no more than it", () => {
    const project = newFolder("certorder-node-20-");
    mkdirSync(join(project, "node_modules"));
    symlinkSync(root, join(project, "node_modules", "certorder"));
    const run = (name: string, text: string) => {
      writeFileSync(join(project, name), text);
      return spawnSync(node20, [join(project, name)], { encoding: "utf8" });
    };
    const entries = Object.keys(manifest.exports)
      .filter((path) => path !== "./package.json")
      .map((path) => path.replace(".", "certorder"));
    const { stdout } = run(
      "entries.mjs",
      `for (const entry of ${JSON.stringify(entries)})
         console.log(entry, await import(entry).then(() => "works", ({ message }) => message));`,
    );
    const said = (entry: string) => {
      if (entry.includes("/cdk")) return "works";
      // Other people's providers import it, so it does not call itself certorder.
      return entry.includes("/plugin") ? sentence.replace("certorder", "This provider") : sentence;
    };
    expect(stdout.trim().split("\n")).toEqual(entries.map((entry) => `${entry} ${said(entry)}`));
    expect(run("sandbox.cjs", 'require("certorder/sandbox")').stderr).toContain(`Error: ${sentence}\n`);
  });
});
