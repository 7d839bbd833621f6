// A framework for Terraform and OpenTofu providers: plugin protocol 6, nothing but Node.
//
//     const file = defineResource<Account>()({ schema: { attributes: { … } }, async create({ planned }) { … } });
//     await serve(defineProvider({ name: "acme", …, resources: { acme_file: file } }));

import "../needs-node.ts";

export { type Action, type ActionMethods, defineAction, type InvokeRequest } from "./action.ts";
export type { Answer, Context, Diagnosed, Private, ProviderContext, ValidateRequest } from "./context.ts";
export {
  type DataSource,
  type DataSourceAnswer,
  type DataSourceMethods,
  type DataSourceRequest,
  defineDataSource,
} from "./data-source.ts";
export { type AttributePath, type Diagnostic, error, hasErrors, warning } from "./diagnostics.ts";
export {
  type Arguments,
  defineFunction,
  type FunctionAnswer,
  type FunctionDefinition,
  type Notation,
  type Parameter,
  type ProviderFunction,
} from "./function.ts";
export type { LogFields, Logger, LogLevel } from "./log.ts";
export {
  type Config,
  type Decided,
  isKnown,
  type Known,
  type KnownConfig,
  type Planned,
  type State,
  type Uncertain,
} from "./model.ts";
export type { Network } from "./process/listener.ts";
export { type ConfigureAnswer, type ConfigureRequest, defineProvider, type Provider } from "./provider.ts";
export {
  type ApplyAnswer,
  type CreateRequest,
  type DeleteRequest,
  defineResource,
  type ImportAnswer,
  type ImportRequest,
  type MoveRequest,
  type PlanAnswer,
  type PlanRequest,
  type ReadAnswer,
  type ReadRequest,
  type Resource,
  type ResourceMethods,
  type UpdateRequest,
  type UpgradeAnswer,
  type UpgradeRequest,
} from "./resource.ts";
export {
  type Attribute,
  type Attributes,
  type Block,
  type Blocks,
  defineSchema,
  type NestedAttribute,
  type NestedTypeName,
  type PlainAttribute,
  type Schema,
  type SchemaDefinition,
  type TypeName,
  type Validator,
  type WrittenSchema,
} from "./schema.ts";
export { schemaJson } from "./schema-json.ts";
export { type ServeOptions, serve } from "./serve.ts";
export type { Json, JsonObject } from "./values/json.ts";
export { ExactNumber } from "./values/number.ts";
export type { Type } from "./values/type.ts";
export { type NumberBound, type Refinement, UNKNOWN, Unknown } from "./values/unknown.ts";
export { Dynamic, type ObjectValue, type Value } from "./values/value.ts";
