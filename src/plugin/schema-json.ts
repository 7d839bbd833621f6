import type { Parameter, Provider, ProviderFunction } from "./provider.ts";
import { type Attribute, isComputed, type Schema, typeNamed } from "./schema.ts";

/** The schemas of a provider as `terraform providers schema -json` writes them, without starting one. */
export function schemaJson(provider: Provider, address = provider.address): object {
  const { resources, dataSources, functions } = provider;
  return {
    format_version: "1.0",
    provider_schemas: {
      [address]: {
        provider: schemaOf(provider),
        ...(resources && { resource_schemas: mapped(resources, schemaOf) }),
        ...(dataSources && { data_source_schemas: mapped(dataSources, schemaOf) }),
        ...(functions && { functions: mapped(functions, functionOf) }),
      },
    },
  };
}

function schemaOf({ schema }: { readonly schema: Schema }): object {
  return {
    version: schema.version,
    block: { attributes: mapped(schema.attributes, attributeOf), ...described(schema.description) },
  };
}

function attributeOf(attribute: Attribute): object {
  const { type, description, required, optional, sensitive, writeOnly, deprecated } = attribute;
  return {
    type: typeNamed(type),
    ...described(description),
    ...(deprecated !== undefined && { deprecated: true }),
    ...(required && { required }),
    ...(optional && { optional }),
    ...(isComputed(attribute) && { computed: true }),
    ...(sensitive && { sensitive }),
    ...(writeOnly && { write_only: true }),
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

function typeOf(type: ProviderFunction["returns"]): unknown {
  return typeof type === "string" ? (typeNamed(type) ?? type) : type;
}

function described(description: string | undefined): object {
  return description === undefined ? {} : { description, description_kind: "markdown" };
}

/** Sorted by name, as Go writes maps. */
function mapped<T>(table: Readonly<Record<string, T>>, json: (entry: T) => object): object {
  const sorted = Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, entry]) => [name, json(entry)]));
}
