import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { newFolder } from "../../harness/new-folder.ts";

const root = join(import.meta.dirname, "..", "..", "..");

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

describe("The prose", () => {
  test.each([
    ["of the documents", ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs", "examples"]],
    ["of comments and messages", ["./src", "./scripts", "site/pages.ts", "site/markdown.ts"]],
    ["of the tests", ["./test"]],
  ])("%s follows the style in .vale", (_, paths) => {
    expect(lint(...paths)).toEqual([]);
  });

  test("is read in Markdown, comments, strings and templates", () => {
    const folder = newFolder("prose-");
    const markdown = join(folder, "page.md");
    const source = join(folder, "source.ts");
    // In pieces, because Vale reads this file, too.
    const [who, to] = ["Some" + "body", "In or" + "der to"];
    writeFileSync(markdown, `${who} reads this page.\n`);
    writeFileSync(
      source,
      `// ${who} reads this.\nexport const one = "${who} knows.";\nexport const two = \`${to} \${one}\`;\n`,
    );
    const problems = lint(markdown, source).map((line) =>
      line.replace(/^.*?([^/]+:\d+):.*?:(\S+?):.*$/, "$1 $2"),
    );
    expect(problems.sort()).toEqual([
      "page.md:1 Plain.Actor",
      "source.ts:1 Plain.Actor",
      "source.ts:2 Plain.Actor",
      "source.ts:3 Plain.Wordy",
    ]);
  });
});
