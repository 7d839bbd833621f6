import { deepestNesting, parseType } from "./type.ts";
import { Dynamic, isObjectLike } from "./value.ts";
import { ValueError } from "./value-error.ts";

/** Why a dynamic value could never be read again, as the end of a sentence. Undefined if it could. */
export function dynamicProblem(dynamic: Dynamic): string | undefined {
  try {
    checkTypes(dynamic, 0);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof ValueError)) throw thrown;
    return `is a dynamic value that cannot be stored: ${thrown.message}`;
  }
}

/** Reads the types of all dynamic values in `value`, as a decoder does. */
function checkTypes(value: unknown, depth: number): void {
  if (depth > deepestNesting) throw new ValueError("it is nested too deeply");
  if (value instanceof Dynamic) {
    parseType(value.type, depth + 1);
    checkTypes(value.value, depth + 1);
  } else if (Array.isArray(value) || isObjectLike(value)) {
    for (const part of Object.values(value)) checkTypes(part, depth + 1);
  }
}
