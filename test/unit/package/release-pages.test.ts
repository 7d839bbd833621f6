import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stepScript } from "../../../scripts/rehearsal/workflow-step.ts";
import { releaseNotes } from "../../../scripts/release-notes.ts";
import { releasePages } from "../../../scripts/release-pages.ts";
import { version } from "../../../src/version.ts";
import { newFolder } from "../../harness/new-folder.ts";

const root = join(import.meta.dirname, "..", "..", "..");

test("Every passage about the time before the first release has a successor", () => {
  const copy = newFolder("certorder-pages-");
  for (const part of ["README.md", "CHANGELOG.md", "docs", "examples", join("src", "generate")])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  releasePages(copy);
  // A second time there is nothing left to do.
  releasePages(copy);
  expect(releaseNotes(readFileSync(join(copy, "CHANGELOG.md"), "utf8"), version)).not.toBe("");
  expect(readFileSync(join(copy, "README.md"), "utf8")).toContain("npm install certorder");
  const guide = readFileSync(join(copy, "docs", "guides", "github-action.md"), "utf8");
  expect(guide).toMatch(/uses: certorder\/certorder\/actions\/reissue@v\d+$/m);
  expect(guide).not.toContain(".github/certorder");
});

test("A step that the workflow of a release does not have is an error", () => {
  const workflow = readFileSync(join(root, ".github", "workflows", "release.yml"), "utf8");
  expect(stepScript(workflow, "Write the bills of materials")).toBe("npm run sbom -- release");
  expect(stepScript(workflow, "Sign the checksums")).toMatch(/^GNUPGHOME=.*\n[\s\S]*--detach-sign/);
  expect(() => stepScript(workflow, "Check out")).toThrow("no step");
  expect(() => stepScript(workflow, "Sign everything")).toThrow("no step");
});
