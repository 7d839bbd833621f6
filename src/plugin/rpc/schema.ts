import { notationType, type Parameter, type ProviderFunction } from "../function.ts";
import { type IdentityDefinition, identityType } from "../identity.ts";
import { codec, type Sent } from "../protobuf/messages.ts";
import type { Provider } from "../provider.ts";
import {
  type Attribute,
  type Attributes,
  type Block,
  isComputed,
  isNested,
  isWriteOnly,
  type Schema,
  type Shape,
} from "../schema.ts";
import { elementType } from "../server/elements.ts";
import { partType, type Type, wireType } from "../values/type.ts";
import { type RpcMethod, unary } from "./wire.ts";

// Describes the provider to the core.

const markdown = 1;

/** The schema never changes in a process, and it is by far the largest answer. So it is built only once. */
const encodedSchemas = new WeakMap<Provider, Uint8Array>();

export const schemaMethods: Readonly<Record<string, RpcMethod>> = {
  GetProviderSchema: {
    kind: "unary",
    async handle(_message, { provider }) {
      let encoded = encodedSchemas.get(provider);
      if (encoded === undefined) {
        encoded = codec.encode("GetProviderSchemaResponse", describeProvider(provider));
        encodedSchemas.set(provider, encoded);
      }
      return encoded;
    },
  },

  GetResourceIdentitySchemas: unary(
    "Empty",
    "GetResourceIdentitySchemasResponse",
    (_request, { provider }) => ({ identity_schemas: describeIdentities(provider) }),
  ),

  GetFunctions: unary("Empty", "GetFunctionsResponse", (_request, { provider }) => ({
    functions: mapValues(provider.functions, describeFunction),
  })),
};

export function describeProvider(provider: Provider): Sent<"GetProviderSchemaResponse"> {
  return {
    provider: describeSchema(provider.schema),
    resource_schemas: mapValues(provider.resources, ({ schema }) => describeSchema(schema)),
    data_source_schemas: mapValues(provider.dataSources, ({ schema }) => describeSchema(schema)),
    // A resource that cannot be moved says so itself.
    server_capabilities: {
      plan_destroy: true,
      get_provider_schema_optional: true,
      move_resource_state: true,
    },
    functions: mapValues(provider.functions, describeFunction),
    ephemeral_resource_schemas: mapValues(provider.ephemeralResources, ({ schema }) =>
      describeSchema(schema),
    ),
    list_resource_schemas: mapValues(provider.listResources, ({ schema }) => describeSchema(schema)),
    action_schemas: mapValues(provider.actions, ({ schema }) => ({ schema: describeSchema(schema) })),
  };
}

export function describeIdentities({
  resources = {},
}: Provider): Record<string, Sent<"ResourceIdentitySchema">> {
  const schemas: Record<string, Sent<"ResourceIdentitySchema">> = {};
  for (const [type, { identity }] of Object.entries(resources))
    if (identity !== undefined) schemas[type] = describeIdentity(identity);
  return schemas;
}

function describeSchema(schema: Schema): Sent<"Schema"> {
  return {
    version: schema.version,
    block: describeBlock(schema, schema.type),
  };
}

function describeIdentity(identity: IdentityDefinition): Sent<"ResourceIdentitySchema"> {
  const type = identityType(identity);
  return {
    version: identity.version ?? 0,
    identity_attributes: Object.entries(identity.attributes).map(([name, attribute]) => ({
      name,
      type: typeJson(partType(type, name)),
      required_for_import: attribute.requiredForImport,
      optional_for_import: attribute.optionalForImport,
      description: attribute.description,
    })),
  };
}

function describeBlock(block: Shape & Pick<Block, "description" | "deprecated">, type: Type): Sent<"Block"> {
  return {
    attributes: describeAttributes(block.attributes, type),
    block_types: Object.entries(block.blocks ?? {}).map(([name, nested]) => ({
      type_name: name,
      block: describeBlock(nested, elementType(nested, partType(type, name))),
      nesting: NESTING[nested.type],
      min_items: nested.minItems,
      max_items: nested.maxItems,
    })),
    ...describedAs(block.description),
    ...deprecatedAs(block.deprecated),
  };
}

const NESTING = { object: 1, "list(object)": 2, "set(object)": 3, "map(object)": 4 } as const;

/** Everything inside a write-only attribute is write-only. */
function describeAttributes(attributes: Attributes, type: Type, inWriteOnly = false): Sent<"Attribute">[] {
  return Object.entries(attributes).map(([name, attribute]) => {
    return describeAttribute(name, attribute, partType(type, name), inWriteOnly || isWriteOnly(attribute));
  });
}

function describeAttribute(
  name: string,
  attribute: Attribute,
  type: Type,
  writeOnly: boolean,
): Sent<"Attribute"> {
  return {
    name,
    ...(isNested(attribute)
      ? {
          nested_type: {
            attributes: describeAttributes(attribute.attributes, elementType(attribute, type), writeOnly),
            nesting: NESTING[attribute.type],
          },
        }
      : { type: typeJson(type) }),
    required: attribute.required,
    optional: attribute.optional,
    // The core allows a planned value without a configured one only for computed attributes.
    computed: isComputed(attribute),
    sensitive: attribute.sensitive,
    write_only: writeOnly,
    ...describedAs(attribute.description),
    ...deprecatedAs(attribute.deprecated),
  };
}

function describeFunction(described: ProviderFunction): Sent<"Function"> {
  const { variadicParameter } = described;
  return {
    parameters: described.parameters.map(describeParameter),
    variadic_parameter: variadicParameter === undefined ? undefined : describeParameter(variadicParameter),
    return: { type: typeJson(notationType(described.returns)) },
    summary: described.summary,
    ...describedAs(described.description),
    deprecation_message: described.deprecated,
  };
}

function describeParameter(parameter: Parameter): Sent<"Parameter"> {
  return {
    name: parameter.name,
    type: typeJson(notationType(parameter.type)),
    allow_null_value: parameter.allowNull,
    allow_unknown_values: parameter.allowUnknown,
    ...describedAs(parameter.description),
  };
}

function describedAs(description: string | undefined) {
  return description === undefined ? {} : { description, description_kind: markdown };
}

function deprecatedAs(message: string | undefined) {
  return message === undefined ? {} : { deprecated: true, deprecation_message: message };
}

function typeJson(type: Type): Uint8Array {
  return Buffer.from(JSON.stringify(wireType(type)));
}

function mapValues<T, U>(
  record: Readonly<Record<string, T>> = {},
  change: (value: T) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
