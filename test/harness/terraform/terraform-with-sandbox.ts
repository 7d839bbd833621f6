import { execFile } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { ReissueResult } from "../../../src/client/index.ts";
import { CertOrderClient } from "../../../src/client/index.ts";
import { Journal } from "../../../src/journal/index.ts";
import type { Order, Sandbox, SandboxOptions } from "../../../src/sandbox/index.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { ageJournal } from "../aged-journal.ts";
import { commandLine } from "../program.ts";
import type { Run } from "./tofu.ts";
import { csr, editAttributes, installedMirror, Workspace } from "./tofu.ts";

let mirror: string | undefined;

/** An order of the sandbox whose names may change. */
export function order(id: string, more: Partial<Order> = {}): Order {
  return {
    id,
    product: "ssl",
    commonName: "www.example.com",
    dnsNames: ["www.example.com", "example.com"],
    ...more,
  };
}

export interface TerraformOptions extends SandboxOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly program?: string | undefined;
}

/** A Terraform workspace and the sandbox that its provider uses. The sandbox has an order `o-1` unless others are named. */
export class TerraformWithSandbox implements AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly workspace: Workspace;

  private constructor(sandbox: Sandbox, workspace: Workspace) {
    this.sandbox = sandbox;
    this.workspace = workspace;
  }

  static async open({ env = {}, program, ...options }: TerraformOptions = {}): Promise<TerraformWithSandbox> {
    mirror ??= installedMirror();
    const sandbox = await startSandbox({ httpsPort: false, orders: [order("o-1")], ...options });
    return new TerraformWithSandbox(sandbox, new Workspace({ mirror, sandbox, env, program }));
  }

  /** Writes the configuration and initialises the workspace. */
  async begin(configuration: string): Promise<void> {
    this.workspace.write(configuration);
    const { exit, text } = await this.workspace.init();
    expect(exit, text).toBe(0);
  }

  /** A stage whose workspace is initialised with this configuration. */
  static async begun(configuration: string, options: TerraformOptions = {}): Promise<TerraformWithSandbox> {
    const stage = await TerraformWithSandbox.open(options);
    await stage.begin(configuration);
    return stage;
  }

  /** A stage on which this configuration was applied, and has nothing left to do. */
  static async applied(configuration: string, options: TerraformOptions = {}): Promise<TerraformWithSandbox> {
    const stage = await TerraformWithSandbox.begun(configuration, options);
    await stage.applies();
    return stage;
  }

  /** Applies. It has to succeed and to leave an empty plan, with and without a refresh. */
  async applies(configuration?: string, ...args: string[]): Promise<Run> {
    if (configuration !== undefined) this.workspace.write(configuration);
    const applied = await this.workspace.apply(...args);
    expect(applied.exit, applied.text).toBe(0);
    await this.hasNothingToDo();
    return applied;
  }

  async hasNothingToDo(): Promise<void> {
    for (const flag of ["-refresh=true", "-refresh=false"]) {
      const { exit, text } = await this.workspace.plan(flag);
      expect(exit, text).toBe(0);
    }
  }

  /** Applies, which has to fail before anything is sent or written. */
  async refuses(configuration?: string, ...args: string[]): Promise<Run> {
    if (configuration !== undefined) this.workspace.write(configuration);
    const seen = () => [this.sandbox.requests.length, this.workspace.journalFiles(), this.stateText];
    const before = seen();
    const run = await this.workspace.apply(...args);
    expect(run.exit, run.text).toBe(1);
    expect(run.text).not.toMatch(/bug in the provider|Plugin error|did not respond/);
    expect(seen(), run.text).toEqual(before);
    return run;
  }

  /** Removes a resource from the state. */
  async forgets(address = "certorder_reissue.site"): Promise<void> {
    const { exit, text } = await this.workspace.start(["state", "rm", address]).ended;
    expect(exit, text).toBe(0);
  }

  /** The next reissue is carried out, and its answer is lost. */
  losesAnswer(): void {
    this.sandbox.addFault({ kind: "close-after-processing", operation: "reissue" });
  }

  /** The next reissue is not carried out, and the client cannot know it. */
  losesRequest(): void {
    this.sandbox.addFault({ kind: "reset-before-reading", operation: "reissue" });
  }

  /** So much time passes that a person may say that an attempt did not happen. */
  passesTime(): void {
    ageJournal(this.workspace.journal);
  }

  get journal(): Journal {
    return new Journal(this.workspace.journal);
  }

  /** The library reissues the order `o-1` with the usual request, the same service and the same journal. */
  reissuesElsewhere(more: object = {}): Promise<ReissueResult> {
    const { sandbox, journal } = this;
    const client = new CertOrderClient({ baseUrl: sandbox.url, ...sandbox.credentials, journal });
    const idempotencyKey = `key-${this.reissues()}`;
    return client.reissue("o-1", { ...usualRequest, ...more }, { idempotencyKey });
  }

  /** Runs a command that a message shows, with this address for the placeholder. */
  pastes(line: string, address = "certorder_reissue.site"): Promise<Ended> {
    const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(" ");
    const command = line
      .replace(/(?<=^|&& )terraform\b/g, quoted([this.workspace.program]))
      .replace(/^certorder\b/, quoted(commandLine()))
      .replace(/\b(?:RESOURCE_)?ADDRESS\b/g, quoted([address]));
    return this.#run("sh", ["-c", command]);
  }

  /** The command line, with the same service and journal. */
  certorder(...args: string[]): Promise<Ended> {
    const [program, ...first] = commandLine();
    return this.#run(program, [...first, ...args]);
  }

  #run(program: string, args: readonly string[]): Promise<Ended> {
    const { env, folder: cwd } = this.workspace;
    return new Promise((resolve) => {
      const child = execFile(program, args, { cwd, env }, (_, stdout, stderr) =>
        resolve({ exit: child.exitCode, text: stdout + stderr }),
      );
      child.stdin?.end();
    });
  }

  /** How often an order, or any, was reissued. */
  reissues(orderId?: string): number {
    return this.sandbox.ledger.filter((entry) => orderId === undefined || entry.orderId === orderId).length;
  }

  /** The body of the last reissue request. */
  lastBody(): object {
    return this.sandbox.requests.findLast(({ operation }) => operation === "reissue")?.body ?? {};
  }

  get stateText(): string {
    const file = join(this.workspace.folder, "terraform.tfstate");
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  }

  /** The state as another version of the provider or another day would have left it. Undefined removes an attribute. */
  editAttributes(changes: Record<string, unknown>): void {
    this.writeState(editAttributes(this.stateText, changes));
  }

  writeState(text: string): void {
    writeFileSync(join(this.workspace.folder, "terraform.tfstate"), text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.sandbox.close();
    rmSync(this.workspace.folder, { recursive: true, force: true });
  }
}

interface Ended {
  readonly exit: number | null;
  readonly text: string;
}

export type Arguments = Readonly<Record<string, unknown>>;

/** The arguments of a reissue, unless a test gives others. */
export const usual: Arguments = {
  order_id: "o-1",
  sign_hash: "sha256",
  common_name: "www.example.com",
  dns_names: ["www.example.com", "example.com"],
  csr,
};

/** The request of `usual`, for the library. */
const usualRequest = {
  signHash: "sha256",
  commonName: "www.example.com",
  dnsNames: ["www.example.com", "example.com"],
  csr,
};

/** A provider block with these lines. */
export function provider(...lines: string[]): string {
  return `provider "certorder" {\n${lines.map((line) => `  ${line}\n`).join("")}}\n`;
}

/** What a message shows to be pasted: each block of lines behind four blanks. */
export function shownLines({ stdout, stderr }: Run): string[] {
  const messages = [stdout, stderr].map((text) => text.slice(text.search(/^(?:Error|Warning): /m)));
  const blocks = messages.flatMap((text) => text.match(/^ {4}\S.*\n(?: {4}.*\n)*/gm) ?? []);
  return blocks.map((block) => block.replace(/^ {4}/gm, "").trimEnd());
}

/** The shown block that begins with these words. */
export function shownLine(run: Run, start: string): string {
  const line = shownLines(run).find((block) => block.startsWith(start));
  expect(line, `no line to paste begins with "${start}": ${run.text}`).toBeDefined();
  return line ?? "";
}

/** The shown entries for a map of the provider block. */
export function shownEntries(run: Run, map: "resolve" | "supersede"): string[] {
  return shownLines(run).filter((line) => line.endsWith(`# add this entry to ${map}`));
}

/** The shown entry of `resolve` that names a certificate. If the message does not know its id, this is the one. */
export function shownResolution(run: Run, certificateId = ""): string {
  const [entry = ""] = shownEntries(run, "resolve").filter((line) => !line.includes(":not-happened"));
  expect(entry, run.text).not.toBe("");
  return entry.replace("CERTIFICATE_ID", certificateId);
}

/** A provider block with the maps that a message shows, and these entries in them. */
export function filledMaps(run: Run, ...entries: string[]): string {
  const shown = shownLines(run).flatMap((block) => block.match(/^\w+ = \{\n +# its entries\n\}/gm) ?? []);
  const maps = [...new Set(shown)].map((map) => {
    const own = entries.filter((entry) => entry.endsWith(`to ${map.split(" ")[0]}`));
    return map.replace(/ +# its entries/, own.join("\n"));
  });
  expect(maps.length, run.text).toBeGreaterThan(0);
  return provider(...maps);
}

/** A reissue, with the usual arguments unless others are given. Undefined removes one. */
export function reissue(args: Arguments = {}, { name = "site", more = "" } = {}): string {
  return `resource "certorder_reissue" "${name}" {\n${hcl({ ...usual, ...args })}${more}\n}\n`;
}

/** Arguments as HCL, which can read JSON values. */
export function hcl(args: Arguments): string {
  return Object.entries(args)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${name} = ${JSON.stringify(value)}\n`)
    .join("");
}
