import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, test } from "vitest";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { cloneRepository, shellBlocks } from "../../harness/clone.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { npmEnvironment, startRegistry } from "../../harness/registry.ts";

// Types what the READMEs of the examples say, in a clone after npm ci, with OpenTofu on the PATH.

const root = join(import.meta.dirname, "..", "..", "..");
let registry: string;
let clone: string;
beforeAll(async () => {
  registry = await startRegistry(
    join(root, "node_modules"),
    join(dirname(toolPath("cdktn")), "cdktn-environment", "node_modules"),
  );
  clone = cloneRepository();
  for (const name of ["node_modules", "build"]) symlinkSync(join(root, name), join(clone, name));
});

/** A block that fails does not reach its last line. */
const endSandbox = "trap 'kill $CERTORDER_SANDBOX_PID || true' EXIT";

/** A reader with a home of their own, who has set up a shell as examples/README.md says. */
class Reader {
  readonly #examples: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor(folders: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
    const home = newFolder("certorder-reader-");
    mkdirSync(join(home, "tmp"));
    // Examples write into their folders, so each reader has a copy beside the others.
    this.#examples = join(clone, basename(home));
    cpSync(join(root, "examples"), this.#examples, { recursive: true });
    const own = [join(clone, "bin"), join(clone, "node_modules", ".bin"), dirname(toolPath("tofu"))];
    this.#env = {
      HOME: home,
      TMPDIR: join(home, "tmp"),
      PATH: [join(home, "global", "bin"), ...folders, ...own, process.env.PATH].join(delimiter),
      CHECKPOINT_DISABLE: "1",
      TF_IN_AUTOMATION: "1",
      TF_CLI_ARGS: "-no-color",
      ...npmEnvironment(registry, home),
      ...env,
    };
  }

  /** Types all blocks of a README into one shell, says yes to every question, and returns what was shown. */
  async follows(example: string): Promise<string> {
    const blocks = shellBlocks(readFileSync(join(this.#examples, example, "README.md"), "utf8"));
    const script = [
      "set -ex",
      "exec 2>&1 < <(yes yes)",
      endSandbox,
      "certorder provider install",
      ...blocks,
    ].join("\n");
    const shell = spawn("bash", ["-c", script], {
      cwd: join(this.#examples, example),
      env: this.#env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [shown, [exit]] = await Promise.all([
      text(shell.stdout),
      once(shell, "close") as Promise<[number | null]>,
    ]);
    expect(exit, shown).toBe(0);
    return shown;
  }
}

describe("A reader who types what a README says", () => {
  test.concurrent("gets two certificates with CDKTF, behind a callback that works", async () => {
    const shown = await new Reader().follows("cdktf");
    expect(shown).toContain("Apply complete! Resources: 3 added, 0 changed, 0 destroyed.");
    expect(shown).not.toContain("MODULE_TYPELESS");
  });

  test.concurrent("gets a certificate with CDK Terrain, and no warning about the callback", async () => {
    const shown = await new Reader().follows("cdktn");
    expect(shown).toContain("Apply complete! Resources: 1 added, 0 changed, 0 destroyed.");
    expect(shown).not.toContain("Warning: Check block assertion failed");
  });

  test.concurrent("gets a certificate with Python", async () => {
    const python = join(dirname(toolPath("cdktn-python")), "cdktn-python-environment", "bin");
    const reader = new Reader([python], { TERRAFORM_BINARY_NAME: "tofu" });
    const shown = await reader.follows(join("cdktn", "python"));
    expect(shown).toContain("Apply complete! Resources: 1 added, 0 changed, 0 destroyed.");
    expect(shown).toContain('callback_verdict = "pass"');
  });

  test.concurrent.each([
    ["callback-gate", "Resources: 0 added, 1 changed, 0 destroyed."],
    ["check", 'verdict     = "pass"'],
    ["import", "Resources: 1 imported, 0 added, 1 changed, 0 destroyed."],
    ["reissue", "Resources: 1 added, 0 changed, 0 destroyed."],
    ["rotation", "Resources: 1 added, 0 changed, 0 destroyed."],
  ])("gets what the configuration promises: terraform/%s", async (example, promised) => {
    expect(await new Reader().follows(join("terraform", example))).toContain(promised);
  });
});
