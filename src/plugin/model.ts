import type {
  Attribute,
  Attributes,
  Block,
  Blocks,
  KnownValue,
  NoBlocks,
  PlainAttribute,
  Schema,
} from "./schema.ts";
import type { ExactNumber } from "./values/number.ts";
import type { Unknown } from "./values/unknown.ts";
import { type Dynamic, isWhollyKnown, type ObjectValue, type Value } from "./values/value.ts";

// What a schema means to the author of a resource: the shape of its values at each stage of a change. Where nothing
// is known of a schema, as in the framework itself, every stage is some object.

type Indivisible = string | boolean | number | ExactNumber | Dynamic | null;

/** A value that is wholly known, or holds something unknown, or is unknown itself. */
export type Uncertain<T> = Unknown extends T ? T : Opened<T>;

type Opened<T> = T extends Indivisible
  ? T | Unknown
  : T | { readonly [Key in keyof T]: Uncertain<T[Key]> } | Unknown;

/** Whether a type may hold an unknown. False for `Value`, which may hold anything: its type does not say. */
type HoldsUnknown<T> = Value extends T ? false : PartHoldsUnknown<T>;

type PartHoldsUnknown<T> = T extends Unknown | Dynamic
  ? true
  : T extends Indivisible
    ? false
    : T extends readonly (infer Element)[]
      ? HoldsUnknown<Element>
      : T extends object
        ? HoldsUnknown<T[keyof T]>
        : false;

/** The members of a union that cannot hold an unknown. */
export type Known<T> = T extends unknown ? (true extends HoldsUnknown<T> ? never : T) : never;

/** Whether a value, with all its parts, is known already. A whole plan or configuration is a value, too. */
export function isKnown<T>(value: T): value is Known<T> {
  return isWhollyKnown(value as Value);
}

/** How far a change has come. What it means for a value is said in the types below. */
type Stage = "config" | "decided" | "settled" | "state";

/** `Elements` as the type of a nested attribute or block arranges them. */
type Arranged<Type, Element> = Type extends "object"
  ? Element
  : Type extends "map(object)"
    ? Readonly<Record<string, Element>>
    : readonly Element[];

type ValueAt<At extends Stage, A extends Attribute> = A extends PlainAttribute
  ? KnownValue<A["type"]>
  : A extends { readonly type: infer Type; readonly attributes: infer Inner extends Attributes }
    ? Arranged<Type, ObjectAt<At, Inner, NoBlocks>>
    : never;

/** Required arguments and arguments with a default always have a value once they are known. */
type Assured = { readonly required: true } | { readonly default: NonNullable<unknown> };

type AttributeAt<At extends Stage, A extends Attribute> = At extends "config"
  ? A extends { readonly required: true }
    ? ValueAt<At, A>
    : ValueAt<At, A> | null
  : A extends { readonly writeOnly: true }
    ? null
    : At extends "state"
      ? ValueAt<At, A> | null
      : A extends Assured
        ? ValueAt<At, A>
        : A extends { readonly computed: true }
          ? ValueAt<At, A> | null | (At extends "decided" ? Unknown : never)
          : ValueAt<At, A> | null;

/** A single block may be absent; where there can be many, there are none. */
type BlockAt<At extends Stage, B extends Block> =
  | Arranged<B["type"], ObjectAt<At, B["attributes"], BlocksOf<B>>>
  | (B["type"] extends "object" ? null : never);

type BlocksOf<B> = B extends { readonly blocks: infer Inner extends Blocks } ? Inner : NoBlocks;

/** A configuration has nothing that only the provider computes, so that who spreads one into a state has to add it. */
type NameAt<At extends Stage, A extends Attributes> = At extends "config"
  ? { [Name in keyof A]: A[Name] extends ComputedOnly ? never : Name }[keyof A]
  : keyof A;

type ComputedOnly = { readonly computed: true; readonly optional?: false };

type ObjectAt<At extends Stage, A extends Attributes, B extends Blocks> = {
  readonly [Name in NameAt<At, A> | keyof B]: Name extends keyof A
    ? AttributeAt<At, A[Name]>
    : Name extends keyof B
      ? BlockAt<At, B[Name]>
      : never;
};

/** Where the attributes are known in detail but the blocks are not, there are none: the author wrote none. */
type SchemaAt<At extends Stage, S extends Schema> = string extends keyof S["attributes"]
  ? ObjectValue
  : S extends Schema<infer A, infer B>
    ? ObjectAt<At, A, string extends keyof B ? NoBlocks : B>
    : never;

/** The configuration while it is applied: everything is known, and required arguments are there. */
export type KnownConfig<S extends Schema> = SchemaAt<"config", S>;

/** The configuration while it is validated or planned: anything may be absent or unknown. */
export type Config<S extends Schema> = Open<KnownConfig<S>>;

/** What is stored. After an import even required attributes may be null until something fills them. */
export type State<S extends Schema> = SchemaAt<"state", S>;

/** What is being planned. Write-only values are never part of it. */
export type Planned<S extends Schema> = Open<State<S>>;

/** The plan while it is applied: only what the provider itself is to compute may still be unknown. */
export type Decided<S extends Schema> = SchemaAt<"settled", S> | SchemaAt<"decided", S>;

/** An object that is wholly known, or parts of which are not. */
type Open<T> = string extends keyof T ? T : T | OpenParts<T>;

export type OpenParts<T> = { readonly [Name in keyof T]: Uncertain<T[Name]> | null };
