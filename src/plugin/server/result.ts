import {
  type AttributePath,
  type CallDescription,
  type Diagnostic,
  pathText,
  providerBug,
  within,
} from "../diagnostics.ts";
import { isNested, isSecret, listMembers, type Member, membersOnPath, type Schema } from "../schema.ts";
import { toJsonText } from "../values/json.ts";
import { partType, type Type } from "../values/type.ts";
import { Unknown } from "../values/unknown.ts";
import {
  canonicalText,
  Dynamic,
  equal,
  fits,
  isList,
  isObjectLike,
  isWhollyKnown,
  type ObjectValue,
  replaceUnknown,
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
    const { path } = broken;
    const values = mayBeSecret(path, schema)
      ? ""
      : `: it is ${shown(broken.result)}, not ${shown(broken.planned)}`;
    const problem = `"${pathText(path, schema.type)}" differs from what was planned${values}.`;
    return [providerBug(doing, problem, path)];
  });
}

function mayBeSecret(path: AttributePath, schema: Schema): boolean {
  const along = membersOnPath(path, schema);
  return along.some(isSecret) || along.slice(-1).some(holdsSecret);
}

function holdsSecret(member: Member): boolean {
  return isSecret(member) || (isNested(member) && listMembers(member).some(([, part]) => holdsSecret(part)));
}

const longestShown = 200;

function shown(value: Value): string {
  const text = toJsonText(replaceUnknown(value, "(unknown)"));
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

interface BrokenPromise {
  readonly path: AttributePath;
  readonly planned: Value;
  readonly result: Value;
}

/** The innermost path where the result differs from the plan. */
function brokenPromise(
  planned: Value,
  result: Value,
  type: Type,
  path: AttributePath,
): BrokenPromise | undefined {
  const here = { path, planned, result };
  if (planned instanceof Unknown) return fits(result, planned.refinement) ? undefined : here;
  if (equal(planned, result, type)) return undefined;
  if (planned instanceof Dynamic && result instanceof Dynamic) {
    const [promised, kept] = [JSON.stringify(planned.type), JSON.stringify(result.type)];
    return promised === kept ? brokenPromise(planned.value, result.value, planned.type, path) : here;
  }
  if (type[0] === "set") return keepsSet(planned, result, partType(type, 0), path) ? undefined : here;
  const [promises, results] = [toEntries(planned), toEntries(result)];
  if (promises === undefined || results === undefined || promises.size !== results.size) return here;
  for (const [key, promise] of promises) {
    const part = results.get(key);
    if (part === undefined) return here;
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
