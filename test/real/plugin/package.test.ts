import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { writePluginPackage } from "../../../scripts/npm-packages.ts";
import { toolPath } from "../../../scripts/tool-folder.ts";
import own from "../../../src/plugin/package.json" with { type: "json" };
import { oldestSupportedNode } from "../../../src/plugin/process/starting.ts";
import { version } from "../../../src/version.ts";
import { newFolder } from "../../harness/new-folder.ts";

// The framework as a package of its own, in a folder that has nothing else of this repository.

const root = join(import.meta.dirname, "..", "..", "..");
let alone: string;
beforeAll(() => {
  alone = join(newFolder("alone-"), "node_modules", "@certorder", "plugin");
  writePluginPackage(alone);
});

describe("The framework as a package", () => {
  test("needs the Node that it checks for, and has the version of certorder", () => {
    expect(own.engines.node).toBe(`>=${oldestSupportedNode}`);
    expect(own.version).toBe(version);
  });

  test("has exports that publint and attw accept", () => {
    const check = (tool: "publint" | "attw", ...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(toolPath(tool), args, { cwd: alone, encoding: "utf8" });
      expect(status, `${tool}: ${stdout}${stderr}`).toBe(0);
    };
    check("publint", ".", "--strict");
    check("attw", "--pack", ".", "--profile", "esm-only");
  });

  test("serves and tests the example of the guide", () => {
    const project = join(alone, "..", "..", "..");
    const source = readFileSync(join(root, "examples", "plugin", "provider.ts"), "utf8");
    writeFileSync(join(project, "package.json"), '{ "type": "module" }');
    writeFileSync(join(project, "provider.ts"), source.replaceAll("certorder/plugin", own.name));
    writeFileSync(
      join(project, "kit.ts"),
      `import { Workspace } from "${own.name}/testing";
       const workspace = await Workspace.open({
         command: [process.execPath, "provider.ts"],
         provider: { folder: "notes" },
       });
       const { state } = await workspace.resource("notes_note").apply({ name: "a", text: "one" });
       console.log(state?.id, state?.length);
       await workspace.close();`,
    );
    const said = execFileSync(process.execPath, ["kit.ts"], { cwd: project, encoding: "utf8" });
    expect(said).toBe("a 3\n");
  });
});
