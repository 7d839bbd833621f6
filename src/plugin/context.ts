import type { Diagnostic } from "./diagnostics.ts";
import type { Logger } from "./log.ts";
import type { Config } from "./model.ts";
import type { Schema } from "./schema.ts";

// The types that all methods of a provider share. A method returns data. If it throws, the framework reports one error
// diagnostic with the message of the exception.

/** A method may return its answer, or a promise of it. */
export type Awaitable<T> = T | Promise<T>;

/** An answer with errors or warnings for the user. */
export interface Diagnosed {
  readonly diagnostics?: readonly Diagnostic[];
}

/** What every method gets. */
export interface Context {
  /**
   * Aborted when the user interrupts the run, or when the core has gone. Stop waiting and retrying then, but finish the
   * operation that has started. The framework never ends a call by force.
   */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** What a method gets when the provider is configured. */
export interface ProviderContext<Data> extends Context {
  /** The data that the provider's `configure` returned. */
  readonly provider: Data;
}

/** The configuration to check. Values from objects that do not exist yet are unknown. */
export interface ValidateRequest<S extends Schema> extends Context {
  readonly config: Config<S>;
}

/**
 * JSON values by key. Users do not see them, and configurations cannot use them. The core stores them in clear text.
 * A key without a value is undefined.
 */
export type PrivateData = Readonly<Record<string, PrivateValue | undefined>>;

/** What JSON can hold. */
export type PrivateValue =
  | null
  | string
  | boolean
  | number
  | readonly PrivateValue[]
  | { readonly [name: string]: PrivateValue };

/**
 * Data that the core stores beside the state. An answer replaces all of it, as it replaces the state: `{}` removes all
 * keys. If an answer leaves it out, it stays unchanged.
 *
 *     return { state, private: { ...request.private, etag: "abc" } };
 */
export interface Private {
  readonly private: PrivateData;
}

declare const needs: unique symbol;

/**
 * Makes the compiler check that the provider's data is what its resources use. The methods alone do not do that:
 * TypeScript compares parameters of methods in both directions. No object has this member.
 */
export interface Needs<Data> {
  readonly [needs]?: (data: Data) => void;
}
