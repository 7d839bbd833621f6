import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

  private constructor(sandbox: Sandbox, workspace: Workspace) {
    this.sandbox = sandbox;
    this.workspace = workspace;
  }

  static async open(options: SandboxOptions = {}, env: NodeJS.ProcessEnv = {}): Promise<Stage> {
    const sandbox = await startSandbox({ httpsPort: false, ...options });
    const workspace = await Workspace.open({
      command: [process.execPath, join(root, "src", "provider", "main.ts")],
      environment: {
        CERTORDER_BASE_URL: sandbox.url,
        CERTORDER_KEY_ID: sandbox.credentials.keyId,
        CERTORDER_AUTH_KEY: sandbox.credentials.authKey,
        CERTORDER_JOURNAL: mkdtempSync(join(tmpdir(), "journal-")),
        ...env,
      },
    });
    return new Stage(sandbox, workspace);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.workspace.close();
    await this.sandbox.close();
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
