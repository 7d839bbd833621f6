/** As much of OpenAPI's schemas as the subset in github-openapi.json uses. */
export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly nullable?: boolean;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly $ref?: string;
  readonly additionalProperties?: boolean | Schema;
  readonly maxLength?: number;
}

export type Schemas = Readonly<Record<string, Schema>>;

/** What is wrong with a value. */
export function schemaProblems(schemas: Schemas, schema: Schema, value: unknown, where = "body"): string[] {
  const check = (inner: Schema, part: unknown, at: string) => schemaProblems(schemas, inner, part, at);
  if (schema.$ref !== undefined) return check(schemas[schema.$ref] ?? {}, value, where);
  if (value === null && (schema.nullable || schema.enum?.includes(null))) return [];
  const found: string[] = [];
  for (const choices of [schema.oneOf, schema.anyOf])
    if (choices && !choices.some((choice) => check(choice, value, where).length === 0))
      found.push(`${where} fits none of its forms`);
  for (const part of schema.allOf ?? []) found.push(...check(part, value, where));
  if (schema.enum && !schema.enum.includes(value))
    found.push(`${where} is none of ${schema.enum.join(", ")}`);
  if (schema.type !== undefined && !hasType(schema.type, value))
    return [...found, `${where} is no ${schema.type}`];
  if (typeof value === "string" && schema.maxLength !== undefined && value.length > schema.maxLength)
    found.push(`${where} is longer than ${schema.maxLength}`);
  if (Array.isArray(value) && schema.items)
    for (const [index, item] of value.entries())
      found.push(...check(schema.items, item, `${where}[${index}]`));
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    for (const name of schema.required ?? []) if (!(name in value)) found.push(`${where}.${name} is missing`);
    for (const [name, part] of Object.entries(value)) {
      const inner = schema.properties?.[name];
      if (inner) found.push(...check(inner, part, `${where}.${name}`));
      else if (schema.properties && schema.additionalProperties === false)
        found.push(`${where}.${name} is unknown`);
    }
  }
  return found;
}

/** Members of a body that GitHub does not know. It would ignore them, which is worse than a refusal. */
export function unknownMembers(schema: Schema, value: object): string[] {
  return Object.keys(value).filter((name) => schema.properties && !Object.hasOwn(schema.properties, name));
}

/** The smallest value that a schema allows, with the given members put in. */
export function smallestValue(schemas: Schemas, schema: Schema, members: object = {}): unknown {
  if (schema.$ref !== undefined) return smallestValue(schemas, schemas[schema.$ref] ?? {}, members);
  if (schema.nullable && Object.keys(members).length === 0) return null;
  const [form] = schema.oneOf ?? schema.anyOf ?? [];
  if (form) return smallestValue(schemas, form, members);
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => smallestValue(schemas, part)), members);
  if (schema.enum) return schema.enum[0];
  const simple = { string: "", integer: 1, number: 1, boolean: false, array: [] }[schema.type ?? ""];
  if (simple !== undefined) return simple;
  const required = (schema.required ?? []).map((name) => [
    name,
    smallestValue(schemas, schema.properties?.[name] ?? {}),
  ]);
  return { ...Object.fromEntries(required), ...members };
}

function hasType(type: string, value: unknown): boolean {
  switch (type) {
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
