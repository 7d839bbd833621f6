import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { version } from "../../../src/version.ts";
import { root } from "../../harness/action/action.ts";

/** The lines of these files in which a workflow uses the action. */
function findUses(...patterns: readonly string[]): string[] {
  const files = execFileSync("git", ["ls-files", ...patterns], { cwd: root, encoding: "utf8" });
  const texts = files
    .trim()
    .split("\n")
    .map((path) => readFileSync(join(root, path), "utf8"));
  return texts.flatMap((text) => text.match(/uses: certorder\/certorder.*$/gm) ?? []);
}

test("All documents and workflows use the tag that a release of this version moves", () => {
  const uses = findUses("*.md", "*.yml");
  expect(uses.length).toBeGreaterThan(8);
  for (const line of uses) expect(line).toMatch(new RegExp(`@v${version.split(".")[0]}\\b(?!\\.)`));
});

test("The examples say from when on they work and where the commit to pin is, and the release notes have it", () => {
  const uses = findUses("examples/**/*.yml");
  expect(uses.length).toBeGreaterThan(7);
  for (const line of uses)
    expect(line).toMatch(
      /@v\d+ # (?:from the first release on; )?to pin it: the line at the top of its notes$/,
    );
  const release = readFileSync(join(root, ".github", "workflows", "release.yml"), "utf8");
  expect(release).toContain("uses: $GITHUB_REPOSITORY@$GITHUB_SHA # $GITHUB_REF_NAME");
});
