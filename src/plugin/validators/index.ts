/**
 * Validators for attributes, and rules about arguments that depend on each other. Their messages name the attribute and
 * state the rule. They never contain the value.
 *
 *     import { length, matches } from "certorder/plugin/validators";
 *
 *     name: {
 *       type: "string",
 *       required: true,
 *       validators: [length({ min: 1, max: 63 }), matches(/^[a-z]+$/, "must have only lower case letters")],
 *     },
 */
import "../process/starting.ts";

export type { Bounds, Numeric } from "./bounds.ts";
export { eachElement, eachKey, uniqueValues } from "./elements.ts";
export { matches } from "./matches.ts";
export { noneOf, oneOf } from "./one-of.ts";
export { range } from "./range.ts";
export { atLeastOneOf, conflictsWith, exactlyOneOf, requiredTogether, requiredWith } from "./rules.ts";
export { length, size } from "./size.ts";
