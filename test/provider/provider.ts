import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CertOrderClient } from "../../src/client/index.ts";
import { Journal } from "../../src/journal/index.ts";
import type { Sandbox, SandboxOptions } from "../../src/sandbox/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { ProviderErrors, Workspace } from "../plugin/client/index.ts";

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

/** The provider as a process, driven by the stand-in for a core, with a sandbox behind it. */
export class Stage implements AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly workspace: Workspace;
  readonly journal: Journal;

  private constructor(sandbox: Sandbox, workspace: Workspace, journal: Journal) {
    this.sandbox = sandbox;
    this.workspace = workspace;
    this.journal = journal;
  }

  static async open(options: SandboxOptions = {}, env: NodeJS.ProcessEnv = {}): Promise<Stage> {
    const sandbox = await startSandbox({ httpsPort: false, ...options });
    const folder = mkdtempSync(join(tmpdir(), "journal-"));
    const workspace = await Workspace.open({
      command: [process.execPath, join(root, "src", "provider", "main.ts")],
      environment: {
        CERTORDER_BASE_URL: sandbox.url,
        CERTORDER_KEY_ID: sandbox.credentials.keyId,
        CERTORDER_AUTH_KEY: sandbox.credentials.authKey,
        CERTORDER_JOURNAL: folder,
        ...env,
      },
    });
    return new Stage(sandbox, workspace, new Journal({ folder }));
  }

  /** Somebody else reissues the order of `site` with the same journal, and never comes to store the result. */
  async reissuedElsewhere(): Promise<void> {
    const { sandbox, journal } = this;
    const client = new CertOrderClient({ baseUrl: sandbox.url, ...sandbox.credentials, journal });
    const { order_id, sign_hash: signHash, common_name: commonName, dns_names: dnsNames } = site;
    await client.reissue(order_id, { signHash, commonName, dnsNames, csr }).catch(() => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.workspace.close();
    await this.sandbox.close();
    rmSync(this.journal.folder, { recursive: true, force: true });
  }
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
