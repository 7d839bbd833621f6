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
import { toolPath } from "../../scripts/tool-folder.ts";
import { copyActions, guideWorkflows, root, workflows } from "./act.ts";

const own = readdirSync(join(root, ".github", "workflows")).map((name) => join(".github", "workflows", name));
const examples = [
  ...workflows.map((name) => join("examples", "workflows", name)),
  ...["callback-monitor.yml", "certificate-reissue.yml"].map((name) =>
    join("examples", "starter-workflow", name),
  ),
];

function run(tool: "actionlint" | "zizmor", args: readonly string[], cwd = root) {
  if (!existsSync(toolPath(tool))) throw new Error(`There is no ${tool}. Run: npm run tools`);
  const { status, stdout, stderr } = spawnSync(toolPath(tool), args, { cwd, encoding: "utf8" });
  return { status, text: stdout + stderr };
}

const audit = ["--offline", "--no-progress", "--persona=pedantic", "--config", ".github/zizmor.yml"];

/** The examples as if they lay beside the action: only then actionlint compares them with action.yml. */
function besideTheAction(change: (workflow: string) => string = (text) => text) {
  const folder = mkdtempSync(join(tmpdir(), "certorder-lint-"));
  const target = join(folder, ".github", "workflows");
  mkdirSync(target, { recursive: true });
  for (const name of ["action.yml", "actions", "dist"])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  for (const name of workflows) {
    const text = readFileSync(join(root, "examples", "workflows", name), "utf8");
    writeFileSync(join(target, name), change(text.replaceAll(/certorder\/certorder\/?(.*)@v0/g, "./$1")));
  }
  // What is called has to be there as well, to be compared with.
  cpSync(join(root, ".github", "workflows", "callback-health.yml"), join(target, "callback-health.yml"));
  mkdirSync(join(folder, ".git"));
  return run("actionlint", ["-no-color"], folder);
}

/** The guides' workflows in a repository with a copy of the actions, made as the guide says. */
function guidesBesideTheActions(change: (workflow: string) => string = (text) => text) {
  const folder = mkdtempSync(join(tmpdir(), "certorder-lint-"));
  const target = join(folder, ".github", "workflows");
  mkdirSync(target, { recursive: true });
  mkdirSync(join(folder, ".git"));
  copyActions(folder);
  for (const [name, yaml] of guideWorkflows()) writeFileSync(join(target, `${name}.yml`), change(yaml));
  return run("actionlint", ["-no-color"], folder);
}

describe("The workflows", () => {
  test("actionlint accepts every workflow", () => {
    expect(run("actionlint", ["-no-color", ...own, ...examples])).toEqual({ status: 0, text: "" });
  });

  test("Each example gives the action only inputs that it has, and uses only outputs that it has", () => {
    expect(besideTheAction()).toEqual({ status: 0, text: "" });
    // The proof that this is looked at.
    expect(besideTheAction((text) => text.replace("key-id:", "key-identity:")).text).toContain(
      'input "key-identity" is not defined in action',
    );
    expect(
      besideTheAction((text) => text.replaceAll("outputs.certificate-id", "outputs.certificate")).text,
    ).toContain('property "certificate" is not defined');
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

  test("Each workflow of the guides gives the actions only inputs that they have, and uses only outputs that they have", () => {
    expect(guidesBesideTheActions()).toEqual({ status: 0, text: "" });
    // The proof that this is looked at.
    expect(guidesBesideTheActions((text) => text.replace("key-id:", "key-identity:")).text).toContain(
      'input "key-identity" is not defined in action',
    );
    expect(
      guidesBesideTheActions((text) => text.replaceAll("outputs.certificate-id", "outputs.certificate")).text,
    ).toContain('property "certificate" is not defined');
  });

  test("zizmor at its most pedantic accepts every workflow and action.yml", () => {
    const { status, text } = run("zizmor", [
      ...audit,
      ...own,
      ...examples,
      "action.yml",
      join("actions", "callback-test", "action.yml"),
      join("actions", "reissue", "action.yml"),
      ".github/dependabot.yml",
    ]);
    expect(text).toContain("No findings to report");
    expect(status).toBe(0);
  });

  test.each([
    ["unpinned-uses", /checkout@[0-9a-f]{40}/, "checkout@v6"],
    ["excessive-permissions", /^permissions: \{\}/m, "permissions: write-all"],
    ["dangerous-triggers", "pull_request:", "pull_request_target:"],
  ])("zizmor reports %s in a sabotaged workflow", (name, from, to) => {
    const file = join(mkdtempSync(join(tmpdir(), "certorder-lint-")), "ci.yml");
    writeFileSync(file, readFileSync(join(root, ".github", "workflows", "ci.yml"), "utf8").replace(from, to));
    expect(run("zizmor", [...audit, file]).text).toContain(`[${name}]`);
  });

  test("callback-health.yml has a concurrency group for each check, as each check has its own issue", () => {
    const text = readFileSync(join(root, ".github", "workflows", "callback-health.yml"), "utf8");
    const [group = ""] = /^ +group: .*$/m.exec(text) ?? [];
    for (const what of ["inputs.check-id ||", "github.workflow_ref", "inputs.url"])
      expect(group).toContain(what);
  });
});
