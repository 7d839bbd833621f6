import { createServer } from "node:https";
import { nodeReceiver } from "../../../src/receiver/index.ts";
import { onLoopback } from "../../harness/on-loopback.ts";
import type { TerraformOptions } from "../../harness/terraform/terraform-with-sandbox.ts";
import { TerraformWithSandbox } from "../../harness/terraform/terraform-with-sandbox.ts";

export const accessKey = "callback-canary-key";

/** A Terraform workspace with a real receiver behind a certificate that the sandbox trusts. */
export class TerraformWithReceiver implements AsyncDisposable {
  readonly stage: TerraformWithSandbox;
  readonly url: string;
  readonly events: unknown[];
  readonly #close: () => void;

  private constructor(stage: TerraformWithSandbox, url: string, events: unknown[], close: () => void) {
    this.stage = stage;
    this.url = url;
    this.events = events;
    this.#close = close;
  }

  static async open(options: TerraformOptions = {}): Promise<TerraformWithReceiver> {
    const stage = await TerraformWithSandbox.open({
      allowPrivateCallbacks: true,
      rateLimit: { requests: 1000, perSeconds: 1 },
      // Only the callbacks of tests are counted.
      issuing: { callback: "never" },
      ...options,
    });
    const events: unknown[] = [];
    const receiver = nodeReceiver({ accessKey, onEvent: async (event) => void events.push(event) });
    const server = createServer(stage.sandbox.issueCertificate(["localhost"]), receiver);
    const url = `https://localhost:${await onLoopback(server)}/callback`;
    return new TerraformWithReceiver(stage, url, events, () => {
      server.close();
      server.closeAllConnections();
    });
  }

  /** Makes the receiver the account's saved callback, with this key. */
  async save(key = accessKey): Promise<void> {
    const { sandbox } = this.stage;
    sandbox.saveCallback(sandbox.credentials.keyId, { url: this.url, accessKey: key });
  }

  /** How often the service was asked to test. */
  get tests(): number {
    return this.stage.sandbox.requests.filter(({ operation }) => operation === "callback-test").length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#close();
    await this.stage[Symbol.asyncDispose]();
  }
}
