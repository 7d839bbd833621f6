import type { Awaitable, Diagnosed, Needs, ProviderContext, ValidateRequest } from "./context.ts";
import type { KnownConfig } from "./model.ts";
import type { Schema } from "./schema.ts";
import type { ObjectValue } from "./values/value.ts";

/**
 * Finds objects that could be managed, for `terraform query` (Terraform 1.14 and later). It has the name of the
 * resource that manages these objects. That resource must have an identity.
 */
export interface ListResource<Data = unknown, S extends Schema = Schema> extends ListMethods<Schema, Data> {
  readonly schema: S;
}

/** The methods of a list resource. Only `list` is needed. */
export interface ListMethods<S extends Schema, Data> extends Needs<Data> {
  validate?(request: ValidateRequest<S>): Awaitable<Diagnosed>;
  /** Yields the objects. The core wants at most `limit`; the framework drops the rest. */
  list(request: ListRequest<S, Data>): AsyncIterable<Listed> | Iterable<Listed>;
}

/** Which objects to find. */
export interface ListRequest<S extends Schema, Data> extends ProviderContext<Data> {
  readonly config: KnownConfig<S>;
  readonly limit: number;
  /** Whether the core wants whole states. If not, the identity is enough. */
  readonly includeState: boolean;
}

/** One object: its identity, or its state. The framework derives the identity from a state. */
export interface Listed extends Diagnosed {
  /** The name that the user sees. */
  readonly displayName: string;
  readonly identity?: ObjectValue;
  readonly state?: ObjectValue;
}
