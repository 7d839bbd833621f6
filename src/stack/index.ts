/** The rules for a whole stack, from constructs or from JSON. */

export { checkStack } from "./check.ts";
export { type JsonElement, type Origin, stackFromJson } from "./from-json.ts";
export type { Stack } from "./model.ts";
