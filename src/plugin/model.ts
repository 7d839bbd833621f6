import type { Uncertain } from "./known.ts";
import type { Attribute, Attributes, Block, Blocks, NoBlocks, Schema } from "./schema.ts";
import type { KnownValue } from "./type-name.ts";
import type { Unknown } from "./values/unknown.ts";
import type { ObjectValue } from "./values/value.ts";

// The types of a schema's values at each stage of a change. For a schema of the general type, as in the framework
// itself, every stage is an `ObjectValue`.

/** The stages of a change. The types below describe the values at each stage. */
type Stage = "config" | "decided" | "known" | "state";

/** One element, or a list or map of them, as the type of the nested attribute or block says. */
type Arranged<Type, Element> = Type extends "object"
  ? Element
  : Type extends "map(object)"
    ? Readonly<Record<string, Element>>
    : readonly Element[];

type ValueAt<At extends Stage, A extends Attribute> = A extends {
  readonly type: infer Type;
  readonly attributes: infer Inner extends Attributes;
}
  ? Arranged<Type, ObjectAt<At, Inner, NoBlocks> | NullElement<A>>
  : KnownValue<A["type"], NullElement<A>>;

/** What an element can be besides its value. */
export type NullElement<A> = A extends { readonly allowNullElements: true } ? null : never;

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

/** Absent blocks are `[]`; an absent single block is null. */
type BlockAt<At extends Stage, B extends Block> =
  | Arranged<B["type"], ObjectAt<At, B["attributes"], BlocksOf<B>>>
  | (B["type"] extends "object" ? null : never);

type BlocksOf<B> = B extends { readonly blocks: infer Inner extends Blocks } ? Inner : NoBlocks;

/** Computed attributes are left out, so spreading a config into a state does not compile. */
type NameAt<At extends Stage, A extends Attributes> = At extends "config"
  ? { [Name in keyof A]: A[Name] extends ComputedOnly ? never : Name }[keyof A]
  : keyof A;

type ComputedOnly = { readonly computed: true; readonly optional?: false };

export type ObjectAt<At extends Stage, A extends Attributes, B extends Blocks> = {
  readonly [Name in NameAt<At, A> | keyof B]: Name extends keyof A
    ? AttributeAt<At, A[Name]>
    : Name extends keyof B
      ? BlockAt<At, B[Name]>
      : never;
};

/** If the attributes are known in detail but the blocks are not, the author wrote no blocks. */
type SchemaAt<At extends Stage, S extends Schema> = string extends keyof S["attributes"]
  ? ObjectValue
  : S extends Schema<infer A, infer B>
    ? ObjectAt<At, A, string extends keyof B ? NoBlocks : B>
    : never;

/** The configuration during an apply: all values are known, and required arguments are present. */
export type KnownConfig<S extends Schema> = SchemaAt<"config", S>;

/** The configuration during validation or a plan: any value may be unknown. Required arguments are present. */
export type Config<S extends Schema> = Open<KnownConfig<S>>;

/** The stored state. After an import, even required attributes may be null. */
export type State<S extends Schema> = SchemaAt<"state", S>;

/** The plan while it is made. It never contains write-only values. */
export type Planned<S extends Schema> = Open<State<S>>;

/** The plan during an apply: only computed values may still be unknown. */
export type Decided<S extends Schema> = SchemaAt<"known", S> | SchemaAt<"decided", S>;

/** An object that is known, or that has unknown parts. */
type Open<T> = string extends keyof T ? T : T | OpenParts<T>;

export type OpenParts<T> = { readonly [Name in keyof T]: Uncertain<T[Name]> };
