import { type AttributePath, within } from "../diagnostics.ts";
import { type Block, isNested, isWriteOnly, membersOf, type NestedAttribute, type Shape } from "../schema.ts";
import { partType, type Type } from "../values/type.ts";
import { isList, isRecord, type ObjectValue, type Value } from "../values/value.ts";

// The objects in a nested value: one, or many in a list, a set or a map.

export type Nested = NestedAttribute | Block;

/** An index of a list, a key of a map, nothing where there is only one object. In a set it names no place. */
export type Key = string | number | undefined;

/** None in a value that is null or unknown. */
export function elementsOf({ type }: Nested, value: Value): [key: Key, element: Value][] {
  if (isList(value)) return [...value.entries()];
  if (!isRecord(value)) return [];
  return type === "object" ? [[undefined, value]] : Object.entries(value);
}

/** Where an element is of what is at `path`. */
export function elementPath({ type }: Nested, path: AttributePath, key: Key): AttributePath {
  return key === undefined || type === "set(object)" ? path : within(path, key);
}

/** The value with each of its objects replaced. */
export function withElements(
  { type }: Nested,
  value: Value,
  change: (element: ObjectValue, key: Key) => Value,
): Value {
  const changed = (element: Value, key: Key) => (isRecord(element) ? change(element, key) : element);
  if (type === "object") return changed(value, undefined);
  if (isList(value)) return value.map(changed);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, changed(element, key)]));
}

/** The type of the objects in a nested value of type `type`. */
export function elementType(nested: Nested, type: Type): Type {
  return nested.type === "object" ? type : partType(type, 0);
}

/** What is at the same place in another value of the same type. Not for sets, which have no places. */
export function elementAt(value: Value, key: Key): Value {
  if (key === undefined) return value;
  if (isList(value)) return value[Number(key)] ?? null;
  return isRecord(value) && Object.hasOwn(value, key) ? (value[key] ?? null) : null;
}

/** An object with all attributes null and no blocks. */
export function nothingOf({ attributes, blocks = {} }: Shape): ObjectValue {
  const nothing: Record<string, Value> = {};
  for (const name of Object.keys(attributes)) nothing[name] = null;
  for (const [name, { type }] of Object.entries(blocks)) nothing[name] = type === "object" ? null : [];
  return nothing;
}

/** The object with none of each kind of block that it lacks, as in a state from before there was such a block. */
export function withBlocks(shape: Shape, object: ObjectValue): ObjectValue {
  const nothing = nothingOf(shape);
  const whole: Record<string, Value> = {};
  for (const [name, member] of membersOf(shape)) {
    const part = object[name] ?? nothing[name] ?? null;
    whole[name] = isNested(member) ? withElements(member, part, (inner) => withBlocks(member, inner)) : part;
  }
  return whole;
}

/** The object without any write-only value, as it can be planned and stored. */
export function withoutWriteOnly(shape: Shape, object: ObjectValue): ObjectValue {
  const rest: Record<string, Value> = {};
  for (const [name, member] of membersOf(shape)) {
    const part = object[name] ?? null;
    if (isWriteOnly(member)) rest[name] = null;
    else if (isNested(member))
      rest[name] = withElements(member, part, (inner) => withoutWriteOnly(member, inner));
    else rest[name] = part;
  }
  return rest;
}
