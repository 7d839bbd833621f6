import type { Answer, Diagnosed, Needs, ProviderContext, ValidateRequest } from "./context.ts";
import type { KnownConfig } from "./model.ts";
import {
  type Attributes,
  type Blocks,
  type NoBlocks,
  type Schema,
  type WrittenSchema,
  withSchema,
} from "./schema.ts";

/** Something that is done on demand and leaves no state (Terraform 1.14 and later). */
export interface Action<Data = unknown, S extends Schema = Schema> extends ActionMethods<Schema, Data> {
  readonly schema: S;
}

export interface ActionMethods<S extends Schema, Data> extends Needs<Data> {
  validate?(request: ValidateRequest<S>): Answer<Diagnosed>;
  /** A last look before the user is asked. The configuration may still be unknown in part. */
  plan?(request: ValidateRequest<S> & ProviderContext<Data>): Answer<Diagnosed>;
  invoke(request: InvokeRequest<S, Data>): Answer<Diagnosed | undefined>;
}

export interface InvokeRequest<S extends Schema, Data> extends ProviderContext<Data> {
  readonly config: KnownConfig<S>;
  /** Shows the user a line while the action runs. */
  progress(message: string): void;
}

/** Defines an action, whose every type follows from its schema. `Data` is what it needs from the provider. */
export function defineAction<Data = unknown>() {
  return <const A extends Attributes, const B extends Blocks = NoBlocks>(
    action: { readonly schema: WrittenSchema<A, B> } & ActionMethods<Schema<A, B>, Data>,
  ): Action<Data, Schema<A, B>> => withSchema(action);
}
