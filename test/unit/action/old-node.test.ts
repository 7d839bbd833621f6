import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { oldestNode } from "../../../src/needs-node.ts";
import { root, stepEnvironment } from "../../harness/action/action.ts";

const folders = (process.env.PATH ?? "").split(delimiter);
const old = [toolPath("node-20"), ...folders.map((folder) => join(folder, "node"))].find(
  (path) =>
    existsSync(path) && spawnSync(path, ["--version"], { encoding: "utf8" }).stdout.startsWith("v20."),
);

test.skipIf(old === undefined).each([
  ["index.js", "callback-test"],
  ["index.js", "reissue"],
  ["callback-test.js", undefined],
  ["reissue.js", undefined],
])("Node 20 says what %s needs (operation: %s), before anything else", (file, operation) => {
  const inputs = { operation, "base-url": "http://127.0.0.1:9", "report-issue": "true" };
  const { status, stdout, stderr } = spawnSync(old ?? "", [join(root, "dist", file)], {
    env: { PATH: process.env.PATH, ...stepEnvironment({ inputs }) },
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
  const says = `certorder needs Node ${oldestNode} or later; this is v20\\.\\S+\\. Nothing was sent\\.%0A`;
  expect(stdout).toMatch(new RegExp(`^::error title=The runner's Node is too old::${says}[^\\n]+\\n$`));
});
