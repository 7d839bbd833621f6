import {
  type AttributePath,
  type CallDescription,
  type Diagnostic,
  pathText,
  providerBug,
  within,
} from "../diagnostics.ts";
import type { Schema } from "../schema.ts";
import { partType, type Type } from "../values/type.ts";
import { Unknown } from "../values/unknown.ts";
import {
  canonicalText,
  Dynamic,
  equal,
  isList,
  isObjectLike,
  isWhollyKnown,
  type ObjectValue,
  type Value,
} from "../values/value.ts";

// The user approved the plan. The result of an apply must match it.

export function resultProblems(
  doing: CallDescription,
  schema: Schema,
  planned: ObjectValue,
  state: ObjectValue,
): Diagnostic[] {
  return Object.entries(schema.type[1]).flatMap(([name, type]) => {
    const broken = brokenPromise(planned[name] ?? null, state[name] ?? null, type, [name]);
    if (broken === undefined) return [];
    // Not the values: a user may have put a secret into any attribute.
    const problem = `"${pathText(broken, schema.type)}" differs from what was planned.`;
    return [providerBug(doing, problem, broken)];
  });
}

/** The innermost path where the result differs from the plan. */
function brokenPromise(
  planned: Value,
  result: Value,
  type: Type,
  path: AttributePath,
): AttributePath | undefined {
  if (planned instanceof Unknown) return undefined;
  if (equal(planned, result, type)) return undefined;
  if (planned instanceof Dynamic && result instanceof Dynamic) {
    const [promised, kept] = [JSON.stringify(planned.type), JSON.stringify(result.type)];
    return promised === kept ? brokenPromise(planned.value, result.value, planned.type, path) : path;
  }
  if (type[0] === "set") return keepsSet(planned, result, partType(type, 0), path) ? undefined : path;
  const [promises, results] = [toEntries(planned), toEntries(result)];
  if (promises === undefined || results === undefined || promises.size !== results.size) return path;
  for (const [key, promise] of promises) {
    const part = results.get(key);
    if (part === undefined) return path;
    const broken = brokenPromise(promise, part, partType(type, key), within(path, key));
    if (broken !== undefined) return broken;
  }
  return undefined;
}

function toEntries(value: Value): ReadonlyMap<string | number, Value> | undefined {
  if (isList(value)) return new Map(value.entries());
  return isObjectLike(value) ? new Map(Object.entries(value)) : undefined;
}

/** Unknown elements of a set may turn out equal to others: the set can shrink, but not grow. */
function keepsSet(planned: Value, result: Value, type: Type, path: AttributePath): boolean {
  if (isWhollyKnown(planned) || !isList(planned) || !isList(result)) return false;
  const results = new Set(result.map((part) => canonicalText(part, type)));
  const isKept = (promise: Value) =>
    result.some((part) => brokenPromise(promise, part, type, path) === undefined);
  return results.size <= planned.length && planned.every(isKept);
}
