import type { Awaitable, Diagnosed, Needs, Private, ProviderContext, ValidateRequest } from "./context.ts";
import type { KnownConfig, State } from "./model.ts";
import type { Schema } from "./schema.ts";

/** A value that exists while a command runs and is never stored, such as a token (Terraform 1.10, OpenTofu 1.11). */
export interface EphemeralResource<Data = unknown, S extends Schema = Schema>
  extends EphemeralMethods<Schema, Data> {
  readonly schema: S;
}

/** The methods of an ephemeral resource. Only `open` is needed. */
export interface EphemeralMethods<S extends Schema, Data> extends Needs<Data> {
  validate?(request: ValidateRequest<S>): Awaitable<Diagnosed>;
  open(request: OpenRequest<S, Data>): Awaitable<OpenAnswer<S>>;
  /** Called at the `renewAt` of the last answer. */
  renew?(request: EphemeralRequest<Data>): Awaitable<RenewAnswer>;
  /** Called when the run no longer needs it. */
  close?(request: EphemeralRequest<Data>): Awaitable<Diagnosed | undefined>;
}

/** The ephemeral resource to open. */
export interface OpenRequest<S extends Schema, Data> extends ProviderContext<Data> {
  readonly config: KnownConfig<S>;
}

export interface OpenAnswer<S extends Schema> extends RenewAnswer {
  readonly result?: State<S>;
}

/** `renew` and `close` get `private`. Terraform passes the one of `open` to `close`; OpenTofu passes the last one. */
export interface RenewAnswer extends Diagnosed, Partial<Private> {
  readonly renewAt?: Date;
}

export interface EphemeralRequest<Data> extends ProviderContext<Data>, Private {}
