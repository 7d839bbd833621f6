/** The rules that a whole stack has to keep, whichever way it was written. */
export { checkStack, type Finding } from "./check.ts";
export { type JsonElement, stackFromJson } from "./from-json.ts";
export {
  checkedNames,
  type Element,
  type Kind,
  membersOf,
  type Stack,
  secretNames,
  type Waiting,
} from "./model.ts";
