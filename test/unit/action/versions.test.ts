import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { version } from "../../../src/version.ts";
import { root } from "../../harness/action/action.ts";

test("the runners that are needed are named, and all three kinds are tried", () => {
  expect(readFileSync(join(root, "action.yml"), "utf8")).toContain("runner of version 2.327.1 or newer");
  expect(readFileSync(join(root, ".github", "workflows", "ci.yml"), "utf8")).toContain(
    "os: [ubuntu-latest, windows-latest, macos-latest]",
  );
});

test("whoever copies from here names the tag that a release of this version moves", () => {
  const [major] = version.split(".");
  const files = execFileSync("git", ["ls-files", "*.md", "*.yml"], { cwd: root, encoding: "utf8" });
  const named = files
    .trim()
    .split("\n")
    .flatMap((path) => [
      ...readFileSync(join(root, path), "utf8").matchAll(/uses: certorder\/certorder[\w./-]*@(\S+)/g),
    ])
    .map(([, ref]) => ref);
  expect(named.length).toBeGreaterThan(8);
  expect(new Set(named)).toEqual(new Set([`v${major}`]));
});

test("who copies an example is told where the commit is, and the release says it there", () => {
  const files = execFileSync("git", ["ls-files", "examples/**/*.yml"], { cwd: root, encoding: "utf8" });
  const uses = files
    .trim()
    .split("\n")
    .flatMap((path) => readFileSync(join(root, path), "utf8").match(/uses: certorder\/.*$/gm) ?? []);
  expect(uses.length).toBeGreaterThan(7);
  for (const line of uses)
    expect(line).toMatch(/@v\d+ # to pin it: the line at the top of the release notes$/);
  const release = readFileSync(join(root, ".github", "workflows", "release.yml"), "utf8");
  expect(release).toContain("uses: $GITHUB_REPOSITORY@$GITHUB_SHA # $GITHUB_REF_NAME");
});
