import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ReissueResult } from "../../../src/client/index.ts";
import { CertOrderClient } from "../../../src/client/index.ts";
import { Journal } from "../../../src/journal/index.ts";
import { Core } from "../../../src/plugin/testing/core.ts";
import {
  type ManagedResource,
  type PlanOptions,
  ProviderErrors,
  type ResourcePlan,
  Workspace,
} from "../../../src/plugin/testing/index.ts";
import type { Value } from "../../../src/plugin/values/value.ts";
import { createProvider } from "../../../src/provider/provider.ts";
import type { Sandbox } from "../../../src/sandbox/index.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { ageJournal } from "../aged-journal.ts";
import { newJournal } from "../journal/new-journal.ts";
import { newFolder } from "../new-folder.ts";

const root = join(import.meta.dirname, "..", "..", "..");
export const csr = readFileSync(join(root, "examples", "site.csr"), "utf8");

/** A request to reissue the sandbox's first order. */
export const site = {
  order_id: "order-ssl-1",
  sign_hash: "sha256",
  common_name: "www.example.com",
  dns_names: ["www.example.com", "example.com"],
  csr,
};

/** Another request for the same order. */
export const changed = { ...site, triggers: { turn: "2" } };

/** Titles of frequent diagnostics. */
export const title = {
  reissued: "This plan reissues order order-ssl-1",
  adopted: "Order order-ssl-1 is adopted without a reissue",
  blocked: "An earlier reissue has no known outcome",
  newer: "This order already has a certificate from another request",
};

type Settings = Readonly<Record<string, Value>>;

const command = [process.execPath, join(root, "src", "provider", "main.ts")] as const;
/** Calls of the core that must not write. Only an apply writes. */
const readOnly: ReadonlySet<string> = new Set([
  "ValidateProviderConfig",
  "ConfigureProvider",
  "ValidateResourceConfig",
  "UpgradeResourceState",
  "ReadResource",
  "PlanResourceChange",
  "ImportResourceState",
]);

/** The provider, driven by the stand-in for a core, with a sandbox behind it. */
export class ProviderWithSandbox implements AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly workspace: Workspace;
  /** The folder of the journal. */
  readonly folder: string;
  readonly journal: Journal;

  /** The variables of a provider in this process. They count from the next run on. */
  readonly env: Record<string, string>;

  readonly #settings: Settings;

  private constructor(
    sandbox: Sandbox,
    workspace: Workspace,
    folder: string,
    { settings = {}, env = {} }: { settings?: Settings; env?: Record<string, string> } = {},
  ) {
    this.sandbox = sandbox;
    this.workspace = workspace;
    this.folder = folder;
    this.journal = new Journal(folder);
    this.env = env;
    this.#settings = settings;
    this.#expectNoWrites();
  }

  /** Each plan, refresh, validation and import of a test must leave the journal as it is. */
  #expectNoWrites(): void {
    const { core } = this.workspace;
    const call: Core["call"] = Core.prototype.call.bind(core);
    const applies = { begun: 0, ended: 0 };
    core.call = async (method, ...message) => {
      if (!readOnly.has(method)) {
        applies.begun++;
        return call(method, ...message).finally(() => applies.ended++);
      }
      const { begun, ended } = applies;
      const before = this.#bytes();
      const answer = await call(method, ...message);
      const isAlone = begun === ended && begun === applies.begun;
      if (isAlone && this.#bytes() !== before) throw new Error(`${method} has written to the journal.`);
      return answer;
    };
  }

  #bytes(): string {
    const entries = existsSync(this.folder)
      ? readdirSync(this.folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
      : [];
    const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).sort();
    return paths.map((path) => `${path}\n${readFileSync(path, "latin1")}`).join("\n");
  }

  /** With a process of its own, which has its settings from the environment. */
  static async open(): Promise<ProviderWithSandbox> {
    const sandbox = await startSandbox({ httpsPort: false });
    const folder = newJournal();
    const environment = {
      // Verdicts of callback tests lie there.
      XDG_STATE_HOME: newFolder("state-"),
      CERTORDER_BASE_URL: sandbox.url,
      CERTORDER_KEY_ID: sandbox.credentials.keyId,
      CERTORDER_AUTH_KEY: sandbox.credentials.authKey,
      CERTORDER_JOURNAL: folder,
    };
    return new ProviderWithSandbox(sandbox, await Workspace.open({ command, environment }), folder);
  }

  /** In this process, which is quicker. It has its settings from the provider block. */
  static async begin(): Promise<ProviderWithSandbox> {
    const sandbox = await startSandbox({ httpsPort: false, allowPrivateCallbacks: true });
    const folder = newJournal();
    const { keyId, authKey } = sandbox.credentials;
    const settings = { base_url: sandbox.url, key_id: keyId, auth_key: authKey, journal: folder };
    const env = { XDG_STATE_HOME: newFolder("state-") };
    const workspace = await Workspace.open({ inProcess: createProvider({ env }), provider: settings });
    return new ProviderWithSandbox(sandbox, workspace, folder, { settings, env });
  }

  /** Begins another run of the core, with these arguments in the provider block. */
  async run(settings: Settings = {}): Promise<void> {
    await this.workspace.core.configure({ ...this.#settings, ...settings });
  }

  /** Reissues the order of `site` with the same journal, beside Terraform. The request is the same by default. */
  async reissuedElsewhere(change: { readonly validityDays?: number } = {}): Promise<ReissueResult> {
    const { order_id, sign_hash: signHash, common_name: commonName, dns_names: dnsNames } = site;
    const { url: baseUrl, credentials } = this.sandbox;
    const client = new CertOrderClient({ baseUrl, ...credentials, journal: this.journal });
    const request = { signHash, commonName, dnsNames, csr, ...change };
    return client.reissue(order_id, request, { idempotencyKey: randomUUID() });
  }

  /** Plans in a run of its own, with the settings of the last one. */
  async plan(reissue: ManagedResource, given: Settings, options?: PlanOptions): Promise<ResourcePlan> {
    await this.workspace.core.reconfigure();
    return reissue.plan(given, options);
  }

  resource(): ManagedResource {
    return this.workspace.resource("certorder_reissue");
  }

  /** A resource whose certificate is in the state: `cert-1001`. */
  async stored(given: Settings = site): Promise<ManagedResource> {
    const reissue = this.resource();
    await reissue.apply(given);
    return reissue;
  }

  /** The next reissue is carried out, and its answer gets lost. */
  loseAnswer(): void {
    this.sandbox.addFault({ kind: "reset-after-processing" });
  }

  /** The journal of this machine is gone, with all that it knew. */
  forget(): void {
    rmSync(this.folder, { recursive: true });
  }

  /** Dates the journal back so far that no attempt can be in flight. */
  ageJournal(): void {
    ageJournal(this.folder);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.workspace.close();
    await this.sandbox.close();
  }
}

/** Puts the state back to what it is now, as a restored backup does. */
export function backup(reissue: ManagedResource): () => void {
  const { state, private: data, tainted } = reissue;
  return () => void Object.assign(reissue, { state, private: data, tainted });
}

/** An entry of `resolve` for the order of `site`. */
export function resolving(attempt: unknown, result: string): Settings {
  return { resolve: { "order-ssl-1": `${attempt}:${result}` } };
}

/** So much time passes that an open attempt which only the state knows may be resolved as not happened. */
export function passTime(reissue: ManagedResource): void {
  const at = new Date(Date.now() - 16 * 60_000).toISOString();
  // The values of private data are JSON in base64.
  const endedAt = Buffer.from(JSON.stringify(at)).toString("base64");
  reissue.private = Buffer.from(JSON.stringify({ endedAt }));
}

/** An entry of `supersede` for the order of `site`. */
export function superseding(attempt: unknown): Settings {
  return { supersede: { "order-ssl-1": String(attempt) } };
}

/** The titles of diagnostics. */
export function titles(diagnostics: readonly { readonly summary: string }[]): string[] {
  return diagnostics.map(({ summary }) => summary);
}

/** The diagnostics of a call that fails. */
export async function expectErrors(run: Promise<unknown>): Promise<ProviderErrors["diagnostics"]> {
  const thrown = await run.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof ProviderErrors) return thrown.diagnostics;
  throw thrown ?? new Error("There were no errors.");
}
