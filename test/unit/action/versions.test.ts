import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { version } from "../../../src/version.ts";
import { root } from "../../harness/action/action.ts";

test("action.yml names the runner version, and CI runs on all three systems", () => {
  expect(readFileSync(join(root, "action.yml"), "utf8")).toContain("runner of version 2.327.1 or newer");
  expect(readFileSync(join(root, ".github", "workflows", "ci.yml"), "utf8")).toContain(
    "os: [ubuntu-latest, windows-latest, macos-latest]",
  );
});

test("All documents and workflows use the tag that a release of this version moves", () => {
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

test("The examples say from when on they work and where the commit to pin is, and the release notes have it", () => {
  const files = execFileSync("git", ["ls-files", "examples/**/*.yml"], { cwd: root, encoding: "utf8" });
  const uses = files
    .trim()
    .split("\n")
    .flatMap((path) => readFileSync(join(root, path), "utf8").match(/uses: certorder\/.*$/gm) ?? []);
  expect(uses.length).toBeGreaterThan(7);
  for (const line of uses)
    expect(line).toMatch(/@v\d+ # from the first release on; to pin it: the line at the top of its notes$/);
  const release = readFileSync(join(root, ".github", "workflows", "release.yml"), "utf8");
  expect(release).toContain("uses: $GITHUB_REPOSITORY@$GITHUB_SHA # $GITHUB_REF_NAME");
});
