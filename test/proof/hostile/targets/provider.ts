import { join } from "node:path";
import { Channel, framed } from "../../../../src/plugin/testing/channel.ts";
import { Core } from "../../../../src/plugin/testing/core.ts";
import { type Sandbox, startSandbox } from "../../../../src/sandbox/index.ts";
import { environmentFor } from "../../../harness/cli/service.ts";
import { newJournal } from "../../../harness/journal/new-journal.ts";

const main = join(import.meta.dirname, "..", "..", "..", "..", "src", "provider", "main.ts");

/** The provider as a process, with a service behind it. Ended in good order it is started again; anything else is wrong. */
export class ProviderUnderAttack {
  readonly sandbox: Sandbox;
  readonly #tls: boolean;
  core: Core;

  private constructor(sandbox: Sandbox, tls: boolean, core: Core) {
    this.sandbox = sandbox;
    this.#tls = tls;
    this.core = core;
  }

  static async start(tls: boolean): Promise<ProviderUnderAttack> {
    const sandbox = await startSandbox({
      httpsPort: false,
      rateLimit: { requests: 1_000_000, perSeconds: 60 },
      callbackTimeoutMs: 500,
      allowPrivateCallbacks: true,
      resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    });
    return new ProviderUnderAttack(sandbox, tls, await startCore(sandbox, tls));
  }

  /** The process lives and answers proper calls, or has ended as it should and starts again. */
  async expectService(): Promise<void> {
    const { child, stderr } = this.core.process;
    if (/unhandled promise rejection|failed unexpectedly/.test(stderr)) throw new Error(stderr);
    if (child.exitCode === 0) await this.restart();
    if (child.exitCode || child.signalCode)
      throw new Error(`the provider ended with ${child.signalCode ?? child.exitCode}: ${stderr}`);
    try {
      const { handshake, clientCertificate } = this.core.process;
      const channel = await Channel.connect(handshake, clientCertificate);
      const { messages } = await channel.raw("/grpc.health.v1.Health/Check", [framed(new Uint8Array())]);
      channel.close();
      if (messages[0]?.toString("hex") !== "0801") throw new Error("it does not say that it is well");
    } catch (error) {
      throw new Error(`the next client is not served: ${error}`);
    }
  }

  async restart(): Promise<void> {
    await this.#end();
    this.core = await startCore(this.sandbox, this.#tls);
  }

  async close(): Promise<void> {
    await this.#end();
    await this.sandbox.close();
  }

  async #end(): Promise<void> {
    this.core.channel.close();
    // In good order, so that no socket stays behind.
    this.core.process.kill("SIGTERM");
    await this.core.process.exited();
  }
}

function startCore({ url, credentials }: Sandbox, tls: boolean): Promise<Core> {
  return Core.start({
    command: [process.execPath, main],
    tls,
    environment: {
      ...environmentFor(url, credentials),
      CERTORDER_JOURNAL: newJournal(),
      // Where a changed address would lead: nowhere, and not off this machine.
      HTTPS_PROXY: "http://127.0.0.1:1",
      NO_PROXY: "",
      // What it says about unexpected errors.
      TF_LOG: "error",
    },
  });
}
