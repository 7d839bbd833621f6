import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toolPath } from "../../scripts/tool-folder.ts";

const root = join(import.meta.dirname, "..", "..");

/** What Vale reports about files, one line for each problem. */
function lint(...paths: readonly string[]): string[] {
  const vale = toolPath("vale");
  if (!existsSync(vale)) throw new Error("There is no vale. Run: npm run tools");
  const generated = "!{**/generated/**,**/reference/api/**,**/node_modules/**}";
  const { stdout, stderr } = spawnSync(
    vale,
    [`--config=${join(root, ".vale.ini")}`, "--output=line", `--glob=${generated}`, ...paths],
    { cwd: root, encoding: "utf8" },
  );
  return (stdout + stderr).split("\n").filter((line) => line !== "");
}

test.each([
  ["of the documents", ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs", "examples"]],
  ["of comments and messages", ["./src", "./scripts", "site/pages.ts", "site/markdown.ts"]],
  ["of the tests", ["./test"]],
])("The prose %s follows the style in .vale", (_, paths) => {
  expect(lint(...paths)).toEqual([]);
});
