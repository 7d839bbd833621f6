import { type Parameter, type ProviderFunction, typeOf } from "./function.ts";
import type { Provider } from "./provider.ts";
import {
  type Attribute,
  type Block,
  isComputed,
  isNested,
  isWriteOnly,
  type Schema,
  type Shape,
  typeNamed,
} from "./schema.ts";

/** The schemas of a provider as `terraform providers schema -json` writes them, without starting one. */
export function schemaJson(provider: Provider, address = provider.address): object {
  const { resources, dataSources, functions, actions } = provider;
  return {
    format_version: "1.0",
    provider_schemas: {
      [address]: {
        provider: schemaOf(provider),
        ...(resources && { resource_schemas: mapped(resources, schemaOf) }),
        ...(dataSources && { data_source_schemas: mapped(dataSources, schemaOf) }),
        ...(functions && { functions: mapped(functions, functionOf) }),
        ...(actions && { action_schemas: mapped(actions, ({ schema }) => ({ block: blockOf(schema) })) }),
      },
    },
  };
}

function schemaOf({ schema }: { readonly schema: Schema }): object {
  return { version: schema.version, block: blockOf(schema) };
}

function blockOf({
  attributes,
  blocks,
  description,
  deprecated,
}: Shape & Pick<Block, "description" | "deprecated">): object {
  return {
    attributes: mapped(attributes, attributeOf),
    ...(blocks && { block_types: mapped(blocks, nestedBlockOf) }),
    ...described(description),
    ...(deprecated !== undefined && { deprecated: true }),
  };
}

function nestedBlockOf(block: Block): object {
  const { type, minItems, maxItems } = block;
  return {
    nesting_mode: nestingMode[type],
    block: blockOf(block),
    ...(minItems !== undefined && { min_items: minItems }),
    ...(maxItems !== undefined && { max_items: maxItems }),
  };
}

const nestingMode = {
  object: "single",
  "list(object)": "list",
  "set(object)": "set",
  "map(object)": "map",
} as const;

function attributeOf(attribute: Attribute): object {
  const { type, description, required, optional, sensitive, deprecated } = attribute;
  return {
    ...(isNested(attribute)
      ? {
          nested_type: {
            attributes: mapped(attribute.attributes, attributeOf),
            nesting_mode: nestingMode[attribute.type],
          },
        }
      : { type: typeNamed(type) }),
    ...described(description),
    ...(deprecated !== undefined && { deprecated: true }),
    ...(required && { required }),
    ...(optional && { optional }),
    ...(isComputed(attribute) && { computed: true }),
    ...(sensitive && { sensitive }),
    ...(isWriteOnly(attribute) && { write_only: true }),
  };
}

function functionOf({
  summary,
  description,
  returns,
  parameters,
  variadicParameter,
}: ProviderFunction): object {
  return {
    ...(description !== undefined && { description }),
    summary,
    return_type: typeOf(returns),
    ...(parameters.length > 0 && { parameters: parameters.map(parameterOf) }),
    ...(variadicParameter && { variadic_parameter: parameterOf(variadicParameter) }),
  };
}

function parameterOf({ name, type, description, allowNull }: Parameter): object {
  return {
    name,
    ...(description !== undefined && { description }),
    ...(allowNull && { is_nullable: true }),
    type: typeOf(type),
  };
}

function described(description: string | undefined): object {
  return description === undefined ? {} : { description, description_kind: "markdown" };
}

/** Sorted by name, as Go writes maps. */
function mapped<T>(table: Readonly<Record<string, T>>, json: (entry: T) => object): object {
  const sorted = Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, entry]) => [name, json(entry)]));
}
