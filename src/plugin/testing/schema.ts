import type { Received } from "../protobuf/messages.ts";
import { parseType, type Type } from "../values/type.ts";
import { Unknown } from "../values/unknown.ts";
import { isList, isRecord, type ObjectValue, type Value } from "../values/value.ts";
import { type Given, withoutUndefined } from "./given.ts";

/** A schema as a core understands it, read from what the provider sends. */
export interface CoreSchema extends CoreShape {
  readonly version: number;
  readonly type: Type;
}

/** What an object consists of: attributes, and blocks, which are among them. */
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
  /** The objects that it consists of, if it does. */
  readonly nested?: CoreNested;
}

export interface CoreNested extends CoreShape {
  readonly nesting: "single" | "list" | "set" | "map";
  readonly isBlock: boolean;
  /** How many blocks there must be, and may be. */
  readonly count?: { readonly least: number; readonly most: number };
}

const nestings = [undefined, "single", "list", "set", "map"] as const;

/** What the provider has of that name. */
export function offered<T>(all: Readonly<Record<string, T>>, kind: string, name: string): T {
  const found = Object.hasOwn(all, name) ? all[name] : undefined;
  if (found !== undefined) return found;
  throw new Error(`there is no ${kind} "${name}", only: ${Object.keys(all).join(", ") || "none"}`);
}

/** Takes a schema in, with the checks that a core makes when it loads a provider. */
export function readSchema(name: string, schema: Received<"Schema"> | undefined): CoreSchema {
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
    // No limit is sent as 0.
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
      throw new Error(`${where}: either a type or a nested type`);
    const rest = { required, optional, computed, sensitive, writeOnly: attribute.write_only };
    if (object === undefined) {
      const type = parseType(JSON.parse(Buffer.from(attribute.type).toString()));
      attributes.set(attribute.name, { ...rest, type });
    } else {
      const nested = readNested(where, object.nesting, readAttributes(where, object.attributes), false);
      attributes.set(attribute.name, { ...rest, type: nestedType(nested), nested });
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
  if (nesting === undefined) throw new Error(`${where}: no such nesting`);
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

/** A configuration as the core completes it: what is not written is null, or no block. */
export function completeConfig(shape: CoreShape, given: Given): ObjectValue {
  return completeObject(shape, withoutUndefined(given));
}

function completeObject(shape: CoreShape, given: ObjectValue): ObjectValue {
  for (const name of Object.keys(given)) {
    if (!shape.attributes.has(name)) throw new Error(`there is no argument "${name}"`);
  }
  const config: Record<string, Value> = {};
  for (const [name, attribute] of shape.attributes) {
    const { nested } = attribute;
    const value = given[name] ?? (nested?.isBlock && nested.nesting !== "single" ? [] : null);
    if (attribute.required && value === null) throw new Error(`the argument "${name}" is required`);
    const settable = attribute.required || attribute.optional;
    if (!settable && value !== null) throw new Error(`"${name}" cannot be set`);
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

/** The value with each of its objects changed. Its key is an index, a name, or undefined for a single one. */
export function eachObject(
  { nesting }: CoreNested,
  value: Value,
  change: (object: ObjectValue, key: string | number | undefined) => Value,
): Value {
  if (value === null || value instanceof Unknown) return value;
  const one = (part: Value, key?: string | number) => (isRecord(part) ? change(part, key) : part);
  if (nesting === "single") return one(value);
  if (isList(value)) return value.map((part, index) => one(part, index));
  if (!isRecord(value)) throw new Error("objects were expected");
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, one(part, key)]));
}
