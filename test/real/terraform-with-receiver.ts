import { createServer } from "node:https";
import { nodeReceiver } from "../../src/receiver/index.ts";
import { onLoopback } from "../harness/on-loopback.ts";
import type { TerraformOptions } from "../harness/terraform/terraform-with-sandbox.ts";
import { TerraformWithSandbox } from "../harness/terraform/terraform-with-sandbox.ts";

export const accessKey = "callback-canary-key";

/** A Terraform workspace with a real receiver behind a certificate that the sandbox trusts. */
export class TerraformWithReceiver implements AsyncDisposable {
  readonly #stage: TerraformWithSandbox;
  readonly #close: () => Promise<void>;
  readonly url: string;
  readonly events: unknown[];

  private constructor(
    stage: TerraformWithSandbox,
    url: string,
    events: unknown[],
    close: () => Promise<void>,
  ) {
    this.#stage = stage;
    this.#close = close;
    this.url = url;
    this.events = events;
  }

  static async open(options: TerraformOptions = {}): Promise<TerraformWithReceiver> {
    const stage = await TerraformWithSandbox.open({
      allowPrivateCallbacks: true,
      rateLimit: { tests: 1000, perSeconds: 1 },
      // Only the callbacks of tests are counted.
      issuing: { callback: "never" },
      ...options,
    });
    const events: unknown[] = [];
    const { key, cert } = stage.sandbox.issueCertificate(["localhost"]);
    const server = createServer(
      { key, cert },
      nodeReceiver({ accessKey, onEvent: async (event) => void events.push(event) }),
    );
    const port = await onLoopback(server);
    const url = `https://localhost:${port}/callback`;
    return new TerraformWithReceiver(
      stage,
      url,
      events,
      () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    );
  }

  get stage(): TerraformWithSandbox {
    return this.#stage;
  }

  /** Makes the receiver the account's saved callback, with this key. */
  async save(key = accessKey): Promise<void> {
    const { url, credentials } = this.#stage.sandbox;
    const body = JSON.stringify({ url: this.url, accessKey: key });
    const saved = await fetch(`${url}/_sandbox/accounts/${credentials.keyId}/callback`, {
      method: "PUT",
      body,
    });
    if (!saved.ok) throw new Error(await saved.text());
  }

  /** How often the service was asked to test. */
  get tests(): number {
    return this.#stage.sandbox.requests.filter(({ operation }) => operation === "callback-test").length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
    await this.#stage[Symbol.asyncDispose]();
  }
}
