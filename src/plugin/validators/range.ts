import type { Validator } from "../schema.ts";
import { ExactNumber } from "../values/number.ts";
import { type Bounds, boundsText, checkBounds, isWithin, type Numeric } from "./bounds.ts";
import { refuse } from "./refuse.ts";

/**
 * The smallest and the largest number. Numbers are compared with all their digits.
 *
 *     port: { type: "integer", required: true, validators: [range({ min: 1, max: 65_535 })] },
 */
export function range(bounds: Bounds): Validator<Numeric> {
  const isNumber = (bound: Numeric) =>
    typeof bound === "bigint" || bound instanceof ExactNumber || Number.isFinite(bound);
  checkBounds("range", bounds, isNumber);
  const rule = `must be ${boundsText(bounds)}`;
  return (value, path, name) => (isWithin(value, bounds) ? [] : refuse(rule, path, name));
}
