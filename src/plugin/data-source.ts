import type { Awaitable, Diagnosed, Needs, ProviderContext, ValidateRequest } from "./context.ts";
import { type NotWhenLookedUp, type WrittenSchema, withSchema } from "./define-schema.ts";
import type { KnownConfig, State } from "./model.ts";
import type { Attributes, Blocks, NoBlocks, Schema } from "./schema.ts";

/** Looks something up, in the plan and again in the apply. */
export interface DataSource<Data = unknown, S extends Schema = Schema>
  extends DataSourceMethods<Schema, Data> {
  readonly schema: S;
}

/** The methods of a data source. Only `read` is needed. */
export interface DataSourceMethods<S extends Schema, Data> extends Needs<Data> {
  validate?(request: ValidateRequest<S>): Awaitable<Diagnosed>;
  read(request: DataSourceRequest<S, Data>): Awaitable<DataSourceAnswer<S>>;
}

/** What to look up. */
export interface DataSourceRequest<S extends Schema, Data> extends ProviderContext<Data> {
  readonly config: KnownConfig<S>;
}

/** What was found, or errors. */
export interface DataSourceAnswer<S extends Schema> extends Diagnosed {
  readonly state?: State<S>;
}

/**
 * Defines a data source. All types are inferred from its schema. `Data`: the provider's data that it uses.
 *
 * @example
 * ```ts
 * const user = defineDataSource<{ readonly user: string }>()({
 *   schema: { attributes: { name: { type: "string", computed: true } } },
 *   read: ({ provider }) => ({ state: { name: provider.user } }),
 * });
 * ```
 */
export function defineDataSource<Data = unknown>() {
  return <const A extends Attributes, const B extends Blocks = NoBlocks>(
    dataSource: { readonly schema: WrittenSchema<A, B, NotWhenLookedUp> } & DataSourceMethods<
      Schema<A, B>,
      Data
    >,
  ): DataSource<Data, Schema<A, B>> => withSchema(dataSource);
}
