import type { Awaitable, Diagnosed, Needs, ProviderContext, ValidateRequest } from "./context.ts";
import { type NotInArguments, type WrittenSchema, withSchema } from "./define-schema.ts";
import type { KnownConfig } from "./model.ts";
import type { Attributes, Blocks, NoBlocks, Schema } from "./schema.ts";

/** An operation that runs on demand and leaves no state (Terraform 1.14 and later). */
export interface Action<Data = unknown, S extends Schema = Schema> extends ActionMethods<Schema, Data> {
  readonly schema: S;
}

/** The methods of an action. Only `invoke` is needed. */
export interface ActionMethods<S extends Schema, Data> extends Needs<Data> {
  validate?(request: ValidateRequest<S>): Awaitable<Diagnosed>;
  /** Runs before the user approves the plan. Parts of the configuration may still be unknown. */
  plan?(request: ValidateRequest<S> & ProviderContext<Data>): Awaitable<Diagnosed>;
  invoke(request: InvokeRequest<S, Data>): Awaitable<Diagnosed | undefined>;
}

/** The action to run. */
export interface InvokeRequest<S extends Schema, Data> extends ProviderContext<Data> {
  readonly config: KnownConfig<S>;
  /** Shows the user a line while the action runs. */
  progress(message: string): void;
}

/**
 * Defines an action. All types are inferred from its schema. `Data`: the provider's data that it uses.
 *
 * @example
 * ```ts
 * const restart = defineAction()({
 *   schema: { attributes: { name: { type: "string", required: true } } },
 *   async invoke({ config, progress }) {
 *     progress(`Restarting ${config.name}`);
 *   },
 * });
 * ```
 */
export function defineAction<Data = unknown>() {
  return <const A extends Attributes, const B extends Blocks = NoBlocks>(
    action: { readonly schema: WrittenSchema<A, B, NotInArguments> } & ActionMethods<Schema<A, B>, Data>,
  ): Action<Data, Schema<A, B>> => withSchema(action);
}
