import type { ExactNumber } from "./number.ts";

// Go's int64: a whole number of 64 bits. Authors see a `bigint`, and on the wire it is a number.

/** The smallest and the largest one. */
export const int64Range = "-9223372036854775808 to 9223372036854775807";

export function isInt64(value: unknown): value is bigint {
  return typeof value === "bigint" && BigInt.asIntN(64, value) === value;
}

/** A number as `bigint`; undefined if it is a fraction or out of range. */
export function toInt64(number: number | ExactNumber | bigint): bigint | undefined {
  // A JavaScript number stands for the decimal that it prints, so its text is read.
  const text = String(number);
  const integer = /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined;
  return isInt64(integer) ? integer : undefined;
}
