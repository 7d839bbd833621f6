import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../harness/action/action.ts";

// Ideas that the monitor no longer has. A user must not meet them anywhere.

const words =
  /\bfail-on\b(?!-severity)|(?:failure|unknown|recovery)-threshold|issue-title|issue-labels|certorder-mute|report-issue: ?on-failure/;
const places = [
  "src/action",
  "action.yml",
  "actions",
  "docs",
  "examples",
  ".github",
  "README.md",
  "dist/index.js",
];

test("No source, document, example or bundle has a threshold, a mute, fail-on or labels to choose", () => {
  const files = execFileSync("git", ["ls-files", ...places], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n");
  const found = files.filter((file) => words.test(readFileSync(join(root, file), "utf8")));
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
