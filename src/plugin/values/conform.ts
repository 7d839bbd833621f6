import { dynamicProblem } from "./dynamic-problem.ts";
import { int64Range, isInt64 } from "./int64.ts";
import { ExactNumber } from "./number.ts";
import { partType, type Type } from "./type.ts";
import { Unknown } from "./unknown.ts";
import { Dynamic, isObjectLike } from "./value.ts";

/**
 * Why `value` is not of `type`, as the end of a sentence ("must be a string, not a number"). Undefined if it is. Never
 * contains the value: it may be secret.
 */
export function mismatch(value: unknown, type: Type): string | undefined {
  if (value === null || value instanceof Unknown) return undefined;
  if (type === "dynamic") {
    if (!(value instanceof Dynamic)) return expected("a Dynamic", value);
    return dynamicProblem(value) ?? mismatch(value.value, value.type);
  }
  if (type === "string") return typeof value === "string" ? undefined : expected("a string", value);
  if (type === "bool") return typeof value === "boolean" ? undefined : expected("a boolean", value);
  if (type === "number") {
    const isNumber = (typeof value === "number" && !Number.isNaN(value)) || value instanceof ExactNumber;
    return isNumber ? undefined : expected("a number", value);
  }
  if (type === "int64") {
    if (typeof value !== "bigint") return expected("a bigint", value);
    return isInt64(value) ? undefined : `must be from ${int64Range}`;
  }
  const [kind, inner] = type;
  if (kind === "list" || kind === "set" || kind === "tuple") {
    if (!Array.isArray(value)) return expected("an array", value);
    if (kind === "tuple" && value.length !== inner.length) return `must have ${inner.length} elements`;
    return firstProblem(value.map((element, index) => mismatch(element, partType(type, index))));
  }
  if (!isObjectLike(value)) return expected("a plain object", value);
  if (kind === "map") return firstProblem(Object.values(value).map((element) => mismatch(element, inner)));
  const surplus = Object.keys(value).find((name) => !Object.hasOwn(inner, name));
  if (surplus !== undefined) return `has an attribute "${surplus}" that its type does not have`;
  for (const [name, attributeType] of Object.entries(inner)) {
    if (!Object.hasOwn(value, name)) return `lacks the attribute "${name}"`;
    const problem = mismatch(value[name], attributeType);
    if (problem !== undefined) return `has an attribute "${name}" which ${problem}`;
  }
  return undefined;
}

function firstProblem(problems: readonly (string | undefined)[]): string | undefined {
  return problems.find((problem) => problem !== undefined);
}

function expected(what: string, value: unknown): string {
  return `must be ${what}, not ${describeKind(value)}`;
}

function describeKind(value: unknown): string {
  if (value === undefined) return "undefined";
  if (Array.isArray(value)) return "an array";
  if (Number.isNaN(value)) return "NaN";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
