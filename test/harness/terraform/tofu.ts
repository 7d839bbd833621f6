import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { expect } from "vitest";
import { toolPath } from "../../../scripts/tool-folder.ts";
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

export interface Run {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Both outputs, with lines unwrapped, to search in. */
  readonly text: string;
}

/** The part of `tofu show -json` of a plan that tests use. */
interface ShownPlan {
  readonly resource_changes?: readonly {
    readonly address: string;
    readonly change: {
      readonly actions: readonly string[];
      readonly before: Record<string, unknown> | null;
      readonly after: Record<string, unknown> | null;
      readonly after_unknown: Record<string, unknown>;
    };
  }[];
}

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
    this.env = {
      ...process.env,
      PATH: path,
      TF_CLI_CONFIG_FILE: join(mirror, "rc"),
      TF_IN_AUTOMATION: "1",
      TF_PLUGIN_CACHE_DIR: undefined,
      CERTORDER_BASE_URL: sandbox.url,
      CERTORDER_KEY_ID: sandbox.credentials.keyId,
      CERTORDER_AUTH_KEY: sandbox.credentials.authKey,
      CERTORDER_JOURNAL: this.journal,
      // Verdicts of callback tests lie there.
      XDG_STATE_HOME: join(this.folder, "state"),
      ...env,
    };
    createJournal(this.journal);
  }

  /** Writes the configuration. The block that names the provider's source is added. */
  write(configuration: string, file = "main.tf"): void {
    const head = `terraform {\n  required_providers {\n    certorder = { source = "certorder/certorder" }\n  }\n}\n\n`;
    writeFileSync(join(this.folder, file), file === "main.tf" ? head + configuration : configuration);
  }

  start(
    args: readonly string[],
    env: NodeJS.ProcessEnv = {},
    { detached = false } = {},
  ): { child: ChildProcess; ended: Promise<Run> } {
    const child = spawn(this.program, args, {
      cwd: this.folder,
      env: { ...this.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      // In a process group of its own, which can be interrupted as a terminal does.
      detached,
    });
    const journal = this.journalFiles();
    let stdout = "";
    let stderr = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    const ended = new Promise<Run>((resolve) =>
      child.on("close", (exit) => resolve({ exit, stdout, stderr, text: unwrapped(stdout + stderr) })),
    ).then((run) => {
      if (!mayWrite(args)) expect(this.journalFiles(), `journal after ${args.join(" ")}`).toEqual(journal);
      return run;
    });
    return { child, ended };
  }

  /** What is in the journal's files. Undefined if its folder does not exist. */
  journalFiles(): Record<string, string> | undefined {
    const folder = this.env.CERTORDER_JOURNAL || this.journal;
    if (!existsSync(folder) || !statSync(folder).isDirectory()) return undefined;
    return Object.fromEntries(
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "latin1")]),
    );
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
  async shownPlan(...args: string[]): Promise<ShownPlan> {
    await this.run("plan", "-input=false", "-out=shown.plan", ...args);
    return JSON.parse((await this.run("show", "-json", "shown.plan")).stdout) as ShownPlan;
  }

  /** The attributes of a resource in the state, or undefined if it is not there. */
  attributes(address: string): Attributes | undefined {
    const file = join(this.folder, "terraform.tfstate");
    return existsSync(file) ? attributesIn(readFileSync(file, "utf8"), address) : undefined;
  }
}

type Attributes = Record<string, unknown>;

interface State {
  readonly resources: readonly {
    readonly type: string;
    readonly name: string;
    /** A deposed object waits to be destroyed: another object has taken its place. */
    readonly instances: readonly { readonly deposed?: string; readonly attributes: Attributes }[];
  }[];
}

/** The attributes of a resource in the text of a state. */
export function attributesIn(stateText: string, address: string): Attributes | undefined {
  // Empty if tofu was killed before it had anything to store.
  if (stateText === "") return undefined;
  const { resources } = JSON.parse(stateText) as State;
  const [type, name] = address.split(".");
  return resources
    .find((resource) => resource.type === type && resource.name === name)
    ?.instances.find(({ deposed }) => deposed === undefined)?.attributes;
}

/** The text of a state in which each object has these attributes. Undefined removes one. */
export function editAttributes(stateText: string, changes: Attributes): string {
  const state = JSON.parse(stateText) as State;
  for (const { attributes } of state.resources.flatMap(({ instances }) => instances))
    Object.assign(attributes, changes);
  return JSON.stringify(state);
}

/** Only an apply may write into the journal. A refresh must not. */
function mayWrite([command = "", ...args]: readonly string[]): boolean {
  return ["apply", "destroy", "test"].includes(command) && !args.includes("-refresh-only");
}

/** OpenTofu wraps its messages at 78 columns and draws lines beside them. */
function unwrapped(text: string): string {
  return text.replace(/[│╷╵]/g, " ").replace(/\s+/g, " ");
}
