import type { Attribute, KnownValue, Schema } from "./schema.ts";
import { Unknown } from "./values/unknown.ts";
import { isWhollyKnown, type Value } from "./values/value.ts";

// What a schema means to the author of a resource: the shape of its values at each stage of a change.

type AttributesOf<S extends Schema> = S["attributes"];

/** A value parts of which may still be unknown. */
type Uncertain<T> = T extends readonly (infer Element)[]
  ? readonly (Element | Unknown)[] | Unknown
  : T extends Readonly<Record<string, infer Element>>
    ? Readonly<Record<string, Element | Unknown>> | Unknown
    : T | Unknown;

type UncertainValue<A extends Attribute> = A["type"] extends "number"
  ? KnownValue<"number"> | Unknown
  : Uncertain<KnownValue<A["type"]>>;

/** Required arguments and arguments with a default always have a value once they are known. */
type Assured<A> = A extends { readonly required: true } | { readonly default: NonNullable<unknown> }
  ? true
  : false;

/** The configuration while it is validated or planned: anything may be absent or unknown. */
export type Config<S extends Schema> = {
  readonly [Name in keyof AttributesOf<S>]: UncertainValue<AttributesOf<S>[Name]> | null;
};

/** The configuration while it is applied: everything is known, and required arguments are there. */
export type KnownConfig<S extends Schema> = {
  readonly [Name in keyof AttributesOf<S>]: AttributesOf<S>[Name] extends { readonly required: true }
    ? KnownValue<AttributesOf<S>[Name]["type"]>
    : KnownValue<AttributesOf<S>[Name]["type"]> | null;
};

/** What is being planned. Write-only values are never part of it. */
export type Planned<S extends Schema> = {
  readonly [Name in keyof AttributesOf<S>]: AttributesOf<S>[Name] extends { readonly writeOnly: true }
    ? null
    : UncertainValue<AttributesOf<S>[Name]> | null;
};

/** The plan while it is applied: only what the provider itself is to compute may still be unknown. */
export type Decided<S extends Schema> = {
  readonly [Name in keyof AttributesOf<S>]: AttributesOf<S>[Name] extends { readonly writeOnly: true }
    ? null
    : Assured<AttributesOf<S>[Name]> extends true
      ? KnownValue<AttributesOf<S>[Name]["type"]>
      : AttributesOf<S>[Name] extends { readonly computed: true }
        ? KnownValue<AttributesOf<S>[Name]["type"]> | Unknown | null
        : KnownValue<AttributesOf<S>[Name]["type"]> | null;
};

/** What is stored. After an import even required attributes may be null until something fills them. */
export type State<S extends Schema> = {
  readonly [Name in keyof AttributesOf<S>]: AttributesOf<S>[Name] extends { readonly writeOnly: true }
    ? null
    : KnownValue<AttributesOf<S>[Name]["type"]> | null;
};

type Settled<T> = T extends Unknown
  ? never
  : T extends readonly (infer Element)[]
    ? readonly Exclude<Element, Unknown>[]
    : T extends Readonly<Record<string, infer Element>>
      ? Readonly<Record<string, Exclude<Element, Unknown>>>
      : T;

/** Whether a value, with all its elements, is known already. */
export function isKnown<T>(value: T): value is T & Settled<T> {
  return !(value instanceof Unknown) && isWhollyKnown(value as Value);
}
