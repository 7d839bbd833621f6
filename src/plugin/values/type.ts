import { ValueError } from "./value-error.ts";

/**
 * A type of Terraform's language, in the JSON notation of the protocol. The framework adds `int64`: its values are
 * `bigint`, and cores see a number.
 */
export type Type =
  | "string"
  | "number"
  | "int64"
  | "bool"
  | "dynamic"
  | readonly ["list", Type]
  | readonly ["set", Type]
  | readonly ["map", Type]
  | readonly ["tuple", readonly Type[]]
  | ObjectType;

/** The optional third element names attributes that may be left out. Values always have every attribute. */
export type ObjectType = readonly ["object", Readonly<Record<string, Type>>, (readonly string[])?];

/** The type of the part at an index, key or name; "dynamic" if there is none. */
export function partType(type: Type, key: string | number): Type {
  if (typeof type === "string") return "dynamic";
  const [kind, inner] = type;
  if (kind === "tuple") return inner[Number(key)] ?? "dynamic";
  if (kind === "object") return (Object.hasOwn(inner, key) ? inner[key] : undefined) ?? "dynamic";
  return inner;
}

/** The type of the part at a path. A path has no step for an element of a set. */
export function typeAt(path: readonly (string | number)[], type: Type): Type {
  return path.reduce((here, step) => partType(here[0] === "set" ? partType(here, 0) : here, step), type);
}

/** The type as a core knows it. */
export function wireType(type: Type): Type {
  if (typeof type === "string") return type === "int64" ? "number" : type;
  const [kind, inner, ...optional] = type;
  if (kind === "tuple") return [kind, inner.map(wireType)];
  if (kind !== "object") return [kind, wireType(inner)];
  const types = Object.entries(inner).map(([name, part]) => [name, wireType(part)]);
  return [kind, Object.fromEntries(types), ...optional];
}

/** Cores send types inside dynamic values. No real type nests deeper than this. */
export const deepestNesting = 100;

/** The nesting depth of a part. Outside of a dynamic value, the depth is 0 and does not count. */
export function deeper(depth: number): number {
  return depth === 0 ? 0 : depth + 1;
}

/** Checks that `json` is a type. Throws {@link ValueError} if not. `depth` is its nesting depth. */
export function parseType(json: unknown, depth = 0): Type {
  if (depth > deepestNesting) throw new ValueError("a type is nested too deeply");
  if (json === "string" || json === "number" || json === "bool" || json === "dynamic") return json;
  if (typeof json === "string") throw new ValueError(`there is no type "${json}"`);
  if (!Array.isArray(json)) throw new ValueError("a type is neither a name nor an array");
  const [kind, argument] = json;
  if (kind === "list" || kind === "set" || kind === "map") return [kind, parseType(argument, depth + 1)];
  if (kind === "tuple" && Array.isArray(argument)) {
    return ["tuple", argument.map((element) => parseType(element, depth + 1))];
  }
  if (kind === "object" && typeof argument === "object" && argument !== null) {
    const attributes: Record<string, Type> = Object.create(null);
    for (const [name, type] of Object.entries(argument)) attributes[name] = parseType(type, depth + 1);
    return ["object", attributes];
  }
  throw new ValueError("a type has an unknown kind");
}
