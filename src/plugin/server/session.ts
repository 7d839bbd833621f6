import type { Context, ProviderContext } from "../context.ts";
import type { Logger } from "../log.ts";
import type { Provider } from "../provider.ts";

/** One use of a provider by a core: from its configuration to the end of the connection. Knows no protocol. */
export class ProviderSession {
  readonly provider: Provider;
  readonly log: Logger;
  readonly #stopping = new AbortController();
  #configured: { readonly data: unknown } | undefined;

  constructor(provider: Provider, log: Logger) {
    this.provider = provider;
    this.log = log;
  }

  /** Asks everything that runs, and everything that is still to come, to be brief. Ends nothing. */
  stop(): void {
    this.#stopping.abort();
  }

  configured(data: unknown): void {
    this.#configured = { data };
  }

  get context(): Context {
    return { signal: this.#stopping.signal, log: this.log };
  }

  /** Throws when the core has not configured the provider. For calls that the core makes only afterwards. */
  get providerContext(): ProviderContext<unknown> {
    if (this.#configured === undefined) throw new Error("The provider has not been configured yet.");
    return { ...this.context, provider: this.#configured.data };
  }

  /** The configured provider's data, where the core may call earlier than that. */
  get dataIfConfigured(): unknown {
    return this.#configured?.data;
  }
}
