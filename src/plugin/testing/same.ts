import { partType, type Type } from "../values/type.ts";
import { Unknown } from "../values/unknown.ts";
import { Dynamic, isList, isObjectLike, type Value } from "../values/value.ts";

/** Whether two values are equal to the core. */
export function same(left: Value, right: Value, type: Type): boolean {
  return canonicalText(left, type) === canonicalText(right, type);
}

/** A text that is equal for values that are equal to the core. */
export function canonicalText(value: Value, type: Type): string {
  if (value instanceof Unknown) return "(unknown)";
  if (value instanceof Dynamic)
    return `${JSON.stringify(value.type)}:${canonicalText(value.value, value.type)}`;
  if (isList(value)) {
    const parts = value.map((part, index) => canonicalText(part, partType(type, index)));
    return `[${type[0] === "set" ? [...new Set(parts)].sort().join() : parts.join()}]`;
  }
  if (isObjectLike(value)) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, part]) => `${JSON.stringify(key)}=${canonicalText(part, partType(type, key))}`).join()}}`;
  }
  return typeof value === "string" ? JSON.stringify(value.normalize()) : String(value);
}
