import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { toolPath } from "../../scripts/tool-folder.ts";
import { checkNodeOnPath } from "../../src/cli/node-on-path.ts";
import { oldestNode } from "../../src/needs-node.ts";
import { newFolder } from "../harness/new-folder.ts";
import { executable } from "../harness/program.ts";
import { reissue, Stage } from "../harness/terraform/stage.ts";

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
      await using _stage = await Stage.applied(reissue(), { env: { NODE_OPTIONS: `--import=${module}` } });
      expect(readFileSync(note, "utf8")).toBe("yes");
    },
  );

test
  .skipIf(executable)
  .concurrent(
    "without a Node, or with one that is too old, the core shows what the provider needs",
    async () => {
      const folder = newFolder("certorder-node-");
      await using stage = await Stage.begun(reissue());
      const planWith = (path: string, env = {}) =>
        stage.workspace.start(["plan", "-no-color"], { PATH: path, ...env }).ended;
      expect((await planWith(folder)).text).toMatch(
        /needs Node 22\.19 or later; there is no node on the PATH/,
      );

      const older = join(folder, "older.cjs");
      writeFileSync(older, 'Object.defineProperty(process, "versions", { value: { node: "22.18.0" } });');
      symlinkSync(process.execPath, join(folder, "node"));
      const withOld = await planWith([folder, process.env.PATH].join(delimiter), {
        NODE_OPTIONS: `--require=${older}`,
      });
      expect(withOld.text).toMatch(/needs Node 22\.19 or later; node on the PATH is v\d+/);
    },
  );

describe("Node 20, which many still have", () => {
  const node20 = toolPath("node-20");
  const root = join(import.meta.dirname, "..", "..");
  const sentence = `certorder needs Node ${oldestNode} or later; this is v20.20.2.`;
  const cli = join(root, "build", "cli", "main.js");

  test("the version that is asked for is the one that the package declares", () => {
    expect(manifest.engines.node).toBe(`>=${oldestNode}`);
  });

  test.each([["--help"], ["callback-test"], ["sandbox"], ["provider", "install"]])(
    "the command line says in one sentence what it needs: %s",
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
    const frameworks = ["certorder/cdktf", "certorder/cdktn"];
    expect(stdout.trim().split("\n")).toEqual(
      entries.map((entry) => `${entry} ${frameworks.includes(entry) ? "works" : sentence}`),
    );
  });

  test("provider install warns if the node on the PATH is too old for the provider", async () => {
    const folder = newFolder("certorder-node-20-");
    symlinkSync(node20, join(folder, "node"));
    const recent = dirname(process.execPath);
    const path = (...folders: string[]) => folders.join(delimiter);
    const tooOld = "The provider needs Node 22.19 or later; node on the PATH is v20.20.2.";
    expect(await checkNodeOnPath(path(folder, recent))).toBe(tooOld);
    expect(await checkNodeOnPath(path(recent, folder))).toBeUndefined();
    // A project's own Node is there for npm alone.
    expect(await checkNodeOnPath(path(join(root, "node_modules", ".bin"), folder))).toBe(tooOld);
    expect(await checkNodeOnPath("/nowhere")).toContain("there is no node on the PATH");
  });
});
