import { describeKind } from "./conform.ts";
import { ExactNumber } from "./number.ts";
import { deepestNesting, type Type } from "./type.ts";
import { Unknown } from "./unknown.ts";
import { Dynamic, isObjectLike, type Value } from "./value.ts";

/** What `toDynamic` takes: values, arrays and plain records of them. Not undefined, functions or instances of classes. */
export type Convertible<T> = T extends Value
  ? T
  : T extends (...args: never[]) => unknown
    ? never
    : T extends object
      ? { readonly [Name in keyof T]: Convertible<T[Name]> }
      : never;

/** A known value becomes a `Dynamic`. Null and unknown stay. */
export type Converted<T> = T extends null | Unknown ? T : Dynamic;

/**
 * Adds a type to a value as the language does for a literal: an array is a tuple, a record is an object. Throws a
 * `TypeError` for anything that is not a value.
 *
 *     return { state: { ...planned, settings: toDynamic({ retries: 3, hosts: ["a", "b"] }) } };
 */
export function toDynamic<const T>(value: T & Convertible<T>): Converted<T> {
  const isTyped = value === null || value instanceof Unknown || value instanceof Dynamic;
  // The cast is safe: null and unknown stay, and all others become a `Dynamic`.
  return (isTyped ? value : literal(value, "", 1)) as Converted<T>;
}

/** The value with its type. `path` names it in an error. */
function literal(value: unknown, path: string, depth: number): Dynamic {
  if (depth > deepestNesting) refuse(path, "is nested too deeply");
  if (value instanceof Dynamic) return value;
  if (value === null || value instanceof Unknown) return new Dynamic("dynamic", value);
  if (typeof value === "string") return new Dynamic("string", value);
  if (typeof value === "boolean") return new Dynamic("bool", value);
  if (typeof value === "bigint") return new Dynamic("number", ExactNumber.parse(String(value)) ?? null);
  if (value instanceof ExactNumber || (typeof value === "number" && Number.isFinite(value)))
    return new Dynamic("number", value);
  if (Array.isArray(value)) {
    // `Array.from` finds the holes too.
    const parts = Array.from(value, (part, index) => literal(part, `${path}[${index}]`, depth + 1));
    return new Dynamic(
      ["tuple", parts.map(({ type }) => type)],
      parts.map((part) => part.value),
    );
  }
  if (!isObjectLike(value)) return refuse(path, `is ${describeKind(value)}`);
  const types: [string, Type][] = [];
  const values: [string, Value][] = [];
  for (const [name, part] of Object.entries(value)) {
    const typed = literal(part, path === "" ? name : `${path}.${name}`, depth + 1);
    types.push([name, typed.type]);
    values.push([name, typed.value]);
  }
  return new Dynamic(["object", Object.fromEntries(types)], Object.fromEntries(values));
}

function refuse(path: string, problem: string): never {
  throw new TypeError(`toDynamic takes no such value: ${path === "" ? "it" : `"${path}"`} ${problem}`);
}
