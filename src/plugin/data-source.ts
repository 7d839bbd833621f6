import type { Answer, Diagnosed, Needs, ProviderContext, ValidateRequest } from "./context.ts";
import type { KnownConfig, State } from "./model.ts";
import {
  type Attributes,
  type Blocks,
  type NoBlocks,
  type Schema,
  type WrittenSchema,
  withSchema,
} from "./schema.ts";

/** Something that is looked up, in the plan and again in the apply. */
export interface DataSource<Data = unknown, S extends Schema = Schema>
  extends DataSourceMethods<Schema, Data> {
  readonly schema: S;
}

export interface DataSourceMethods<S extends Schema, Data> extends Needs<Data> {
  validate?(request: ValidateRequest<S>): Answer<Diagnosed>;
  read(request: DataSourceRequest<S, Data>): Answer<DataSourceAnswer<S>>;
}

export interface DataSourceRequest<S extends Schema, Data> extends ProviderContext<Data> {
  readonly config: KnownConfig<S>;
}

export interface DataSourceAnswer<S extends Schema> extends Diagnosed {
  readonly state?: State<S>;
}

/** Defines a data source, whose every type follows from its schema. `Data` is what it needs from the provider. */
export function defineDataSource<Data = unknown>() {
  return <const A extends Attributes, const B extends Blocks = NoBlocks>(
    dataSource: { readonly schema: WrittenSchema<A, B> } & DataSourceMethods<Schema<A, B>, Data>,
  ): DataSource<Data, Schema<A, B>> => withSchema(dataSource);
}
