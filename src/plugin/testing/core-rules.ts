import type { Type } from "../values/type.ts";
import { Unknown } from "../values/unknown.ts";
import type { ObjectValue, Value } from "../values/value.ts";
import type { CoreSchema } from "./schema.ts";

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
  schema: CoreSchema,
  prior: ObjectValue | null,
  config: ObjectValue,
): ObjectValue {
  const proposed: Record<string, Value> = {};
  for (const [name, attribute] of schema.attributes) {
    const configured = config[name] ?? null;
    proposed[name] = configured === null && attribute.computed ? (prior?.[name] ?? null) : configured;
  }
  return proposed;
}

export function checkPlan(
  schema: CoreSchema,
  prior: ObjectValue | null,
  config: ObjectValue,
  planned: ObjectValue,
): void {
  const rule = "Provider produced invalid plan";
  for (const [name, attribute] of schema.attributes) {
    const [before, configured, after] = [prior?.[name] ?? null, config[name] ?? null, planned[name] ?? null];
    if (attribute.writeOnly) {
      if (after !== null) violated(rule, `write-only ${name} is planned`);
    } else if (configured === null) {
      if (after !== null && !attribute.computed) violated(rule, `${name} is not computed, but planned`);
    } else if (
      !same(after, configured, attribute.type) &&
      (before === null || !same(after, before, attribute.type))
    ) {
      violated(rule, `${name} is neither the configured nor the prior value`);
    }
  }
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
export function checkStored(schema: CoreSchema, state: ObjectValue): void {
  for (const [name, attribute] of schema.attributes) {
    const value = state[name] ?? null;
    if (hasUnknown(value)) violated("Provider returned invalid result object", `${name} is unknown`);
    if (attribute.writeOnly && value !== null) violated("Write-only attribute set", name);
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
  if (Array.isArray(planned) && Array.isArray(actual)) {
    const element = type[1] as Type;
    if (type[0] === "set") {
      if (new Set(actual.map((part) => fingerprint(part, element))).size > planned.length) return false;
      return planned.every((part) => hasUnknown(part) || actual.some((other) => same(part, other, element)));
    }
    return (
      planned.length === actual.length &&
      planned.every((part, i) => compatible(part, actual[i] ?? null, element))
    );
  }
  const [from, to] = [planned as ObjectValue, actual as ObjectValue];
  return (
    Object.keys(from).sort().join() === Object.keys(to).sort().join() &&
    Object.keys(from).every((key) => compatible(from[key] ?? null, to[key] ?? null, type[1] as Type))
  );
}

export function hasUnknown(value: Value): boolean {
  if (value instanceof Unknown) return true;
  if (Array.isArray(value)) return value.some(hasUnknown);
  return typeof value === "object" && value !== null && Object.values(value).some(hasUnknown);
}

function fingerprint(value: Value, type: Type): string {
  if (value instanceof Unknown) return "(unknown)";
  if (Array.isArray(value)) {
    const parts = value.map((part) => fingerprint(part, type[1] as Type));
    return `[${type[0] === "set" ? [...new Set(parts)].sort().join() : parts.join()}]`;
  }
  if (type[0] === "map" && value !== null) {
    const entries = Object.entries(value as ObjectValue).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, part]) => `${JSON.stringify(key)}=${fingerprint(part, type[1] as Type)}`).join()}}`;
  }
  return typeof value === "string" ? JSON.stringify(value.normalize()) : String(value);
}
