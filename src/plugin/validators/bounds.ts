import { compareNumbers, ExactNumber } from "../values/number.ts";

// The smallest and the largest number that a validator accepts.

/** A number of any attribute. */
export type Numeric = number | ExactNumber | bigint;

/** A minimum, a maximum, or both. Both are included. */
export type Bounds<N extends Numeric = Numeric> =
  | { readonly min: N; readonly max?: N }
  | { readonly min?: N; readonly max: N };

/** Checks the bounds that an author wrote. `validator` names the validator in the error. */
export function checkBounds(
  validator: string,
  { min, max }: Bounds,
  isValid: (bound: Numeric) => boolean,
): void {
  if (min === undefined && max === undefined) throw new TypeError(`${validator} needs min, max or both`);
  for (const bound of [min, max])
    if (bound !== undefined && !isValid(bound))
      throw new TypeError(`${validator} cannot have the bound ${bound}`);
  if (min !== undefined && max !== undefined && compareExactly(min, max) > 0)
    throw new TypeError(`${validator} has a min that is larger than its max`);
}

export function isWithin(value: Numeric, { min, max }: Bounds): boolean {
  return (
    (min === undefined || compareExactly(value, min) >= 0) &&
    (max === undefined || compareExactly(value, max) <= 0)
  );
}

/** Such as "1 to 63" or "at least 1". */
export function boundsText({ min, max }: Bounds): string {
  if (max === undefined) return `at least ${min}`;
  if (min === undefined) return `at most ${max}`;
  return compareExactly(min, max) === 0 ? `exactly ${max}` : `${min} to ${max}`;
}

/** Negative, zero or positive: `left` is smaller than, equal to, or larger than `right`. No digit is lost. */
export function compareExactly(left: Numeric, right: Numeric): number {
  return compareNumbers(decimal(left), decimal(right));
}

function decimal(value: Numeric): number | ExactNumber {
  return typeof value === "bigint" ? (ExactNumber.parse(String(value)) ?? 0) : value;
}
