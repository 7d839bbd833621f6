import type { Diagnostic } from "./diagnostics.ts";
import type { Logger } from "./log.ts";
import type { Config } from "./model.ts";
import type { Schema } from "./schema.ts";

// What every call to the author of a provider has in common. An answer is data; whatever a method throws becomes one
// error diagnostic with the message of the exception.

export type Answer<T> = T | Promise<T>;

export interface Diagnosed {
  readonly diagnostics?: readonly Diagnostic[];
}

export interface Context {
  /**
   * Aborted when the user interrupts the run or the core is gone. It asks to stop waiting and retrying; what has
   * been started should be seen through. The framework never ends a call by force.
   */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

export interface ProviderContext<Data> extends Context {
  /** What the provider's `configure` made of its configuration. */
  readonly provider: Data;
}

export interface ValidateRequest<S extends Schema> extends Context {
  readonly config: Config<S>;
}

/** Opaque bytes that the core stores beside the state. Left out of an answer, they stay what they were. */
export interface Private {
  readonly private: Uint8Array;
}

declare const needs: unique symbol;

/**
 * Makes the compiler check that a provider's data is what its resources need. It does not check that by the methods alone,
 * because it compares their parameters in both directions. No object has this member.
 */
export interface Needs<Data> {
  readonly [needs]?: (data: Data) => void;
}
