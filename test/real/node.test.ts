import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { toolPath } from "../../scripts/tool-folder.ts";
import { nodeLauncher, platform, providerExecutable, providerSource } from "../../src/cli/provider-files.ts";
import { oldestNode } from "../../src/needs-node.ts";
import { oldestSupportedNode as oldestForPlugins } from "../../src/plugin/process/starting.ts";
import { newFolder } from "../harness/new-folder.ts";
import { executable } from "../harness/program.ts";
import { reissue, TerraformWithSandbox } from "../harness/terraform/terraform-with-sandbox.ts";

// Which Node runs the provider, and how, is up to the user's environment.

test
  .skipIf(executable)
  .concurrent(
    "options for Node that load modules, as tracing and TypeScript loaders ask for, reach the provider",
    async () => {
      const folder = newFolder("certorder-node-");
      const note = join(folder, "loaded");
      const module = join(folder, "module.mjs");
      writeFileSync(
        module,
        `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(note)}, "yes");`,
      );
      await using _stage = await TerraformWithSandbox.applied(reissue(), {
        env: { NODE_OPTIONS: `--import=${module}` },
      });
      expect(readFileSync(note, "utf8")).toBe("yes");
    },
  );

const root = join(import.meta.dirname, "..", "..");

/** A folder with nothing but this Node, or with nothing: the launcher needs no other program. */
function programs(node?: string): string {
  const folder = newFolder("certorder-node-");
  if (node !== undefined) symlinkSync(node, join(folder, "node"));
  return folder;
}

describe.skipIf(executable)("A provider that was installed from a clone", () => {
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
    cpSync(join(root, "build"), join(clone, "build"), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
    const source = join(clone, "src", "version.ts");
    const built = join(clone, "release", "unpacked", platform());
    for (const folder of [join(clone, "src"), join(built, "lib")]) mkdirSync(folder, { recursive: true });
    writeFileSync(source, "");
    // A small program in the place of the executable, which starts like a provider.
    const program = "#!/bin/sh\necho '1|6|unix|/socket|grpc|'\n";
    writeFileSync(join(built, providerExecutable), program, { mode: 0o755 });
    if (process.platform === "linux")
      writeFileSync(join(built, "lib", "certorder"), program, { mode: 0o755 });

    const env = { ...process.env, XDG_DATA_HOME: clone };
    const changedAt = (file: string, seconds: number) => utimesSync(file, seconds, seconds);
    const install = (...files: [string, number][]) => {
      for (const [file, time] of files) changedAt(file, time);
      changedAt(join(clone, "src"), 1_000);
      const args = ["provider", "install", "--dir", join(clone, "mirror"), "--host", "registry.example.com"];
      const cli = join(clone, "build", "cli", "main.js");
      const { stdout } = spawnSync(process.execPath, [cli, ...args, "--json"], { encoding: "utf8", env });
      const { node, warnings = [] } = JSON.parse(stdout) as {
        node: string | null;
        warnings?: { message: string }[];
      };
      return { node, warnings: warnings.map(({ message }) => message) };
    };
    const executable = join(built, providerExecutable);
    const scripts = join(clone, "build", "terraform", providerExecutable);
    const byNode = process.execPath;
    expect(install([source, 1_000], [executable, 2_000], [scripts, 2_000])).toEqual({
      node: null,
      warnings: [],
    });
    expect(install([source, 3_000], [scripts, 4_000])).toEqual({
      node: byNode,
      warnings: ["The executable in release is older than the sources: the scripts were installed."],
    });
    expect(install([source, 5_000])).toEqual({
      node: byNode,
      warnings: ["The build is older than the sources."],
    });
    rmSync(join(clone, "src"), { recursive: true });
    rmSync(join(clone, "release"), { recursive: true });
    const args = ["provider", "install", "--dir", join(clone, "mirror"), "--host", "registry.example.com"];
    const asPackage = spawnSync(process.execPath, [join(clone, "build", "cli", "main.js"), ...args], {
      env,
      encoding: "utf8",
    });
    expect(asPackage).toMatchObject({ status: 0, stderr: "" });
    expect(asPackage.stdout).toContain(`(run by ${byNode})`);
  });

  test("takes the Node on the PATH if none is recorded, and says what is missing if that is too old, or the recorded one is gone", async () => {
    const folder = newFolder("certorder-node-");
    cpSync(join(root, "build", "terraform"), folder, { recursive: true });
    writeFileSync(join(folder, providerExecutable), nodeLauncher(), { mode: 0o755 });
    const configuration = join(folder, "rc");
    writeFileSync(
      configuration,
      `provider_installation {\n  dev_overrides {\n    "${providerSource}" = ${JSON.stringify(folder)}\n  }\n}\n`,
    );
    await using stage = await TerraformWithSandbox.begun(reissue());
    const planWith = async (programs: string) => {
      const env = { PATH: programs, TF_CLI_CONFIG_FILE: configuration, XDG_DATA_HOME: folder };
      return (await stage.workspace.start(["plan", "-no-color"], env).ended).text;
    };
    const needs = `needs Node ${oldestNode} or later;`;
    expect(await planWith(programs())).toContain(`${needs} there is no node on the PATH.`);
    expect(await planWith(programs(toolPath("node-20")))).toMatch(
      new RegExp(`${needs} \\S+ is v20\\.20\\.2\\.`),
    );
    expect(await planWith(programs(process.execPath))).toContain("1 to add");
    mkdirSync(join(folder, "certorder"));
    const record = (node: string) => writeFileSync(join(folder, "certorder", "node"), `${node}\n`);
    record("/gone/node");
    expect(await planWith(programs(process.execPath))).toContain(
      "was installed with /gone/node, which is gone. Run certorder provider install again.",
    );
    record(process.execPath);
    expect(await planWith(programs())).toContain("1 to add");
  });
});

describe("Node 20, which many still have", () => {
  const node20 = toolPath("node-20");
  const sentence = `certorder needs Node ${oldestNode} or later; this is v20.20.2.`;
  const cli = join(root, "build", "cli", "main.js");

  test("The version that is asked for is the one that the package declares", () => {
    expect(manifest.engines.node).toBe(`>=${oldestNode}`);
    expect(oldestForPlugins).toBe(oldestNode);
  });

  test.each([["--help"], ["callback-test"], ["sandbox"], ["provider", "install"]])(
    "The command line says in one sentence what it needs: %s",
    (...args) => {
      const { status, stdout, stderr } = spawnSync(node20, [cli, ...args], { encoding: "utf8" });
      expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: "", stderr: `✗ ${sentence}\n` });
    },
  );

  test("every entry says the same; the constructs need no more than it", () => {
    const project = newFolder("certorder-node-20-");
    mkdirSync(join(project, "node_modules"));
    symlinkSync(root, join(project, "node_modules", "certorder"));
    const entries = Object.keys(manifest.exports)
      .filter((path) => path !== "./package.json")
      .map((path) => path.replace(".", "certorder"));
    writeFileSync(
      join(project, "entries.mjs"),
      `for (const entry of ${JSON.stringify(entries)})
         console.log(entry, await import(entry).then(() => "works", ({ message }) => message));`,
    );
    const { stdout } = spawnSync(node20, [join(project, "entries.mjs")], { encoding: "utf8" });
    writeFileSync(join(project, "sandbox.cjs"), 'require("certorder/sandbox")');
    const required = spawnSync(node20, [join(project, "sandbox.cjs")], { encoding: "utf8" });
    expect(required.stderr).toContain(`Error: ${sentence}\n`);
    const said = (entry: string) => {
      if (entry.includes("/cdk")) return "works";
      // Other people's providers import it, so it does not call itself certorder.
      return entry.includes("/plugin") ? sentence.replace("certorder", "This provider") : sentence;
    };
    expect(stdout.trim().split("\n")).toEqual(entries.map((entry) => `${entry} ${said(entry)}`));
  });
});
