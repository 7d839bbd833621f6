import { type AttributePath, type Diagnostic, pathText, providerBug, within } from "../diagnostics.ts";
import { isNested, isSecret, type Member, membersAlong, membersOf, type Schema } from "../schema.ts";
import { partType, type Type } from "../values/type.ts";
import { Unknown } from "../values/unknown.ts";
import {
  equal,
  fits,
  identity,
  isList,
  isRecord,
  isWhollyKnown,
  type ObjectValue,
  type Value,
} from "../values/value.ts";

// What was planned is a promise to the user, which the result of an apply has to keep.

export function resultProblems(
  doing: string,
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
  const along = membersAlong(path, schema);
  return along.some(isSecret) || along.slice(-1).some(holdsSecret);
}

function holdsSecret(member: Member): boolean {
  return isSecret(member) || (isNested(member) && membersOf(member).some(([, part]) => holdsSecret(part)));
}

const longestShown = 200;

function shown(value: Value): string {
  const text = JSON.stringify(value, (_key, part) => (part instanceof Unknown ? "(unknown)" : part));
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

interface BrokenPromise {
  readonly path: AttributePath;
  readonly planned: Value;
  readonly result: Value;
}

/** The first place, as far inside as can be, where a result is not what was planned. */
function brokenPromise(
  planned: Value,
  result: Value,
  type: Type,
  path: AttributePath,
): BrokenPromise | undefined {
  const here = { path, planned, result };
  if (planned instanceof Unknown) return fits(result, planned.refinement) ? undefined : here;
  if (equal(planned, result, type)) return undefined;
  if (type[0] === "set") return keepsSet(planned, result, partType(type, 0), path) ? undefined : here;
  const [promises, results] = [partsOf(planned), partsOf(result)];
  if (promises === undefined || results === undefined || promises.size !== results.size) return here;
  for (const [key, promise] of promises) {
    const part = results.get(key);
    if (part === undefined) return here;
    const broken = brokenPromise(promise, part, partType(type, key), within(path, key));
    if (broken !== undefined) return broken;
  }
  return undefined;
}

function partsOf(value: Value): ReadonlyMap<string | number, Value> | undefined {
  if (isList(value)) return new Map(value.entries());
  return isRecord(value) ? new Map(Object.entries(value)) : undefined;
}

/** Unknown elements of a set may turn out to be equal to others: it can shrink, but not grow. */
function keepsSet(planned: Value, result: Value, type: Type, path: AttributePath): boolean {
  if (isWhollyKnown(planned) || !isList(planned) || !isList(result)) return false;
  const results = new Set(result.map((part) => identity(part, type)));
  const isKept = (promise: Value) =>
    result.some((part) => brokenPromise(promise, part, type, path) === undefined);
  return results.size <= planned.length && planned.every(isKept);
}
