/** The rules that a whole stack has to keep, whichever way it was written. */

export { checkStack } from "./check.ts";
export { type JsonElement, type Origin, stackFromJson } from "./from-json.ts";
export type { Element, Finding, Stack, Waiting } from "./model.ts";
