import type { Received } from "../protobuf/messages.ts";
import { parseType, type Type } from "../values/type.ts";
import { Unknown } from "../values/unknown.ts";
import { isList, isObjectLike, type ObjectValue, type Value } from "../values/value.ts";
import { asCore } from "./as-core.ts";
import { type TestConfig, toObjectValue } from "./test-config.ts";

/** A schema from the view of a core, read from the provider's answer. */
export interface CoreSchema extends CoreShape {
  readonly version: number;
  readonly type: Type;
}

/** The attributes and blocks of an object. Blocks are among `attributes`. */
export interface CoreShape {
  readonly attributes: ReadonlyMap<string, CoreAttribute>;
}

interface CoreAttribute {
  readonly type: Type;
  readonly required: boolean;
  readonly optional: boolean;
  readonly computed: boolean;
  readonly sensitive: boolean;
  readonly writeOnly: boolean;
  /** The nested objects, if it has any. */
  readonly nested?: CoreNested;
}

export interface CoreNested extends CoreShape {
  readonly nesting: "single" | "list" | "set" | "map";
  readonly isBlock: boolean;
  /** The smallest and the largest number of blocks. */
  readonly count?: { readonly least: number; readonly most: number };
}

const nestings = [undefined, "single", "list", "set", "map"] as const;

/** The entry of `all` with that name. `kind` names it in the error. */
export function offered<T>(all: Readonly<Record<string, T>>, kind: string, name: string): T {
  const schema = Object.hasOwn(all, name) ? all[name] : undefined;
  if (schema !== undefined) return schema;
  throw new Error(`there is no ${kind} "${name}", only: ${Object.keys(all).join(", ") || "none"}`);
}

/** Reads a schema, with the checks of a core that loads a provider. */
export function readCoreSchema(name: string, schema: Received<"Schema"> | undefined): CoreSchema {
  if (schema?.block === undefined) throw new Error(`${name}: a schema without a block crashes the core`);
  const attributes = readBlock(name, schema.block);
  return { version: schema.version, type: objectType(attributes), attributes };
}

type Attributes = Map<string, CoreAttribute>;

function readBlock(name: string, block: Received<"Block">): Attributes {
  const attributes = readAttributes(name, block.attributes);
  for (const sent of block.block_types) {
    const where = `${name}.${sent.type_name}`;
    checkName(where, sent.type_name, attributes);
    if (sent.block === undefined) throw new Error(`${where}: a block without content crashes the core`);
    const isCounted = sent.min_items !== 0 || sent.max_items !== 0;
    const nested = readNested(where, sent.nesting, readBlock(where, sent.block), true);
    if (nested.nesting === "single" && isCounted) throw new Error(`${where}: a single block is not counted`);
    // 0 means no limit.
    const count = { least: sent.min_items, most: sent.max_items || Number.POSITIVE_INFINITY };
    attributes.set(sent.type_name, {
      type: nestedType(nested),
      required: false,
      optional: true,
      computed: false,
      sensitive: false,
      writeOnly: false,
      nested: { ...nested, count },
    });
  }
  return attributes;
}

function readAttributes(name: string, sent: readonly Received<"Attribute">[]): Attributes {
  const attributes: Attributes = new Map();
  for (const attribute of sent) {
    const where = `${name}.${attribute.name}`;
    const { required, optional, computed, sensitive } = attribute;
    checkName(where, attribute.name, attributes);
    if (!required && !optional && !computed)
      throw new Error(`${where}: neither required, optional nor computed`);
    if (required && (optional || computed)) throw new Error(`${where}: required and something else`);
    if (attribute.deprecation_message !== "" && !attribute.deprecated)
      throw new Error(`${where}: message without deprecated`);
    if (attribute.write_only && computed) throw new Error(`${where}: write-only and computed`);
    const { nested_type: object } = attribute;
    if ((object === undefined) === (attribute.type.length === 0))
      throw new Error(`${where}: must have either a type or a nested type`);
    const flags = { required, optional, computed, sensitive, writeOnly: attribute.write_only };
    if (object === undefined) {
      const type = parseType(JSON.parse(Buffer.from(attribute.type).toString()));
      attributes.set(attribute.name, { ...flags, type });
    } else {
      const nested = readNested(where, object.nesting, readAttributes(where, object.attributes), false);
      attributes.set(attribute.name, { ...flags, type: nestedType(nested), nested });
    }
  }
  return attributes;
}

function checkName(where: string, name: string, taken: Attributes): void {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`${where}: invalid name`);
  if (taken.has(name)) throw new Error(`${where}: defined twice`);
}

function readNested(where: string, sent: number, attributes: Attributes, isBlock: boolean): CoreNested {
  const nesting = nestings[sent];
  if (nesting === undefined) throw new Error(`${where}: unknown nesting`);
  if (nesting === "set" && hasWriteOnly(attributes)) throw new Error(`${where}: write-only in a set`);
  return { nesting, attributes, isBlock };
}

function hasWriteOnly(attributes: ReadonlyMap<string, CoreAttribute>): boolean {
  return [...attributes.values()].some(
    ({ writeOnly, nested }) => writeOnly || (nested !== undefined && hasWriteOnly(nested.attributes)),
  );
}

function nestedType({ nesting, attributes }: CoreNested): Type {
  return nesting === "single" ? objectType(attributes) : [nesting, objectType(attributes)];
}

function objectType(attributes: ReadonlyMap<string, CoreAttribute>): Type {
  return ["object", Object.fromEntries([...attributes].map(([name, { type }]) => [name, type]))];
}

/**
 * Completes a configuration as the core does: missing arguments are null, missing blocks are empty, and values get
 * their types.
 */
export function completeConfig(schema: CoreSchema, testConfig: TestConfig): ObjectValue {
  const config = asCore(completeObject(schema, toObjectValue(testConfig)), schema.type, "");
  if (!isObjectLike(config)) throw new Error("a configuration is an object");
  return config;
}

function completeObject(shape: CoreShape, values: ObjectValue): ObjectValue {
  for (const name of Object.keys(values)) {
    if (!shape.attributes.has(name)) throw new Error(`there is no argument "${name}"`);
  }
  const config: Record<string, Value> = {};
  for (const [name, attribute] of shape.attributes) {
    const { nested } = attribute;
    const value = values[name] ?? (nested?.isBlock && nested.nesting !== "single" ? [] : null);
    // Null passes, as in a core: only the argument has to be there.
    if (attribute.required && values[name] === undefined)
      throw new Error(`the argument "${name}" is required`);
    if (nested?.count !== undefined && isList(value)) {
      const { least, most } = nested.count;
      if (value.length < least) throw new Error(`there must be at least ${least} blocks "${name}"`);
      if (value.length > most) throw new Error(`there can be at most ${most} blocks "${name}"`);
    }
    config[name] =
      nested === undefined ? value : eachObject(nested, value, (object) => completeObject(nested, object));
  }
  return config;
}

/** Changes each object in the value. The key is an index, a name, or undefined for a single object. */
export function eachObject(
  { nesting }: CoreNested,
  value: Value,
  change: (object: ObjectValue, key: string | number | undefined) => Value,
): Value {
  if (value === null || value instanceof Unknown) return value;
  const one = (part: Value, key?: string | number) => (isObjectLike(part) ? change(part, key) : part);
  if (nesting === "single") return one(value);
  if (isList(value)) return value.map((part, index) => one(part, index));
  if (!isObjectLike(value)) throw new Error("objects were expected");
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, one(part, key)]));
}
