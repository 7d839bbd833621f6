import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Order, Sandbox, SandboxOptions } from "../../src/sandbox/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import type { Run } from "./tofu.ts";
import { csr, installedMirror, Workspace } from "./tofu.ts";

let mirror: string | undefined;

/** An order of the sandbox that lets a test change whatever it likes. */
export function order(id: string, more: Partial<Order> = {}): Order {
  return {
    id,
    product: "ssl",
    commonName: "www.example.com",
    dnsNames: ["www.example.com", "example.com"],
    ...more,
  };
}

export interface StageOptions extends SandboxOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly program?: string | undefined;
}

/** A sandbox and a workspace of one test's own. The sandbox has an order `o-1` unless others are named. */
export class Stage implements AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly workspace: Workspace;

  private constructor(sandbox: Sandbox, workspace: Workspace) {
    this.sandbox = sandbox;
    this.workspace = workspace;
  }

  static async open({ env = {}, program, ...options }: StageOptions = {}): Promise<Stage> {
    mirror ??= installedMirror();
    const sandbox = await startSandbox({ httpsPort: false, orders: [order("o-1")], ...options });
    return new Stage(sandbox, new Workspace({ mirror, sandbox, env, program }));
  }

  /** Writes the configuration and initialises the workspace with it. */
  async begin(configuration: string): Promise<void> {
    this.workspace.write(configuration);
    const { exit, text } = await this.workspace.init();
    expect(exit, text).toBe(0);
  }

  /** Applies, and makes sure that it worked and that nothing is left to do, with and without a refresh. */
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

  async imports(id: string, address = "certorder_reissue.site"): Promise<void> {
    const { exit, text } = await this.workspace.run("import", "-input=false", address, id);
    expect(exit, text).toBe(0);
  }

  /** Takes a resource out of the state. */
  async forgets(address = "certorder_reissue.site"): Promise<void> {
    const { exit, text } = await this.workspace.start(["state", "rm", address]).ended;
    expect(exit, text).toBe(0);
  }

  /** How often an order, or any, has been reissued. */
  reissues(orderId?: string): number {
    return this.sandbox.ledger.filter((entry) => orderId === undefined || entry.orderId === orderId).length;
  }

  /** The body of the last reissue that the service was asked for. */
  lastBody(): object {
    return this.sandbox.requests.findLast(({ operation }) => operation === "reissue")?.body ?? {};
  }

  get stateText(): string {
    return readFileSync(join(this.workspace.folder, "terraform.tfstate"), "utf8");
  }

  /** The state as another version of the provider, another day or another hand would have left it. */
  editState(change: (instance: StoredInstance) => void, name = "site"): void {
    const state = JSON.parse(this.stateText) as {
      resources: { name: string; instances: StoredInstance[] }[];
    };
    const [instance] = state.resources.find((resource) => resource.name === name)?.instances ?? [];
    if (!instance) throw new Error(`There is no ${name} in the state.`);
    change(instance);
    writeFileSync(join(this.workspace.folder, "terraform.tfstate"), JSON.stringify(state));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.sandbox.close();
    rmSync(this.workspace.folder, { recursive: true, force: true });
  }
}

export interface StoredInstance {
  schema_version: number;
  attributes: Record<string, unknown>;
}

export type Arguments = Readonly<Record<string, unknown>>;

/** What the reissues of the tests ask for where a test does not say otherwise. */
export const usual: Arguments = {
  order_id: "o-1",
  sign_hash: "sha256",
  common_name: "www.example.com",
  dns_names: ["www.example.com", "example.com"],
  csr,
};

/** A reissue, with the usual arguments unless others are given; undefined takes one away. */
export function reissue(args: Arguments = {}, { name = "site", more = "" } = {}): string {
  return `resource "certorder_reissue" "${name}" {\n${hcl({ ...usual, ...args })}${more}\n}\n`;
}

/** Arguments as HCL, which reads JSON values as they are. */
export function hcl(args: Arguments): string {
  return Object.entries(args)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${name} = ${JSON.stringify(value)}\n`)
    .join("");
}
