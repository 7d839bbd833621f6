import { partType, type Type } from "../values/type.ts";
import { Unknown } from "../values/unknown.ts";
import { Dynamic, isList, isObjectLike, type ObjectValue, type Value } from "../values/value.ts";
import { canonicalText, same } from "./same.ts";
import { type CoreNested, type CoreSchema, type CoreShape, eachObject } from "./schema.ts";

// The rules of Terraform and OpenTofu for providers, with their error messages. They share no code with the framework's
// checks, so that a mistake there is found here.

/** The provider broke a rule. A real core would report it to the user. */
export class CoreViolation extends Error {
  override readonly name = "CoreViolation";
}

function violated(rule: string, detail: string): never {
  throw new CoreViolation(`${rule}: ${detail}`);
}

/** The core's proposal: the configuration, and prior values for computed attributes that are not configured. */
export function proposedNewState(
  shape: CoreShape,
  prior: ObjectValue | null,
  config: ObjectValue,
): ObjectValue {
  const proposed: Record<string, Value> = {};
  for (const [name, { computed, nested }] of shape.attributes) {
    const [before, configured] = [prior?.[name] ?? null, config[name] ?? null];
    if (configured === null) proposed[name] = computed ? before : null;
    else if (nested === undefined) proposed[name] = configured;
    else
      proposed[name] = eachObject(nested, configured, (object, key) =>
        proposedNewState(nested, priorObject(nested, before, object, key), object),
      );
  }
  return proposed;
}

/** The prior object: the one with the same index or key, or in a set the one that differs only in computed values. */
function priorObject(
  nested: CoreNested,
  before: Value,
  object: ObjectValue,
  key: string | number | undefined,
): ObjectValue | null {
  if (nested.nesting !== "set") {
    const there = key === undefined ? before : findPart(before, key);
    return isObjectLike(there) ? there : null;
  }
  const candidates = isList(before) ? before.filter((candidate) => isObjectLike(candidate)) : [];
  const alike = candidates.find((candidate) =>
    [...nested.attributes].every(([name, { computed, type }]) => {
      const configured = object[name] ?? null;
      return (computed && configured === null) || same(candidate[name] ?? null, configured, type);
    }),
  );
  return alike ?? null;
}

function findPart(value: Value, key: string | number): Value {
  if (isList(value)) return value[Number(key)] ?? null;
  return isObjectLike(value) && Object.hasOwn(value, key) ? (value[key] ?? null) : null;
}

export function checkPlan(
  shape: CoreShape,
  prior: ObjectValue | null,
  config: ObjectValue,
  planned: ObjectValue,
  place = "",
): void {
  const rule = "Provider produced invalid plan";
  for (const [name, attribute] of shape.attributes) {
    const [before, configured, after] = [prior?.[name] ?? null, config[name] ?? null, planned[name] ?? null];
    const { type, nested } = attribute;
    const where = `${place}${name}`;
    if (attribute.writeOnly) {
      if (after !== null) violated(rule, `write-only ${where} is planned`);
    } else if (same(after, configured, type)) {
      // The configured value.
    } else if (configured === null) {
      if (!attribute.computed) violated(rule, `${where} is not computed, but planned`);
    } else if (before !== null && same(after, before, type)) {
      // The prior value.
    } else if (nested === undefined || configured instanceof Unknown) {
      violated(rule, `${where} is neither the configured nor the prior value`);
    } else checkNestedPlan(rule, nested, before, configured, after, where);
  }
}

/** The number of objects must match the configuration, no object may be unknown, and each must follow the rules. */
function checkNestedPlan(
  rule: string,
  nested: CoreNested,
  before: Value,
  configured: Value,
  after: Value,
  where: string,
): void {
  if (after === null || after instanceof Unknown) violated(rule, `${where} is configured, but not planned`);
  if (listObjects(nested, configured).length !== listObjects(nested, after).length)
    violated(rule, `${where} has another number of objects than is configured`);
  eachObject(nested, configured, (object, key) => {
    const old = priorObject(nested, before, object, key);
    if (nested.nesting === "set") {
      const fits = listObjects(nested, after).some((candidate) =>
        matchesPlan(nested, old, object, candidate),
      );
      if (!fits) violated(rule, `${where} has nothing for one of the configured objects`);
      return null;
    }
    const planned = key === undefined ? after : findPart(after, key);
    if (!isObjectLike(planned)) return violated(rule, `${where} lacks what is configured`);
    checkPlan(nested, old, object, planned, key === undefined ? `${where}.` : `${where}[${key}].`);
    return null;
  });
}

function matchesPlan(
  nested: CoreNested,
  prior: ObjectValue | null,
  config: ObjectValue,
  planned: ObjectValue,
) {
  try {
    checkPlan(nested, prior, config, planned);
    return true;
  } catch (error) {
    if (error instanceof CoreViolation) return false;
    throw error;
  }
}

function listObjects(nested: CoreNested, value: Value): ObjectValue[] {
  const objects: ObjectValue[] = [];
  eachObject(nested, value, (object) => {
    objects.push(object);
    return null;
  });
  return objects;
}

/** The core plans again during the apply, when more is known. Values that were already known must not change. */
export function checkFinalPlan(schema: CoreSchema, first: ObjectValue, final: ObjectValue): void {
  for (const [name, { type }] of schema.attributes) {
    if (!compatible(first[name] ?? null, final[name] ?? null, type)) {
      violated("Provider produced inconsistent final plan", name);
    }
  }
}

export function checkResult(schema: CoreSchema, planned: ObjectValue, result: ObjectValue): void {
  for (const [name, { type }] of schema.attributes) {
    if (!compatible(planned[name] ?? null, result[name] ?? null, type)) {
      violated("Provider produced inconsistent result after apply", name);
    }
  }
}

/** Every state must be known and have no write-only values. */
export function checkStored(shape: CoreShape, state: ObjectValue): void {
  for (const [name, { writeOnly, nested }] of shape.attributes) {
    const value = state[name] ?? null;
    if (hasUnknown(value)) violated("Provider returned invalid result object", `${name} is unknown`);
    if (writeOnly && value !== null) violated("Write-only attribute set", name);
    if (nested === undefined) continue;
    if (value === null && nested.isBlock && nested.nesting !== "single")
      violated("Provider returned invalid result object", `the blocks ${name} are null`);
    eachObject(nested, value, (object) => {
      checkStored(nested, object);
      return null;
    });
  }
}

export function checkDataSource(schema: CoreSchema, config: ObjectValue, state: ObjectValue): void {
  checkStored(schema, state);
  checkPlan(schema, null, config, state);
}

function compatible(planned: Value, actual: Value, type: Type): boolean {
  if (planned instanceof Unknown) {
    return !(planned.refinement?.nullness === false && actual === null);
  }
  if (!hasUnknown(planned) || actual === null) return same(planned, actual, type);
  if (planned instanceof Dynamic && actual instanceof Dynamic) {
    const isOneType = JSON.stringify(planned.type) === JSON.stringify(actual.type);
    return isOneType && compatible(planned.value, actual.value, planned.type);
  }
  if (isList(planned) && isList(actual)) {
    if (type[0] === "set") {
      const element = partType(type, 0);
      if (new Set(actual.map((part) => canonicalText(part, element))).size > planned.length) return false;
      return planned.every((part) => actual.some((other) => compatible(part, other, element)));
    }
    return (
      planned.length === actual.length &&
      planned.every((part, i) => compatible(part, actual[i] ?? null, partType(type, i)))
    );
  }
  return (
    isObjectLike(planned) &&
    isObjectLike(actual) &&
    Object.keys(planned).sort().join() === Object.keys(actual).sort().join() &&
    Object.keys(planned).every((key) =>
      compatible(planned[key] ?? null, actual[key] ?? null, partType(type, key)),
    )
  );
}

export function hasUnknown(value: Value): boolean {
  if (value instanceof Unknown) return true;
  if (value instanceof Dynamic) return hasUnknown(value.value);
  if (isList(value)) return value.some(hasUnknown);
  return isObjectLike(value) && Object.values(value).some(hasUnknown);
}
