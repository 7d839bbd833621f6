import { ExactNumber } from "./number.ts";
import { partType, type Type } from "./type.ts";
import { Unknown } from "./unknown.ts";

/**
 * A value of Terraform's language. Lists, sets and tuples are arrays; maps and objects are records. Only the type of
 * the value tells which.
 */
export type Value =
  | null
  | string
  | boolean
  | number
  | bigint
  | ExactNumber
  | Unknown
  | Dynamic
  | readonly Value[]
  | ObjectValue;

/** A map or an object of Terraform's language. */
export interface ObjectValue {
  readonly [name: string]: Value;
}

/** A value that carries its own type, because the schema does not fix it. */
export class Dynamic {
  readonly type: Type;
  readonly value: Value;

  constructor(type: Type, value: Value) {
    this.type = type;
    this.value = value;
  }
}

/** Whether a value is a map or an object. */
export function isObjectLike(value: Value): value is ObjectValue;
export function isObjectLike(value: unknown): value is Readonly<Record<string, unknown>>;
export function isObjectLike(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** Whether a value is a list, a set or a tuple. `Array.isArray` would lose the type of the elements. */
export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** Whether no part of the value is unknown. */
export function isWhollyKnown(value: Value): boolean {
  if (value instanceof Unknown) return false;
  if (value instanceof Dynamic) return isWhollyKnown(value.value);
  if (isList(value)) return value.every(isWhollyKnown);
  return !isObjectLike(value) || Object.values(value).every(isWhollyKnown);
}

/** Replaces every unknown part by null. */
export function unknownAsNull(value: ObjectValue): ObjectValue;
export function unknownAsNull(value: Value): Value;
export function unknownAsNull(value: Value): Value {
  if (value instanceof Unknown) return null;
  if (value instanceof Dynamic) return new Dynamic(value.type, unknownAsNull(value.value));
  if (isList(value)) return value.map((part) => unknownAsNull(part));
  if (!isObjectLike(value)) return value;
  const known: Record<string, Value> = Object.create(null);
  for (const [name, part] of Object.entries(value)) known[name] = unknownAsNull(part);
  return known;
}

/**
 * Whether the core treats two values of one type as equal: sets have no order and no duplicates, text is compared in
 * Unicode normal form, and an unknown equals any other unknown.
 */
export function equal(left: Value, right: Value, type: Type): boolean {
  if (left === right) return true;
  if (left === null || right === null) return false;
  if (left instanceof Unknown || right instanceof Unknown) {
    return left instanceof Unknown && right instanceof Unknown;
  }
  if (typeof left === "string" && typeof right === "string") return left.normalize() === right.normalize();
  return canonicalText(left, type) === canonicalText(right, type);
}

/** A text that is equal for equal values, and different for different ones. */
export function canonicalText(value: Value, type: Type): string {
  if (value === null) return "null";
  if (value instanceof Unknown) return "unknown";
  if (value instanceof ExactNumber) return value.text;
  if (value instanceof Dynamic)
    return `${JSON.stringify(value.type)}:${canonicalText(value.value, value.type)}`;
  if (typeof value === "string") return JSON.stringify(value.normalize());
  if (typeof value !== "object") return String(value);
  if (isList(value)) {
    const parts = value.map((part, index) => canonicalText(part, partType(type, index)));
    return `[${type[0] === "set" ? [...new Set(parts)].sort() : parts}]`;
  }
  const entries = Object.entries(value).map(([name, part]) => {
    return `${JSON.stringify(name.normalize())}:${canonicalText(part, partType(type, name))}`;
  });
  return `{${entries.sort()}}`;
}
