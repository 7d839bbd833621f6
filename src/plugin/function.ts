import type { Awaitable, Context } from "./context.ts";
import type { Uncertain } from "./known.ts";
import { type KnownValue, type TypeName, typeNamed } from "./type-name.ts";
import type { ExactNumber } from "./values/number.ts";
import type { Type } from "./values/type.ts";
import type { Dynamic, Value } from "./values/value.ts";

/** A pure function of the language: equal arguments give equal results. It cannot use the provider's configuration. */
export interface ProviderFunction extends FunctionParts {
  readonly parameters: readonly Parameter[];
  readonly variadicParameter?: Parameter;
  readonly returns: Notation;
  call(args: readonly Value[], context: Context): Awaitable<FunctionAnswer>;
}

interface FunctionParts {
  readonly summary: string;
  /** Markdown. */
  readonly description?: string;
  readonly deprecated?: string;
}

/** A function as its author writes it. */
export interface FunctionDefinition<
  P extends readonly Parameter[],
  V extends Parameter | undefined,
  R extends Notation,
> extends FunctionParts {
  readonly parameters: P;
  /** Takes any number of further arguments. */
  readonly variadicParameter?: V;
  readonly returns: R;
  /** `args` are {@link FunctionArguments}: one for each parameter, then any number for the variadic parameter. */
  call(args: FunctionArguments<P, V>, context: Context): Awaitable<FunctionAnswer<ValueOf<R> | null>>;
}

/** The name of a type, or a type of any depth in the protocol's notation: `["object", { size: "number" }]`. */
export type Notation = TypeName | Type;

/** A parameter of a function. */
export interface Parameter {
  readonly name: string;
  readonly type: Notation;
  readonly description?: string;
  readonly allowNull?: boolean;
  readonly allowUnknown?: boolean;
}

/** The result of a function, or why it has none. */
export type FunctionAnswer<R = Value> =
  | { readonly result: R }
  /** `argument` is the index of the wrong argument. */
  | { readonly error: string; readonly argument?: number };

/**
 * Defines a function. Its arguments and its result have the types of its parameters and of `returns`.
 *
 * @example
 * ```ts
 * const upper = defineFunction({
 *   summary: "The text in capital letters.",
 *   parameters: [{ name: "text", type: "string" }],
 *   returns: "string",
 *   call: ([text]) => ({ result: text.toUpperCase() }),
 * });
 * ```
 */
export function defineFunction<
  const P extends readonly Parameter[],
  const R extends Notation,
  const V extends Parameter | undefined = undefined,
>(definition: FunctionDefinition<P, V, R>): ProviderFunction {
  // The framework calls it only with arguments that it has read by the types of the parameters.
  return definition as unknown as ProviderFunction;
}

/** The type that a notation describes. */
export function notationType(notation: Notation): Type {
  const type = typeof notation === "string" ? typeNamed(notation) : notation;
  return type ?? "dynamic";
}

/** A general type says nothing about its values. */
type ValueOf<T> = Type extends T ? Value : Typed<T>;

/** Inside a value, anything can be null: the core checks only whole arguments. */
type Part<T> = ValueOf<T> | null;

type Typed<T> = T extends "dynamic"
  ? Dynamic
  : T extends "number"
    ? number | ExactNumber
    : T extends readonly ["list" | "set", infer Element]
      ? readonly Part<Element>[]
      : T extends readonly ["map", infer Element]
        ? Readonly<Record<string, Part<Element>>>
        : T extends readonly ["tuple", infer Elements]
          ? { readonly [Index in keyof Elements]: Part<Elements[Index]> }
          : T extends readonly ["object", infer Members, ...unknown[]]
            ? { readonly [Name in keyof Members]: Part<Members[Name]> }
            : KnownValue<T>;

type Argument<P> = P extends { readonly type: infer T }
  ?
      | (P extends { readonly allowUnknown: true } ? Uncertain<ValueOf<T>> : ValueOf<T>)
      | (P extends { readonly allowNull: true } ? null : never)
  : never;

type ArgumentsOf<P extends readonly Parameter[]> = { readonly [Index in keyof P]: Argument<P[Index]> };

/** The arguments of a call: one for each parameter, then any number for the variadic parameter. */
export type FunctionArguments<P extends readonly Parameter[], V> = readonly [
  ...ArgumentsOf<P>,
  ...(V extends Parameter ? Argument<V>[] : []),
];
