import type { Context, ProviderContext } from "../context.ts";
import type { CallDescription } from "../diagnostics.ts";
import type { MaskingLogger } from "../log.ts";
import type { Provider } from "../provider.ts";

/**
 * One use of a provider by a core: from its configuration to the end of the connection. Independent of the protocol.
 */
export class ProviderSession {
  readonly provider: Provider;
  readonly log: MaskingLogger;
  readonly #stopping = new AbortController();
  #configured: { readonly data: unknown } | undefined;

  constructor(provider: Provider, log: MaskingLogger) {
    this.provider = provider;
    this.log = log;
  }

  /** Asks all running and later calls to finish soon. Ends none of them. */
  stop(): void {
    this.#stopping.abort();
  }

  configured(data: unknown): void {
    this.#configured = { data };
  }

  /** What a call does, for its messages. */
  operation(text: string): CallDescription {
    return { text, provider: `${this.provider.name} ${this.provider.version}` };
  }

  get context(): Context {
    return { signal: this.#stopping.signal, log: this.log };
  }

  /** Throws if the core has not configured the provider. For calls that the core makes only after that. */
  get providerContext(): ProviderContext<unknown> {
    if (this.#configured === undefined) throw new Error("The provider has not been configured yet.");
    return { ...this.context, provider: this.#configured.data };
  }

  /** The data of the provider, for calls that the core may make before it has configured the provider. */
  get dataIfConfigured(): unknown {
    return this.#configured?.data;
  }
}
