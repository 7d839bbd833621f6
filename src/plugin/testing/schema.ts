import type { Received } from "../protobuf/messages.ts";
import { parseType, type Type } from "../values/type.ts";
import type { ObjectValue, Value } from "../values/value.ts";

/** A schema as a core understands it, read from what the provider sends. */
export interface CoreSchema {
  readonly version: number;
  readonly type: Type;
  readonly attributes: ReadonlyMap<string, CoreAttribute>;
}

export interface CoreAttribute {
  readonly type: Type;
  readonly required: boolean;
  readonly optional: boolean;
  readonly computed: boolean;
  readonly sensitive: boolean;
  readonly writeOnly: boolean;
}

/** Takes a schema in, with the checks that a core makes when it loads a provider. */
export function readSchema(name: string, schema: Received<"Schema"> | undefined): CoreSchema {
  if (schema?.block === undefined) throw new Error(`${name}: a schema without a block crashes the core`);
  const attributes = new Map<string, CoreAttribute>();
  for (const sent of schema.block.attributes) {
    const where = `${name}.${sent.name}`;
    const { required, optional, computed } = sent;
    if (!/^[a-z_][a-z0-9_]*$/.test(sent.name)) throw new Error(`${where}: invalid name`);
    if (attributes.has(sent.name)) throw new Error(`${where}: defined twice`);
    if (!required && !optional && !computed)
      throw new Error(`${where}: neither required, optional nor computed`);
    if (required && (optional || computed)) throw new Error(`${where}: required and something else`);
    if (sent.deprecation_message !== "" && !sent.deprecated)
      throw new Error(`${where}: message without deprecated`);
    if (sent.write_only && computed) throw new Error(`${where}: write-only and computed`);
    attributes.set(sent.name, {
      type: parseType(JSON.parse(Buffer.from(sent.type).toString())),
      required,
      optional,
      computed,
      sensitive: sent.sensitive,
      writeOnly: sent.write_only,
    });
  }
  const types = Object.fromEntries([...attributes].map(([attribute, { type }]) => [attribute, type]));
  return { version: schema.version, type: ["object", types], attributes };
}

/** A configuration as the core completes it: what is not written is null. */
export function completeConfig(schema: CoreSchema, given: Readonly<Record<string, Value>>): ObjectValue {
  for (const name of Object.keys(given)) {
    if (!schema.attributes.has(name)) throw new Error(`there is no argument "${name}"`);
  }
  const config: Record<string, Value> = {};
  for (const [name, attribute] of schema.attributes) {
    config[name] = given[name] ?? null;
    if (attribute.required && config[name] === null) throw new Error(`the argument "${name}" is required`);
    const settable = attribute.required || attribute.optional;
    if (!settable && config[name] !== null) throw new Error(`"${name}" cannot be set`);
  }
  return config;
}
