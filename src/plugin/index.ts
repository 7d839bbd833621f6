/**
 * A framework for Terraform and OpenTofu providers: plugin protocol 6, nothing but Node. Define each resource, data source,
 * function and action. Put them into a provider with `defineProvider`, and start it with `serve`:
 *
 *     const file = defineResource<Account>()({ schema: { attributes: { … } }, async create({ planned }) { … } });
 *     await serve(defineProvider({ name: "acme", …, resources: { acme_file: file } }));
 */
import "./process/starting.ts";

export { type Action, type ActionMethods, defineAction, type InvokeRequest } from "./action.ts";
export type {
  Awaitable,
  Context,
  Diagnosed,
  Private,
  PrivateData,
  PrivateValue,
  ProviderContext,
  ValidateRequest,
} from "./context.ts";
export {
  type DataSource,
  type DataSourceAnswer,
  type DataSourceMethods,
  type DataSourceRequest,
  defineDataSource,
} from "./data-source.ts";
export { defineEphemeralResource } from "./define-ephemeral.ts";
export { defineListResource } from "./define-list-resource.ts";
export { defineSchema, type WrittenSchema } from "./define-schema.ts";
export { type AttributePath, type Diagnostic, error, hasErrors, pathText, warning } from "./diagnostics.ts";
export type {
  EphemeralMethods,
  EphemeralRequest,
  EphemeralResource,
  OpenAnswer,
  OpenRequest,
  RenewAnswer,
} from "./ephemeral.ts";
export {
  defineFunction,
  type FunctionAnswer,
  type FunctionArguments,
  type FunctionDefinition,
  type Notation,
  type Parameter,
  type ProviderFunction,
} from "./function.ts";
export type { Identity, IdentityAttribute, IdentityAttributes, IdentityDefinition } from "./identity.ts";
export { isKnown, type Known, type Uncertain } from "./known.ts";
export type { Listed, ListMethods, ListRequest, ListResource } from "./list-resource.ts";
export type { LogFields, Logger, LogLevel } from "./log.ts";
export type { Config, Decided, KnownConfig, Planned, State } from "./model.ts";
export type { Network } from "./process/listener.ts";
export { type ConfigureAnswer, type ConfigureRequest, defineProvider, type Provider } from "./provider.ts";
export {
  type ApplyAnswer,
  type CreateRequest,
  type DeleteRequest,
  defineResource,
  type ImportAnswer,
  type ImportByIdentityRequest,
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
export type { Rule } from "./rule.ts";
export type {
  Attribute,
  Attributes,
  Block,
  Blocks,
  NestedAttribute,
  NestedTypeName,
  PlainAttribute,
  Schema,
  SchemaDefinition,
  Validator,
  ValueChange,
} from "./schema.ts";
export { type ServeOptions, serve } from "./serve.ts";
export type { TypeName } from "./type-name.ts";
export type { Json, JsonObject } from "./values/json.ts";
export { ExactNumber } from "./values/number.ts";
export { type Converted, type Convertible, toDynamic } from "./values/to-dynamic.ts";
export type { Type } from "./values/type.ts";
export { type NumberBound, type Refinement, UNKNOWN, Unknown } from "./values/unknown.ts";
export { Dynamic, type ObjectValue, type Value } from "./values/value.ts";
