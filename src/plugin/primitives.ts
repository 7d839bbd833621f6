import { type AttributePath, within } from "./diagnostics.ts";
import { partType, type Type } from "./values/type.ts";
import { isList, isObjectLike, type Value } from "./values/value.ts";

/**
 * The primitives in a value with their paths. An element that is null counts as a primitive. All primitives in a set have
 * the path of the set.
 */
export function listPrimitives(
  value: Value,
  type: Type,
  path: AttributePath,
): [at: AttributePath, primitive: Value][] {
  const parts = isList(value)
    ? [...value.entries()]
    : isObjectLike(value)
      ? Object.entries(value)
      : undefined;
  if (parts === undefined) return [[path, value]];
  return parts.flatMap(([key, part]) =>
    listPrimitives(part, partType(type, key), type[0] === "set" ? path : within(path, key)),
  );
}

/** The paths of null elements, at every level. */
export function findNullElements(value: Value, type: Type, path: AttributePath): AttributePath[] {
  if (value === null) return [];
  return listPrimitives(value, type, path).flatMap(([at, primitive]) => (primitive === null ? [at] : []));
}
