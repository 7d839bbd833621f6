import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { CoreWorkspace } from "../../../src/plugin/testing/index.ts";
import { atTheEnd } from "../../harness/at-the-end.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { newCores } from "../../harness/plugin/real-cores.ts";
import { savedBlocks } from "../../harness/saved-blocks.ts";

// The guide "Write a provider in an hour" and the page "More than resources", pasted block by block.

const root = join(import.meta.dirname, "..", "..", "..");
const readPage = (name: string) => readFileSync(join(root, "docs", "plugin", name), "utf8");
const guide = readPage("write-a-provider.md");
const more = readPage("more.md");
let folder: string;

beforeAll(() => {
  // Inside of the package, so that it can be imported by its name.
  folder = mkdtempSync(join(root, "build", "guide-"));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  writeFiles(guide);
});

/** Saves the blocks of a page. */
function writeFiles(page: string): void {
  for (const { name, text, adds } of savedBlocks(page))
    (adds ? appendFileSync : writeFileSync)(join(folder, name), text);
}

/** The block after a sentence of a page. */
function blockAfter(page: string, sentence: string): string {
  const [, text] = /^```\w+\n(.*?)^```$/ms.exec(page.slice(page.indexOf(sentence))) ?? [];
  expect(page).toContain(sentence);
  return text ?? "";
}

/** Runs the shell block of the guide that contains `part`, with yes to every question. */
function paste(part: string) {
  const blocks = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = ""]) => text);
  const block = blocks.find((text) => text.includes(part)) ?? "exit 99";
  const programs = [join(root, "node_modules", ".bin"), dirname(toolPath("tofu"))];
  const { status, stdout, stderr } = spawnSync("bash", ["-ec", block], {
    cwd: folder,
    encoding: "utf8",
    input: "yes\n",
    env: { HOME: folder, NO_COLOR: "1", PATH: [...programs, process.env.PATH].join(":") },
  });
  return { status, text: stdout + stderr };
}

test("The types and both tests of the guide's provider are right, also with a real core", () => {
  const { status, text } = paste("npx vitest run");
  expect(status, text).toBe(0);
  expect(text).toMatch(/Tests +2 passed \(2\)/);
});

test("OpenTofu applies the guide's configuration with the guide's provider", () => {
  const { status, text } = paste("tofu apply");
  expect(status, text).toBe(0);
  expect(text).toContain("1 added");
  expect(readFileSync(join(folder, "notes", "shopping"), "utf8")).toBe("Milk, bread.");
});

describe("The samples beyond resources", () => {
  beforeAll(() => {
    writeFiles(more);
    const path = join(folder, "provider.ts");
    const provider = readFileSync(path, "utf8");
    const members = blockAfter(more, "Replace its line `resources`");
    const extended = provider.replace(/^ *resources: .*\n/m, () => members);
    expect(extended).not.toBe(provider);
    writeFileSync(path, blockAfter(more, "Add these lines at the top of `provider.ts`") + extended);
  });

  test("have the right types and pass their tests", () => {
    const { status, text } = paste("npx vitest run");
    expect(status, text).toBe(0);
    expect(text).toMatch(/Tests +7 passed \(7\)/);
  });

  test.each(newCores)("work with %s", async (name, core) => {
    const command = [process.execPath, join(folder, "main.ts")] as const;
    await using workspace = await CoreWorkspace.open({ core, command, address: "example/notes" });
    const main = `provider "notes" {
      folder = "${newFolder("notes-")}"
    }
    ephemeral "notes_lock" "a" {
      name = "a"
    }
    resource "notes_task" "a" {
      name   = provider::notes::slug("A")
      steps  = ["one", null]
      budget = 1
      token  = ephemeral.notes_lock.a.token
    }
    resource "notes_note" "b" {
      name = "b"
    }
`;
    await workspace.apply(main);
    expect(workspace.resource("notes_task.a")).toMatchObject({
      attributes: { name: "a", steps: ["one", null], token: null, revision: 1 },
      identity: { name: "a" },
    });
    await workspace.import("notes_task.a", "a");
    await workspace.expectError(main.replace('slug("A")', 'slug("1")'), /The title has no letters/);
    await workspace.expectError(main.replace('"one"', '""'), /"steps\[0\]" must have at least 1 character/);
    if (name === "terraform") {
      workspace.configure({
        "main.tf": `${main}action "notes_copy" "all" {\n  config {\n    notes = ["b"]\n  }\n}\n`,
        "all.tfquery.hcl": 'list "notes_task" "all" {\n  provider = notes\n  include_resource = true\n}\n',
      });
      const invoked = await workspace.apply(undefined, { arguments: ["-invoke=action.notes_copy.all"] });
      expect(invoked.text).toContain("Copied b.");
      expect((await workspace.run("query")).stdout).toMatch(/name=a +a\n/);
    }
    // A log line of a step is shown only if the step fails.
    const secret = main
      .replace("ephemeral.notes_lock.a.token", '"hunter2"')
      .replace("budget = 1", "budget = 2");
    const failed = workspace.apply(`${secret}resource "notes_note" "c" {
      name       = "no/folder"
      depends_on = [notes_task.a]
    }
`);
    await expect(failed).rejects.toThrow(/Log of the provider:.*saving with \*\*\*/s);
  });
});
