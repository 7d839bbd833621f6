// A framework for Terraform and OpenTofu providers: plugin protocol 6, nothing but Node.
//
//     const schema = defineSchema({ attributes: { path: { type: "string", required: true } } });
//     const file: Resource<typeof schema, Data> = { schema, async create({ planned }) { … } };
//     await serve(defineProvider({ name: "acme", …, resources: { acme_file: file } }));

export { type AttributePath, type Diagnostic, error, hasErrors, warning } from "./diagnostics.ts";
export type { LogFields, Logger, LogLevel } from "./log.ts";
export { type Config, type Decided, isKnown, type KnownConfig, type Planned, type State } from "./model.ts";
export {
  type Action,
  type ApplyAnswer,
  type Context,
  type CreateRequest,
  type DataSource,
  type DataSourceRequest,
  type DeleteRequest,
  defineProvider,
  type FunctionAnswer,
  type ImportAnswer,
  type ImportRequest,
  type InvokeRequest,
  type MoveRequest,
  type Parameter,
  type PlanAnswer,
  type PlanRequest,
  type Provider,
  type ProviderContext,
  type ProviderFunction,
  type ReadAnswer,
  type ReadRequest,
  type Resource,
  type UpdateRequest,
  type UpgradeAnswer,
  type UpgradeRequest,
  type ValidateRequest,
} from "./provider.ts";
export {
  type Attribute,
  type Attributes,
  defineSchema,
  type Schema,
  type SchemaDefinition,
  type TypeName,
  type Validator,
} from "./schema.ts";
export { schemaJson } from "./schema-json.ts";
export { type ServeOptions, serve } from "./serve.ts";
export type { Json, JsonObject } from "./values/json.ts";
export { ExactNumber } from "./values/number.ts";
export type { Type } from "./values/type.ts";
export { type Refinement, UNKNOWN, Unknown } from "./values/unknown.ts";
export { Dynamic, type ObjectValue, type Value } from "./values/value.ts";
