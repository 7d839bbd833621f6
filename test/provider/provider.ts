import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ReissueOptions, ReissueResult } from "../../src/client/index.ts";
import { CertOrderClient } from "../../src/client/index.ts";
import { Journal } from "../../src/journal/index.ts";
import { ProviderErrors, Workspace } from "../../src/plugin/testing/index.ts";
import type { Value } from "../../src/plugin/values/value.ts";
import type { Sandbox, SandboxOptions } from "../../src/sandbox/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { ageJournal } from "../aged-journal.ts";
import { atTheEnd } from "../at-the-end.ts";
import { newFolder } from "../new-folder.ts";

const root = join(import.meta.dirname, "..", "..");
export const csr = readFileSync(join(root, "examples", "site.csr"), "utf8");

/** What a reissue of the sandbox's first order asks for. */
export const site = {
  order_id: "order-ssl-1",
  sign_hash: "sha256",
  common_name: "www.example.com",
  dns_names: ["www.example.com", "example.com"],
  csr,
};

/** The same with something that makes it another request. */
export const changed = { ...site, triggers: { turn: "2" } };

type Settings = Readonly<Record<string, Value>>;

const command = [process.execPath, join(root, "src", "provider", "main.ts")] as const;
/** Processes that no test uses at the moment. */
const idle: Workspace[] = [];

async function start(provider: Settings): Promise<Workspace> {
  const workspace = await Workspace.open({ command, provider });
  atTheEnd(async () => {
    idle.splice(0, idle.length, ...idle.filter((other) => other !== workspace));
    await workspace.close();
  });
  return workspace;
}

/** The provider as a process, driven by the stand-in for a core, with a sandbox behind it. */
export class Stage implements AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly workspace: Workspace;
  /** Of the journal. */
  readonly folder: string;
  readonly journal: Journal;

  readonly #settings: Settings;

  private constructor(sandbox: Sandbox, workspace: Workspace, folder: string, settings: Settings = {}) {
    this.sandbox = sandbox;
    this.workspace = workspace;
    this.folder = folder;
    this.journal = new Journal({ folder });
    this.#settings = settings;
  }

  /** With a process of its own, which has its settings from the environment. */
  static async open(options: SandboxOptions = {}, env: NodeJS.ProcessEnv = {}): Promise<Stage> {
    const sandbox = await startSandbox({ httpsPort: false, ...options });
    const folder = newFolder("journal-");
    const workspace = await Workspace.open({
      command,
      environment: {
        CERTORDER_BASE_URL: sandbox.url,
        CERTORDER_KEY_ID: sandbox.credentials.keyId,
        CERTORDER_AUTH_KEY: sandbox.credentials.authKey,
        CERTORDER_JOURNAL: folder,
        ...env,
      },
    });
    return new Stage(sandbox, workspace, folder);
  }

  /** With a process that other tests may have used before: to start one takes longer than all that a test does with it. */
  static async begin(options: SandboxOptions = {}): Promise<Stage> {
    const sandbox = await startSandbox({ httpsPort: false, ...options });
    const folder = newFolder("journal-");
    const { keyId, authKey } = sandbox.credentials;
    const settings = { base_url: sandbox.url, key_id: keyId, auth_key: authKey, journal_dir: folder };
    const stage = new Stage(sandbox, idle.pop() ?? (await start(settings)), folder, settings);
    await stage.run();
    return stage;
  }

  /** Begins another run of the core, with these arguments in the provider block. */
  async run(settings: Settings = {}): Promise<void> {
    await this.workspace.core.configure({ ...this.#settings, ...settings });
  }

  get #client(): CertOrderClient {
    const { sandbox, journal } = this;
    return new CertOrderClient({ baseUrl: sandbox.url, ...sandbox.credentials, journal });
  }

  /** Somebody else reissues the order of `site` with the same journal, asking for the same unless told otherwise. */
  async reissuedElsewhere(
    options: ReissueOptions & { readonly validityDays?: number } = {},
  ): Promise<ReissueResult> {
    const { validityDays, ...others } = options;
    const { order_id, sign_hash: signHash, common_name: commonName, dns_names: dnsNames } = site;
    const request = { signHash, commonName, dnsNames, csr, validityDays };
    return this.#client.reissue(order_id, request, { wish: randomUUID(), ...others });
  }

  /** The same, and nobody comes to store the result. */
  unshown(): Promise<ReissueResult> {
    return this.reissuedElsewhere({ wish: undefined });
  }

  /** The next reissue is carried out, and its answer gets lost. */
  loseAnswer(): void {
    this.sandbox.fault({ kind: "reset-after-processing" });
  }

  /** The journal of this machine is gone, with all that it knew. */
  forget(): void {
    rmSync(this.folder, { recursive: true });
  }

  /** So much time passes that nothing can be on its way any more. */
  wait(): void {
    ageJournal(this.folder);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if ("base_url" in this.#settings) idle.push(this.workspace);
    else await this.workspace.close();
    await this.sandbox.close();
  }
}

/** The titles of what was said. */
export function titles(said: readonly { readonly summary: string }[]): string[] {
  return said.map(({ summary }) => summary);
}

/** What a call that is refused says. */
export async function errorsOf(run: Promise<unknown>): Promise<ProviderErrors["diagnostics"]> {
  const thrown = await run.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof ProviderErrors) return thrown.diagnostics;
  throw thrown ?? new Error("There were no errors.");
}
