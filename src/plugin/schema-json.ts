import { notationType, type Parameter, type ProviderFunction } from "./function.ts";
import type { IdentityDefinition } from "./identity.ts";
import type { Provider } from "./provider.ts";
import {
  type Attribute,
  type Block,
  isComputed,
  isNested,
  isWriteOnly,
  type Schema,
  type Shape,
} from "./schema.ts";
import { wireType } from "./values/type.ts";

/** The schemas of a provider in the format of `terraform providers schema -json`, without starting Terraform. */
export function schemaJson(provider: Provider, address = provider.address): object {
  const { resources, dataSources, ephemeralResources, listResources, functions, actions } = provider;
  const identified = Object.entries(resources ?? {}).flatMap(([type, { identity }]) =>
    identity === undefined ? [] : [[type, identity] as const],
  );
  return {
    format_version: "1.0",
    provider_schemas: {
      [address]: {
        provider: definitionJson(provider),
        ...(resources && { resource_schemas: mapped(resources, definitionJson) }),
        ...(dataSources && { data_source_schemas: mapped(dataSources, definitionJson) }),
        ...(ephemeralResources && { ephemeral_resource_schemas: mapped(ephemeralResources, definitionJson) }),
        ...(listResources && { list_resource_schemas: mapped(listResources, definitionJson) }),
        ...(identified.length > 0 && {
          resource_identity_schemas: mapped(Object.fromEntries(identified), identityJson),
        }),
        ...(functions && { functions: mapped(functions, functionJson) }),
        ...(actions && { action_schemas: mapped(actions, ({ schema }) => ({ block: blockJson(schema) })) }),
      },
    },
  };
}

function definitionJson({ schema }: { readonly schema: Schema }): object {
  return { version: schema.version, block: blockJson(schema) };
}

function identityJson({ version = 0, attributes }: IdentityDefinition): object {
  return {
    version,
    attributes: mapped(attributes, ({ type, description, requiredForImport, optionalForImport }) => ({
      type: wireType(notationType(type)),
      ...(description !== undefined && { description }),
      ...(requiredForImport && { required_for_import: true }),
      ...(optionalForImport && { optional_for_import: true }),
    })),
  };
}

function blockJson({
  attributes,
  blocks,
  description,
  deprecated,
}: Shape & Pick<Block, "description" | "deprecated">): object {
  return {
    attributes: mapped(attributes, (attribute) => attributeJson(attribute)),
    ...(blocks && { block_types: mapped(blocks, nestedBlockJson) }),
    ...described(description),
    ...(deprecated !== undefined && { deprecated: true }),
  };
}

function nestedBlockJson(block: Block): object {
  const { type, minItems, maxItems } = block;
  return {
    nesting_mode: nestingMode[type],
    block: blockJson(block),
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

function attributeJson(attribute: Attribute, inWriteOnly = false): object {
  const writeOnly = inWriteOnly || isWriteOnly(attribute);
  const { description, required, optional, sensitive, deprecated } = attribute;
  return {
    ...(isNested(attribute)
      ? {
          nested_type: {
            attributes: mapped(attribute.attributes, (inner) => attributeJson(inner, writeOnly)),
            nesting_mode: nestingMode[attribute.type],
          },
        }
      : { type: wireType(notationType(attribute.type)) }),
    ...described(description),
    ...(deprecated !== undefined && { deprecated: true }),
    ...(required && { required }),
    ...(optional && { optional }),
    ...(isComputed(attribute) && { computed: true }),
    ...(sensitive && { sensitive }),
    ...(writeOnly && { write_only: true }),
  };
}

function functionJson({
  summary,
  description,
  returns,
  parameters,
  variadicParameter,
}: ProviderFunction): object {
  return {
    ...(description !== undefined && { description }),
    summary,
    return_type: wireType(notationType(returns)),
    ...(parameters.length > 0 && { parameters: parameters.map(parameterJson) }),
    ...(variadicParameter && { variadic_parameter: parameterJson(variadicParameter) }),
  };
}

function parameterJson({ name, type, description, allowNull }: Parameter): object {
  return {
    name,
    ...(description !== undefined && { description }),
    ...(allowNull && { is_nullable: true }),
    type: wireType(notationType(type)),
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
