import type { ExactNumber } from "./values/number.ts";
import type { Unknown } from "./values/unknown.ts";
import { type Dynamic, isWhollyKnown, type Value } from "./values/value.ts";

type Indivisible = string | boolean | number | bigint | ExactNumber | Dynamic | null;

/** A value that is known, unknown, or has unknown parts. */
export type Uncertain<T> = Unknown extends T ? T : Opened<T>;

type Opened<T> = T extends Indivisible
  ? T | Unknown
  : T | { readonly [Key in keyof T]: Uncertain<T[Key]> } | Unknown;

/** Whether a type may contain an unknown. False for `Value`: its type does not tell. */
type HoldsUnknown<T> = Value extends T ? false : PartHoldsUnknown<T>;

type PartHoldsUnknown<T> = T extends Unknown
  ? true
  : T extends Indivisible
    ? false
    : T extends readonly (infer Element)[]
      ? HoldsUnknown<Element>
      : T extends object
        ? HoldsUnknown<T[keyof T]>
        : false;

/** The members of a union that cannot contain an unknown. */
export type Known<T> = T extends unknown ? (true extends HoldsUnknown<T> ? never : T) : never;

/** Whether a value and all its parts are known. Also takes a whole plan or configuration. */
export function isKnown<T>(value: T): value is Known<T> {
  return isWhollyKnown(value as Value);
}
