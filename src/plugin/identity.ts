import type { Awaitable, ProviderContext } from "./context.ts";
import type { State } from "./model.ts";
import type { Schema } from "./schema.ts";
import { type KnownValue, typeNamed } from "./type-name.ts";
import type { JsonObject } from "./values/json.ts";
import type { ObjectType, Type } from "./values/type.ts";
import type { ObjectValue } from "./values/value.ts";

// The identity of a remote object. The core stores it beside the state, imports objects by it, and lists it.

type IdentityPrimitive = "string" | "bool" | "number" | "integer" | "int64";

/** A core accepts only primitives and lists of them here. */
export interface IdentityAttribute {
  readonly type: IdentityPrimitive | `list(${IdentityPrimitive})`;
  /** Must be in an `import` block. Exactly one of `requiredForImport` and `optionalForImport` is true. */
  readonly requiredForImport?: boolean;
  /** May be left out of an `import` block, for example because the provider has a default. */
  readonly optionalForImport?: boolean;
  readonly description?: string;
}

/** The attributes of an identity, by name. */
export type IdentityAttributes = Readonly<Record<string, IdentityAttribute>>;

/** An identity with a value for each of its attributes. */
export type Identity<I extends IdentityAttributes> = string extends keyof I
  ? ObjectValue
  : { readonly [Name in keyof I]: KnownValue<I[Name]["type"]> | null };

/** What identifies an object of a resource. */
export interface IdentityDefinition<
  S extends Schema = Schema,
  Data = unknown,
  I extends IdentityAttributes = IdentityAttributes,
> {
  readonly attributes: I;
  /** Increase it when stored identities need an upgrade. Default: 0. */
  readonly version?: number;
  /** The identity of a stored object. Default: the attributes with the same names. */
  identify?(request: ProviderContext<Data> & { readonly state: State<S> }): Awaitable<Identity<I>>;
  /** Converts a stored identity to the current version. */
  upgrade?(request: { readonly version: number; readonly stored: JsonObject }): Awaitable<JsonObject>;
}

export function identityType({ attributes }: IdentityDefinition): ObjectType {
  const types = Object.entries(attributes).map(([name, { type }]): [string, Type] => [
    name,
    typeNamed(type) ?? "dynamic",
  ]);
  return ["object", Object.fromEntries(types)];
}

/** The reason why a core would refuse an identity. */
export function identityProblem(
  { attributes, identify }: IdentityDefinition,
  schema: Schema,
): string | undefined {
  for (const [name, attribute] of Object.entries(attributes)) {
    const what = `identity attribute "${name}"`;
    if (!/^(list\()?(string|bool|number|integer|int64)\)?$/.test(attribute.type))
      return `${what} is of type "${attribute.type}", but can only be a primitive or a list of one`;
    if (attribute.requiredForImport === attribute.optionalForImport)
      return `${what} must be either requiredForImport or optionalForImport`;
    const own = Object.hasOwn(schema.type[1], name) ? schema.type[1][name] : undefined;
    if (identify === undefined && JSON.stringify(own) !== JSON.stringify(typeNamed(attribute.type)))
      return `${what} is not an attribute of that type, so the identity needs an identify function`;
  }
  return Object.keys(attributes).length === 0 ? "an identity has attributes" : undefined;
}
