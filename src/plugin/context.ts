import type { Diagnostic } from "./diagnostics.ts";
import type { Logger } from "./log.ts";
import type { Config } from "./model.ts";
import type { Schema } from "./schema.ts";

// The types that all methods of a provider share. A method returns data. If it throws, the framework reports one error
// diagnostic with the message of the exception.

export type Awaitable<T> = T | Promise<T>;

export interface Diagnosed {
  readonly diagnostics?: readonly Diagnostic[];
}

export interface Context {
  /**
   * Aborted when the user interrupts the run, or when the core has gone. Stop waiting and retrying then, but finish the
   * operation that has started. The framework never ends a call by force.
   */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

export interface ProviderContext<Data> extends Context {
  /** The data that the provider's `configure` returned. */
  readonly provider: Data;
}

export interface ValidateRequest<S extends Schema> extends Context {
  readonly config: Config<S>;
}

/** Opaque bytes that the core stores beside the state. If an answer leaves them out, they stay unchanged. */
export interface Private {
  readonly private: Uint8Array;
}

declare const needs: unique symbol;

/**
 * Makes the compiler check that the provider's data is what its resources use. The methods alone do not do that:
 * TypeScript compares parameters of methods in both directions. No object has this member.
 */
export interface Needs<Data> {
  readonly [needs]?: (data: Data) => void;
}
