import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { atTheEnd } from "../../harness/at-the-end.ts";

// The guide "Write a provider in an hour", pasted block by block.

const root = join(import.meta.dirname, "..", "..", "..");
const page = readFileSync(join(root, "docs", "plugin", "write-a-provider.md"), "utf8");
let folder: string;

beforeAll(() => {
  // Inside of the package, so that it can be imported by its name.
  folder = mkdtempSync(join(root, "build", "guide-"));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  for (const [, name = "", text = ""] of page.matchAll(/^Save this as `(.+?)`.*?^```\w+\n(.*?)^```$/gms))
    writeFileSync(join(folder, name), text);
});

/** Runs the shell block that contains `part`, with yes to every question. */
function paste(part: string) {
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = ""]) => text);
  const block = blocks.find((text) => text.includes(part)) ?? "exit 99";
  const programs = [join(root, "node_modules", ".bin"), dirname(toolPath("tofu"))];
  const { status, stdout, stderr } = spawnSync("bash", ["-ec", block], {
    cwd: folder,
    encoding: "utf8",
    input: "yes\n",
    env: { HOME: folder, PATH: [...programs, process.env.PATH].join(":") },
  });
  return { status, text: stdout + stderr };
}

test("The types and the test of the guide's provider are right", () => {
  const { status, text } = paste("npx vitest run");
  expect(status, text).toBe(0);
  expect(text).toMatch(/1 passed/);
});

test("OpenTofu applies the guide's configuration with the guide's provider", () => {
  const { status, text } = paste("tofu apply");
  expect(status, text).toBe(0);
  expect(text).toContain("1 added");
  expect(readFileSync(join(folder, "notes", "shopping"), "utf8")).toBe("Milk, bread.");
});
