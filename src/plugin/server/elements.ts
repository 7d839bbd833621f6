import { type AttributePath, within } from "../diagnostics.ts";
import {
  type Block,
  isNested,
  isWriteOnly,
  listMembers,
  type Member,
  type NestedAttribute,
  type Schema,
  type Shape,
} from "../schema.ts";
import { partType, type Type } from "../values/type.ts";
import { isList, isObjectLike, type ObjectValue, type Value } from "../values/value.ts";

// The objects in a nested value: a single one, or those of a list, set or map.

export type Nested = NestedAttribute | Block;

/** List index or map key; undefined for a single object. Unused for sets. */
export type Key = string | number | undefined;

/** Empty if the value is null or unknown. */
export function listElements({ type }: Nested, value: Value): [key: Key, element: Value][] {
  if (isList(value)) return [...value.entries()];
  if (!isObjectLike(value)) return [];
  return type === "object" ? [[undefined, value]] : Object.entries(value);
}

/** The path of an element. */
export function elementPath({ type }: Nested, path: AttributePath, key: Key): AttributePath {
  return key === undefined || type === "set(object)" ? path : within(path, key);
}

/** Replaces each object in the value. */
export function withElements(
  { type }: Nested,
  value: Value,
  change: (element: ObjectValue, key: Key) => Value,
): Value {
  const changed = (element: Value, key: Key) => (isObjectLike(element) ? change(element, key) : element);
  if (type === "object") return changed(value, undefined);
  if (isList(value)) return value.map(changed);
  if (!isObjectLike(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, changed(element, key)]));
}

/** The type of the objects in a nested value of type `type`. */
export function elementType(nested: Nested, type: Type): Type {
  return nested.type === "object" ? type : partType(type, 0);
}

/** The element with the same index or key in another value. Not for sets. */
export function findElement(value: Value, key: Key): Value {
  if (key === undefined) return value;
  if (isList(value)) return value[Number(key)] ?? null;
  return isObjectLike(value) && Object.hasOwn(value, key) ? (value[key] ?? null) : null;
}

/** A value of an object, with the values at the same path in other objects. */
interface Placed {
  readonly member: Member;
  readonly type: Type;
  readonly path: AttributePath;
  readonly value: Value;
  readonly counterparts: readonly Value[];
}

/**
 * Changes each value of an object, at any depth, the outer ones first. Skips the objects in sets: they have no index or
 * key.
 */
export function changeEach(
  shape: Shape,
  type: Type,
  object: ObjectValue,
  counterparts: readonly (ObjectValue | null)[],
  change: (placed: Placed) => Value,
  place?: AttributePath,
): ObjectValue {
  const changed: Record<string, Value> = {};
  for (const [name, member] of listMembers(shape)) {
    const path = within(place, name);
    const beside = counterparts.map((other) => other?.[name] ?? null);
    const own = partType(type, name);
    const value = change({ member, type: own, path, value: object[name] ?? null, counterparts: beside });
    const goesInside = isNested(member) && member.type !== "set(object)";
    changed[name] = !goesInside
      ? value
      : withElements(member, value, (element, key) => {
          const inside = beside
            .map((other) => findElement(other, key))
            .map((it) => (isObjectLike(it) ? it : null));
          const at = elementPath(member, path, key);
          return changeEach(member, elementType(member, own), element, inside, change, at);
        });
  }
  return changed;
}

/** Visits each value of an object, as `changeEach` does. */
export function visitEach(
  schema: Schema,
  object: ObjectValue,
  counterparts: readonly (ObjectValue | null)[],
  visit: (placed: Placed) => void,
): void {
  changeEach(schema, schema.type, object, counterparts, (placed) => {
    visit(placed);
    return placed.value;
  });
}

/** An object with all attributes null and no blocks. */
export function emptyObject({ attributes, blocks = {} }: Shape): ObjectValue {
  const empty: Record<string, Value> = {};
  for (const name of Object.keys(attributes)) empty[name] = null;
  for (const [name, { type }] of Object.entries(blocks)) empty[name] = type === "object" ? null : [];
  return empty;
}

/** Adds missing blocks as empty. Older states lack them. */
export function withBlocks(shape: Shape, object: ObjectValue): ObjectValue {
  const empty = emptyObject(shape);
  const whole: Record<string, Value> = {};
  for (const [name, member] of listMembers(shape)) {
    const part = object[name] ?? empty[name] ?? null;
    whole[name] = isNested(member) ? withElements(member, part, (inner) => withBlocks(member, inner)) : part;
  }
  return whole;
}

/** Sets all write-only values to null, so that the object can be planned and stored. */
export function withoutWriteOnly(shape: Shape, object: ObjectValue): ObjectValue {
  const remaining: Record<string, Value> = {};
  for (const [name, member] of listMembers(shape)) {
    const part = object[name] ?? null;
    if (isWriteOnly(member)) remaining[name] = null;
    else if (isNested(member))
      remaining[name] = withElements(member, part, (inner) => withoutWriteOnly(member, inner));
    else remaining[name] = part;
  }
  return remaining;
}
