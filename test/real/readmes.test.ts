import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { toolPath } from "../../scripts/tool-folder.ts";
import { atTheEnd } from "../harness/at-the-end.ts";
import { newFolder } from "../harness/new-folder.ts";
import { npmEnvironment, startRegistry } from "./package/registry.ts";

// What the READMEs of the examples tell people to type, typed: on a machine that has the examples, Node and OpenTofu, and
// nothing else. Only the ports of the sandbox are others, so that tests can run beside each other.

const root = join(import.meta.dirname, "..", "..");
let registry: string;
beforeAll(async () => {
  registry = await startRegistry(
    join(root, "node_modules"),
    join(dirname(toolPath("cdktn")), "cdktn-environment", "node_modules"),
  );
});

/** A reader at a machine of their own. */
class Reader {
  readonly #home = newFolder("certorder-reader-");
  readonly #env: NodeJS.ProcessEnv;

  constructor(folders: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
    cpSync(join(root, "examples"), join(this.#home, "examples"), { recursive: true });
    mkdirSync(join(this.#home, "tmp"));
    const programs = [dirname(process.execPath), dirname(toolPath("tofu")), process.env.PATH];
    this.#env = {
      HOME: this.#home,
      TMPDIR: join(this.#home, "tmp"),
      PATH: [join(this.#home, "global", "bin"), ...folders, ...programs].join(delimiter),
      CHECKPOINT_DISABLE: "1",
      TF_IN_AUTOMATION: "1",
      TF_CLI_ARGS: "-no-color",
      ...npmEnvironment(registry, this.#home),
      ...env,
    };
  }

  folder(example: string): string {
    return join(this.#home, "examples", example);
  }

  /** Types a block into a new terminal, says yes to whatever asks, and tells what came of it. */
  async types(example: string, block: string): Promise<{ exit: number | null; shown: string }> {
    const shell = this.#open(example, `set -ex\nexec 2>&1 < <(yes yes)\n${block}`);
    const [shown, [exit]] = await Promise.all([
      text(shell.stdout as NodeJS.ReadableStream),
      once(shell, "close") as Promise<[number | null]>,
    ]);
    return { exit, shown };
  }

  /** Starts the sandbox in a terminal that stays open, and waits until another one could use it. */
  async runsSandbox(example: string, block: string): Promise<void> {
    const shell = this.#open(example, `exec ${block.trim()} --port 0 --receiver-port 0`);
    shell.stdout?.resume();
    atTheEnd(() => process.kill(-(shell.pid as number), "SIGTERM"));
    for (let waited = 0; !existsSync(join(this.folder(example), "sandbox.env")); waited += 100) {
      if (shell.exitCode !== null || waited > 30_000) throw new Error(`The sandbox is not up: ${block}`);
      await sleep(100);
    }
  }

  #open(example: string, script: string): ChildProcess {
    const shell = spawn("bash", ["-c", script], {
      cwd: this.folder(example),
      env: this.#env,
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own, so that all of it can be ended, what npx has started too.
      detached: true,
    });
    shell.stderr?.resume();
    return shell;
  }

  /** Goes through a README from top to bottom; tells what the last block showed. */
  async follows(example: string, ...before: string[]): Promise<string> {
    let last = "";
    for (const block of codeBlocks(example)) {
      if (/^(npx )?certorder sandbox /.test(block)) {
        await this.runsSandbox(example, block);
        continue;
      }
      const { exit, shown } = await this.types(example, [...before, block].join("\n"));
      expect(exit, shown).toBe(0);
      last = shown;
    }
    return last;
  }
}

function codeBlocks(example: string): string[] {
  const readme = readFileSync(join(root, "examples", example, "README.md"), "utf8");
  return [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = ""]) => block);
}

describe("a reader who types what a README says", () => {
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
    const reader = new Reader();
    await reader.follows("terraform");
    expect(await reader.follows(join("terraform", example), ". ../sandbox.env")).toContain(promised);
  });
});
