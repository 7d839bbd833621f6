import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { version } from "../../src/version.ts";
import type { World } from "./stage.ts";

const releaseWorkflow = ".github/workflows/release.yml";

interface StepOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Changes the script where it cannot run as it is. */
  readonly edit?: (script: string) => string;
}

/** Runs a step of the release workflow as the workflow has it. */
export function runStep(
  world: World,
  name: string,
  { cwd, env, edit = (script) => script }: StepOptions,
): string {
  const script = edit(stepScript(readFileSync(join(world.repository, releaseWorkflow), "utf8"), name));
  // A release has the files of package managers only if it has all platforms.
  const options = world.allPlatforms ? [] : ["-O", "nullglob"];
  const { status, stdout, stderr } = spawnSync("bash", [...options, "-e", "-c", script], {
    cwd,
    encoding: "utf8",
    env: {
      ...process.env,
      GITHUB_REF_NAME: `v${version}`,
      PATH: [join(world.repository, "node_modules", ".bin"), process.env.PATH].join(delimiter),
      ...env,
    },
    maxBuffer: 100_000_000,
  });
  if (status !== 0)
    throw new Error(`${releaseWorkflow}: "${name}" ended with ${status}.\n${stdout}${stderr}`);
  return stdout;
}

/** What a step of a workflow runs. A workflow that was rewritten must not pass because its step is not found. */
export function stepScript(workflow: string, name: string): string {
  const begin = workflow.indexOf(`- name: ${name}`);
  const [step = ""] = workflow.slice(Math.max(begin, 0)).split(/\n {6}- name: /, 1);
  const [, line, block] = /^ {8}run: (?:\|\n((?: {10}.*\n|\n)+)|(.+))/m.exec(`${step}\n`) ?? [];
  const script = line?.replaceAll(/^ {10}/gm, "") ?? block;
  if (begin < 0 || script === undefined)
    throw new Error(`${releaseWorkflow} has no step "${name}" that runs a script.`);
  return script;
}
