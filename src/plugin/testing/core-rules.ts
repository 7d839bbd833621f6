import { partType, type Type } from "../values/type.ts";
import { Unknown } from "../values/unknown.ts";
import { isList, isRecord, type ObjectValue, type Value } from "../values/value.ts";
import { type CoreNested, type CoreSchema, type CoreShape, eachObject } from "./schema.ts";

// What Terraform and OpenTofu demand of a provider, in the words they complain with. Written apart from the
// framework's own checks: a mistake in those must not excuse itself here.

/** The provider broke a rule. A real core would blame it in front of the user. */
export class CoreViolation extends Error {
  override readonly name = "CoreViolation";
}

function violated(rule: string, detail: string): never {
  throw new CoreViolation(`${rule}: ${detail}`);
}

/** What the core proposes: the configuration, and prior values where it is silent about something computed. */
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

/** What an object was before: at the same place, or in a set the one that is the same but for computed values. */
function priorObject(
  nested: CoreNested,
  before: Value,
  object: ObjectValue,
  key: string | number | undefined,
): ObjectValue | null {
  if (nested.nesting !== "set") {
    const there = key === undefined ? before : partOf(before, key);
    return isRecord(there) ? there : null;
  }
  const candidates = isList(before) ? before.filter((candidate) => isRecord(candidate)) : [];
  const alike = candidates.find((candidate) =>
    [...nested.attributes].every(([name, { computed, type }]) => {
      const configured = object[name] ?? null;
      return (computed && configured === null) || same(candidate[name] ?? null, configured, type);
    }),
  );
  return alike ?? null;
}

function partOf(value: Value, key: string | number): Value {
  if (isList(value)) return value[Number(key)] ?? null;
  return isRecord(value) && Object.hasOwn(value, key) ? (value[key] ?? null) : null;
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
      // As configured.
    } else if (configured === null) {
      if (!attribute.computed) violated(rule, `${where} is not computed, but planned`);
    } else if (before !== null && same(after, before, type)) {
      // As it was.
    } else if (nested === undefined || configured instanceof Unknown) {
      violated(rule, `${where} is neither the configured nor the prior value`);
    } else checkNestedPlan(rule, nested, before, configured, after, where);
  }
}

/** As many objects as are configured, none of them unknown as a whole, each by the same rules. */
function checkNestedPlan(
  rule: string,
  nested: CoreNested,
  before: Value,
  configured: Value,
  after: Value,
  where: string,
): void {
  if (after === null || after instanceof Unknown) violated(rule, `${where} is configured, but not planned`);
  if (objectsIn(nested, configured).length !== objectsIn(nested, after).length)
    violated(rule, `${where} has another number of objects than is configured`);
  eachObject(nested, configured, (object, key) => {
    const old = priorObject(nested, before, object, key);
    if (nested.nesting === "set") {
      const fits = objectsIn(nested, after).some((candidate) => isPlanOf(nested, old, object, candidate));
      if (!fits) violated(rule, `${where} has nothing for one of the configured objects`);
      return null;
    }
    const planned = key === undefined ? after : partOf(after, key);
    if (!isRecord(planned)) return violated(rule, `${where} lacks what is configured`);
    checkPlan(nested, old, object, planned, key === undefined ? `${where}.` : `${where}[${key}].`);
    return null;
  });
}

function isPlanOf(nested: CoreNested, prior: ObjectValue | null, config: ObjectValue, planned: ObjectValue) {
  try {
    checkPlan(nested, prior, config, planned);
    return true;
  } catch (error) {
    if (error instanceof CoreViolation) return false;
    throw error;
  }
}

function objectsIn(nested: CoreNested, value: Value): ObjectValue[] {
  const objects: ObjectValue[] = [];
  eachObject(nested, value, (object) => {
    objects.push(object);
    return null;
  });
  return objects;
}

/** The plan is made again when it is applied, with more known. What was known before must not differ. */
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

/** A state of any origin is wholly known and free of write-only values. */
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

/** Whether two values are one to the core. */
export function same(left: Value, right: Value, type: Type): boolean {
  return fingerprint(left, type) === fingerprint(right, type);
}

function compatible(planned: Value, actual: Value, type: Type): boolean {
  if (planned instanceof Unknown) {
    return !(planned.refinement?.nullness === false && actual === null);
  }
  if (!hasUnknown(planned) || actual === null) return same(planned, actual, type);
  if (isList(planned) && isList(actual)) {
    if (type[0] === "set") {
      const element = partType(type, 0);
      if (new Set(actual.map((part) => fingerprint(part, element))).size > planned.length) return false;
      return planned.every((part) => actual.some((other) => compatible(part, other, element)));
    }
    return (
      planned.length === actual.length &&
      planned.every((part, i) => compatible(part, actual[i] ?? null, partType(type, i)))
    );
  }
  return (
    isRecord(planned) &&
    isRecord(actual) &&
    Object.keys(planned).sort().join() === Object.keys(actual).sort().join() &&
    Object.keys(planned).every((key) =>
      compatible(planned[key] ?? null, actual[key] ?? null, partType(type, key)),
    )
  );
}

export function hasUnknown(value: Value): boolean {
  if (value instanceof Unknown) return true;
  if (isList(value)) return value.some(hasUnknown);
  return isRecord(value) && Object.values(value).some(hasUnknown);
}

function fingerprint(value: Value, type: Type): string {
  if (value instanceof Unknown) return "(unknown)";
  if (isList(value)) {
    const parts = value.map((part, index) => fingerprint(part, partType(type, index)));
    return `[${type[0] === "set" ? [...new Set(parts)].sort().join() : parts.join()}]`;
  }
  if (isRecord(value)) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, part]) => `${JSON.stringify(key)}=${fingerprint(part, partType(type, key))}`).join()}}`;
  }
  return typeof value === "string" ? JSON.stringify(value.normalize()) : String(value);
}
