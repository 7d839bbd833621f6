import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { atTheEnd } from "../../harness/at-the-end.ts";

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

/** Saves the blocks after "Save this as" and "add this to". */
function writeFiles(page: string): void {
  for (const [, verb, name = "", text = ""] of page.matchAll(
    /\b(Save this as|[Aa]dd this to) `(.+?)`[^`]*(?:`[^`]+`[^`]*)*?^```\w+\n(.*?)^```$/gms,
  ))
    (verb === "Save this as" ? writeFileSync : appendFileSync)(join(folder, name), text);
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

test("The samples beyond resources have the right types and pass their tests", () => {
  writeFiles(more);
  const path = join(folder, "provider.ts");
  const provider = readFileSync(path, "utf8");
  const members = blockAfter(more, "Replace its line `resources`");
  const extended = provider.replace(/^ *resources: .*\n/m, () => members);
  expect(extended).not.toBe(provider);
  writeFileSync(path, blockAfter(more, "Add these lines at the top of `provider.ts`") + extended);
  const { status, text } = paste("npx vitest run");
  expect(status, text).toBe(0);
  expect(text).toMatch(/Tests +7 passed \(7\)/);
});
