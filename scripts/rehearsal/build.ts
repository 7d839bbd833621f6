import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../src/version.ts";
import { cloneRepository } from "../../test/harness/clone.ts";
import { releasePages } from "../release-pages.ts";
import type { Stage, World } from "./stage.ts";
import { runStep } from "./workflow-step.ts";

const root = join(import.meta.dirname, "..", "..");

/** The first job of the workflow, without the tests. */
export const build: Stage = {
  name: "build",
  tries: "executables, npm packages, bills of materials, checksums",
  prepares: true,
  run(world) {
    const env = { GITHUB_SHA: tagRepository(world), GITHUB_OUTPUT: world.outputs };
    const step = (name: string, edit?: (script: string) => string) =>
      runStep(world, name, { cwd: world.repository, env, ...(edit && { edit }) });
    step("The tag is the version, and lies on main");
    step("Build the executables, and pack for npm", (script) =>
      world.allPlatforms ? script : `${script} -- here`,
    );
    step("Write the bills of materials");
    step("Keep the files, and what they are");
  },
};

/** Makes a repository of the files of a clone, as GitHub has it when the tag is pushed. Returns the commit. */
function tagRepository({ repository }: World): string {
  rmSync(repository, { recursive: true, force: true });
  mkdirSync(repository, { recursive: true });
  cloneRepository(repository);
  releasePages(repository);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=rehearsal", "-c", "user.email=rehearsal@example.com", ...args], {
      cwd: repository,
      encoding: "utf8",
      env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" },
    }).trim();
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all", "--force");
  git("commit", "--quiet", "--message", `Release ${version}`);
  git("tag", `v${version}`);
  git("tag", `v${version.split(".", 1)}`);
  git("update-ref", "refs/remotes/origin/main", "HEAD");
  // Installed already. A link is no folder, so .gitignore does not cover it.
  appendFileSync(join(repository, ".git", "info", "exclude"), "node_modules\n/files/\n");
  symlinkSync(join(root, "node_modules"), join(repository, "node_modules"));
  return git("rev-parse", "HEAD");
}
