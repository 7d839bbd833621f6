/** The rules for a whole stack, from constructs or from JSON. */

export { checkStack } from "./check.ts";
export { holdsNumberToken } from "./expressions.ts";
export { effectiveProvider, type Origin, readElements, readParts } from "./from-json.ts";
export type { Element } from "./model.ts";
export { type LiteralOrders, literalOrders } from "./orders.ts";
