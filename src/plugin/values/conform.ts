import { dynamicProblem } from "./dynamic-problem.ts";
import { int64Range, isInt64 } from "./int64.ts";
import { ExactNumber } from "./number.ts";
import { partType, type Type } from "./type.ts";
import { Unknown } from "./unknown.ts";
import { Dynamic, isObjectLike } from "./value.ts";

/** A part of a value that is not of its type. */
export interface Mismatch {
  /** Where it is in the value: indexes, keys and names. An element of a set has none. */
  readonly path: readonly (string | number)[];
  /** The end of a sentence ("must be a string, not a number"). Never contains the value: it may be secret. */
  readonly problem: string;
}

/** The first part of `value` that is not of its type. Undefined if there is none. */
export function mismatch(
  value: unknown,
  type: Type,
  path: readonly (string | number)[] = [],
): Mismatch | undefined {
  if (value === null || value instanceof Unknown) return undefined;
  const expected = (what: string) => ({ path, problem: `must be ${what}, not ${describeKind(value)}` });
  if (type === "dynamic") {
    if (!(value instanceof Dynamic)) return expected("a Dynamic");
    const problem = dynamicProblem(value);
    return problem === undefined ? mismatch(value.value, value.type, path) : { path, problem };
  }
  if (type === "string") return typeof value === "string" ? undefined : expected("a string");
  if (type === "bool") return typeof value === "boolean" ? undefined : expected("a boolean");
  if (type === "number")
    return Number.isFinite(value) || value instanceof ExactNumber ? undefined : expected("a number");
  if (type === "int64") {
    if (typeof value !== "bigint") return expected("a bigint");
    return isInt64(value) ? undefined : { path, problem: `must be from ${int64Range}` };
  }
  const [kind, inner] = type;
  if (kind === "list" || kind === "set" || kind === "tuple") {
    if (!Array.isArray(value)) return expected("an array");
    if (kind === "tuple" && value.length !== inner.length)
      return { path, problem: `must have ${inner.length} elements` };
    // `entries` also yields holes.
    return first(value.entries(), ([index, element]) =>
      mismatch(element, partType(type, index), kind === "set" ? path : [...path, index]),
    );
  }
  if (!isObjectLike(value)) return expected("a plain object");
  if (kind === "map")
    return first(Object.entries(value), ([key, element]) => mismatch(element, inner, [...path, key]));
  const surplus = Object.keys(value).find((name) => !Object.hasOwn(inner, name));
  if (surplus !== undefined) return { path, problem: `has "${surplus}", which is not an attribute` };
  return first(Object.entries(inner), ([name, attributeType]) =>
    mismatch(Object.hasOwn(value, name) ? value[name] : undefined, attributeType, [...path, name]),
  );
}

function first<T, R>(all: Iterable<T>, find: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a value is, without the value: "a string", "an array", "a Map". */
export function describeKind(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (typeof value !== "object") return `a ${typeof value}`;
  if (isObjectLike(value)) return "an object";
  const name: unknown = value.constructor?.name;
  return typeof name === "string" && name !== "" ? `an instance of ${name}` : "an object of a class";
}
