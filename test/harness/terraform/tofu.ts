import { type ChildProcess, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { expect } from "vitest";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { coreEnvironment } from "../../../src/plugin/testing/acceptance/core-environment.ts";
import { CorePlan } from "../../../src/plugin/testing/acceptance/core-plan.ts";
import { findResource, readState } from "../../../src/plugin/testing/acceptance/core-state.ts";
import { startCore } from "../../../src/plugin/testing/acceptance/run-core.ts";
import type { CoreRun, StateAttributes } from "../../../src/plugin/testing/index.ts";
import type { Sandbox } from "../../../src/sandbox/index.ts";
import { createJournal } from "../journal/new-journal.ts";
import { commandLine, executable } from "../program.ts";

// Drives the real OpenTofu, with the provider as `npm run build` made it and `certorder provider install` installed it.

const root = join(import.meta.dirname, "..", "..", "..");
const tofu = toolPath("tofu");
const path = [join(root, "node_modules", ".bin"), dirname(tofu), process.env.PATH].join(delimiter);

export const csr = readFileSync(join(root, "examples", "site.csr"), "utf8");

/** A mirror with the provider, made once for all tests of a file. Fails if something was not built. */
export function installedMirror(): string {
  if (!existsSync(tofu)) throw new Error("There is no tofu. Run: npm run tools");
  const mirror = mkdtempSync(join(tmpdir(), "certorder-mirror-"));
  const [program, ...first] = commandLine();
  const told = execFileSync(program, [...first, "provider", "install", "--dir", mirror, "--json"], {
    env: { ...process.env, PATH: path, TF_CLI_CONFIG_FILE: join(mirror, "none") },
    encoding: "utf8",
  });
  const { node } = JSON.parse(told) as { node: string | null };
  if ((node === null) !== (executable !== undefined))
    throw new Error("The folder release has an executable. Remove it, or set CERTORDER_TEST_EXECUTABLE.");
  writeFileSync(
    join(mirror, "rc"),
    `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(mirror)}\n  }\n}\ndisable_checkpoint = true\n`,
  );
  return mirror;
}

export type Run = CoreRun & { readonly exit: number | null };

export interface WorkspaceOptions {
  readonly mirror: string;
  readonly sandbox: Pick<Sandbox, "url" | "credentials">;
  /** More variables, or other values for the usual ones. Undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The program to drive, instead of OpenTofu. */
  readonly program?: string | undefined;
}

/** A folder with a configuration, a state and a journal of its own. */
export class Workspace {
  readonly folder = mkdtempSync(join(tmpdir(), "certorder-ws-"));
  readonly journal = join(this.folder, "journal");
  readonly env: NodeJS.ProcessEnv;
  readonly program: string;

  constructor({ mirror, sandbox, env, program = tofu }: WorkspaceOptions) {
    this.program = program;
    const environment = {
      PATH: path,
      CERTORDER_BASE_URL: sandbox.url,
      CERTORDER_KEY_ID: sandbox.credentials.keyId,
      CERTORDER_AUTH_KEY: sandbox.credentials.authKey,
      CERTORDER_JOURNAL: this.journal,
      // Verdicts of callback tests lie there.
      XDG_STATE_HOME: join(this.folder, "state"),
      ...env,
    };
    this.env = coreEnvironment({ cliConfig: join(mirror, "rc"), provider: {}, environment });
    createJournal(this.journal);
  }

  /** Writes the configuration. The block that names the provider's source is added. */
  write(configuration: string, file = "main.tf"): void {
    const head = `terraform {\n  required_providers {\n    certorder = { source = "certorder/certorder" }\n  }\n}\n\n`;
    writeFileSync(join(this.folder, file), file === "main.tf" ? head + configuration : configuration);
  }

  /** In a process group of its own, which can be interrupted as a terminal does. */
  start(args: readonly string[], env: NodeJS.ProcessEnv = {}): { child: ChildProcess; ended: Promise<Run> } {
    const { program, folder } = this;
    const journal = this.journalFiles();
    const environment = { ...this.env, ...env };
    const { child, run } = startCore({ program, arguments: args, folder, environment });
    const ended = run.then((run) => {
      if (!mayWrite(args)) expect(this.journalFiles(), `journal after ${args.join(" ")}`).toEqual(journal);
      return { ...run, exit: run.exitCode };
    });
    return { child, ended };
  }

  /** What is in the journal's files. Undefined if its folder does not exist. */
  journalFiles(): Record<string, string> | undefined {
    const folder = this.env.CERTORDER_JOURNAL || this.journal;
    if (!existsSync(folder) || !statSync(folder).isDirectory()) return undefined;
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    return Object.fromEntries(files.map(({ name }) => [name, readFileSync(join(folder, name), "latin1")]));
  }

  /** Runs a command without colours and questions, and waits for its end. */
  run(...args: string[]): Promise<Run> {
    return this.start([args[0] ?? "", "-no-color", ...args.slice(1)]).ended;
  }

  init(): Promise<Run> {
    return this.run("init", "-input=false");
  }

  plan(...args: string[]): Promise<Run> {
    return this.run("plan", "-input=false", "-detailed-exitcode", ...args);
  }

  apply(...args: string[]): Promise<Run> {
    return this.run("apply", "-input=false", "-auto-approve", ...args);
  }

  /** The plan as data. */
  async shownPlan(): Promise<CorePlan> {
    const planned = await this.plan("-out=shown.plan");
    return new CorePlan(planned, JSON.parse((await this.run("show", "-json", "shown.plan")).stdout));
  }

  /** The attributes of a resource in the state, or undefined if it is not there. */
  attributes(address: string): StateAttributes | undefined {
    const file = join(this.folder, "terraform.tfstate");
    return existsSync(file) ? attributesIn(readFileSync(file, "utf8"), address) : undefined;
  }
}

/** The attributes of a resource in the text of a state. */
export function attributesIn(stateText: string, address: string): StateAttributes | undefined {
  return findResource(readState(stateText), address)?.attributes;
}

/** The text of a state in which each object has these attributes. Undefined removes one. */
export function editAttributes(stateText: string, changes: StateAttributes): string {
  const state = JSON.parse(stateText) as { resources: { instances: { attributes: object }[] }[] };
  for (const { attributes } of state.resources.flatMap(({ instances }) => instances))
    Object.assign(attributes, changes);
  return JSON.stringify(state);
}

/** The text of a state in which each object has this private data. Each value is JSON in base64. */
export function editPrivate(stateText: string, data: Readonly<Record<string, unknown>>): string {
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
  const stored = base64(Object.fromEntries(Object.entries(data).map(([key, value]) => [key, base64(value)])));
  const state = JSON.parse(stateText) as { resources: { instances: { private?: string }[] }[] };
  for (const instance of state.resources.flatMap(({ instances }) => instances)) instance.private = stored;
  return JSON.stringify(state);
}

/** Only an apply may write into the journal. A refresh must not. */
function mayWrite([command = "", ...args]: readonly string[]): boolean {
  return ["apply", "destroy", "test"].includes(command) && !args.includes("-refresh-only");
}
