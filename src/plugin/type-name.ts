import type { ExactNumber } from "./values/number.ts";
import type { Type } from "./values/type.ts";
import { Unknown } from "./values/unknown.ts";
import { type Dynamic, isList, isObjectLike, type Value } from "./values/value.ts";

// Types by their names in Terraform's language.

/**
 * `integer` and `int64` are numbers in the protocol. The framework refuses fractions. An `integer` is a JavaScript number,
 * an `int64` is a `bigint` with all 64 bits.
 */
type PrimitiveName = "string" | "bool" | "number" | "integer" | "int64";

type Collection<Name extends string> = `list(${Name})` | `set(${Name})` | `map(${Name})`;

type ElementName = PrimitiveName | Collection<PrimitiveName>;

/** Types that have a name. A `dynamic` value carries its own type, so it cannot be an element of a collection. */
export type TypeName = PrimitiveName | Collection<ElementName> | "dynamic";

interface SingleTypes {
  string: string;
  bool: boolean;
  number: number | ExactNumber;
  integer: number;
  int64: bigint;
  dynamic: Dynamic;
}

/** The JavaScript value of a type when it is known. `Null` is null if elements may be null, at every level. */
export type KnownValue<Name, Null = never> = Name extends `${"list" | "set"}(${infer Element})`
  ? readonly (KnownValue<Element, Null> | Null)[]
  : Name extends `map(${infer Element})`
    ? Readonly<Record<string, KnownValue<Element, Null> | Null>>
    : Name extends keyof SingleTypes
      ? SingleTypes[Name]
      : never;

const collection = /^(list|set|map)\((.*)\)$/;

/** The type for a type name, or undefined if there is none. */
export function typeNamed(name: string): Type | undefined {
  return name === "dynamic" ? name : collectionNamed(name, primitiveNamed);
}

/** The type with that name. `innermost` finds the type of its innermost element. */
export function collectionNamed(
  name: string,
  innermost: (name: string) => Type | undefined,
): Type | undefined {
  const [, kind, elementName = ""] = collection.exec(name) ?? [];
  if (kind !== "list" && kind !== "set" && kind !== "map") return innermost(name);
  const element = collectionNamed(elementName, innermost);
  return element === undefined ? undefined : [kind, element];
}

function primitiveNamed(name: string): Type | undefined {
  if (name === "integer") return "number";
  return name === "string" || name === "bool" || name === "number" || name === "int64" ? name : undefined;
}

/**
 * The problem of a value that is not an integer although its type name requires one. In the protocol, its type is a
 * number.
 */
export function integerProblem(type: TypeName | Type, value: Value): string | undefined {
  if (typeof type !== "string" || !type.includes("integer")) return undefined;
  return isIntegers(value) ? undefined : "must be an integer";
}

function isIntegers(value: Value): boolean {
  if (isList(value)) return value.every(isIntegers);
  if (isObjectLike(value)) return Object.values(value).every(isIntegers);
  return value === null || value instanceof Unknown || Number.isSafeInteger(value);
}
