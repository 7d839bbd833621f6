import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { copyActions, guideWorkflows, root, starters, workflows } from "./act.ts";

const own = readdirSync(join(root, ".github", "workflows")).map((name) => join(".github", "workflows", name));
const examples = [
  ...workflows.map((name) => join("examples", "workflows", name)),
  ...starters.map((name) => join("examples", "starter-workflow", name)),
];

function run(tool: "actionlint" | "zizmor", args: readonly string[], cwd = root) {
  if (!existsSync(toolPath(tool))) throw new Error(`There is no ${tool}. Run: npm run tools`);
  const { status, stdout, stderr } = spawnSync(toolPath(tool), args, { cwd, encoding: "utf8" });
  return { status, text: stdout + stderr };
}

const audit = ["--offline", "--no-progress", "--persona=pedantic", "--config", ".github/zizmor.yml"];

/** Workflows in a repository with a copy of the actions: only then actionlint compares them with action.yml. */
function besideTheActions(workflows: Iterable<readonly [name: string, text: string]>) {
  const folder = mkdtempSync(join(tmpdir(), "certorder-lint-"));
  const target = join(folder, ".github", "workflows");
  mkdirSync(target, { recursive: true });
  mkdirSync(join(folder, ".git"));
  for (const name of ["action.yml", "actions", "dist"])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  copyActions(folder);
  // What is called has to be there as well, to be compared with.
  cpSync(join(root, ".github", "workflows", "callback-health.yml"), join(target, "callback-health.yml"));
  for (const [name, text] of workflows) writeFileSync(join(target, `${name}.yml`), text);
  return run("actionlint", ["-no-color"], folder);
}

const exampleTexts = workflows.map((name) => {
  const text = readFileSync(join(root, "examples", "workflows", name), "utf8");
  return [name.replace(".yml", ""), text.replaceAll(/certorder\/certorder\/?(.*)@v0/g, "./$1")] as const;
});

describe("The workflows", () => {
  test("actionlint accepts every workflow", () => {
    expect(run("actionlint", ["-no-color", ...own, ...examples])).toEqual({ status: 0, text: "" });
  });

  test("Each example and each workflow of the guides gives the actions only inputs that they have, and uses only outputs that they have", () => {
    const all = [...exampleTexts, ...guideWorkflows()];
    expect(besideTheActions(all)).toEqual({ status: 0, text: "" });
    // The proof that this is looked at.
    const sabotaged = all.map(([name, text]) => [name, text.replace("key-id:", "key-identity:")] as const);
    expect(besideTheActions(sabotaged).text).toContain('input "key-identity" is not defined in action');
  });

  test("The first 600 words of the guide have a monitor and a gated deployment, which are whole workflows", () => {
    const [, guide = ""] = readFileSync(join(root, "docs", "guides", "github-action.md"), "utf8").split(
      "\n# In a GitHub workflow\n",
    );
    const screen = guide
      .split(/(?<=\s)(?=\S)/)
      .slice(0, 600)
      .join("");
    const whole = guideWorkflows();
    for (const name of ["Callback monitor", "Deploy"]) expect(screen).toContain(whole.get(name));
  });

  test("zizmor at its most pedantic accepts every workflow and action.yml", () => {
    const actions = ["action.yml", "actions/callback-test/action.yml", "actions/reissue/action.yml"];
    const { status, text } = run("zizmor", [
      ...audit,
      ...own,
      ...examples,
      ...actions,
      ".github/dependabot.yml",
    ]);
    expect(text).toContain("No findings to report");
    expect(status).toBe(0);
  });

  test("zizmor accepts each workflow of the guides, which are shorter than a pedant wants", () => {
    const folder = mkdtempSync(join(tmpdir(), "certorder-lint-"));
    const files = [...guideWorkflows()].map(([name, text]) => {
      writeFileSync(join(folder, `${name}.yml`), text);
      return join(folder, `${name}.yml`);
    });
    expect(files.length).toBeGreaterThan(3);
    const { status, text } = run("zizmor", [
      ...audit.filter((option) => !option.startsWith("--persona")),
      ...files,
    ]);
    expect(text).toContain("No findings to report");
    expect(status).toBe(0);
  });

  test("callback-health.yml has a concurrency group for each check, as each check has its own issue", () => {
    const text = readFileSync(join(root, ".github", "workflows", "callback-health.yml"), "utf8");
    const [group = ""] = /^ +group: .*$/m.exec(text) ?? [];
    for (const what of ["inputs.check-id", "github.workflow_ref"]) expect(group).toContain(what);
  });
});
