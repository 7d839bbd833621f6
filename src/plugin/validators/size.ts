import type { Validator } from "../schema.ts";
import { type Bounds, boundsText, checkBounds, isWithin } from "./bounds.ts";
import { refuse } from "./refuse.ts";

/**
 * The length of a string in characters. These are Unicode code points: "é" and "😀" are one character each, a family
 * emoji is several.
 *
 *     name: { type: "string", required: true, validators: [length({ min: 1, max: 63 })] },
 */
export function length(bounds: Bounds<number>): Validator<string> {
  return counting("length", bounds, "character", (text: string) => [...text].length);
}

/**
 * The number of elements of a list, set or map.
 *
 *     tags: { type: "set(string)", optional: true, validators: [size({ max: 50 })] },
 */
export function size(bounds: Bounds<number>): Validator<Collection> {
  return counting("size", bounds, "element", (collection: Collection) => Object.keys(collection).length);
}

type Collection = readonly unknown[] | Readonly<Record<string, unknown>>;

function counting<T>(
  validator: string,
  bounds: Bounds<number>,
  unit: string,
  count: (value: T) => number,
): Validator<T> {
  checkBounds(validator, bounds, (bound) => Number.isSafeInteger(bound) && Number(bound) >= 0);
  const units = (bounds.max ?? bounds.min) === 1 ? unit : `${unit}s`;
  const rule = `must have ${boundsText(bounds)} ${units}`;
  return (value, path, name) => (isWithin(count(value), bounds) ? [] : refuse(rule, path, name));
}
