import { isComputed, type Schema } from "../schema.ts";
import { UNKNOWN } from "../values/unknown.ts";
import { equal, type ObjectValue, type Value } from "../values/value.ts";

// How a plan follows from a schema, the same for every resource.

/**
 * The plan before the resource's own say. It begins with what the core proposes: the configuration, and prior
 * values where the configuration is silent.
 */
export function startingPlan(
  schema: Schema,
  config: ObjectValue,
  prior: ObjectValue | null,
  proposed: ObjectValue,
): ObjectValue {
  const planned: Record<string, Value> = {};
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    const configured = config[name] ?? null;
    // The core's proposal contains write-only values; planned and stored they must not be.
    if (attribute.writeOnly) planned[name] = null;
    else if (configured === null && attribute.default !== undefined) planned[name] = attribute.default;
    else planned[name] = proposed[name] ?? null;
  }
  if (prior !== null && changedAttributes(schema, prior, planned).length === 0) return planned;

  // Something changes, so whatever the provider computes may come out differently, unless the schema says not.
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    const chosenByProvider = isComputed(attribute) && (config[name] ?? null) === null;
    if (!chosenByProvider || attribute.default !== undefined) continue;
    const keeps = attribute.useStateForUnknown === true && (prior?.[name] ?? null) !== null;
    if (!keeps) planned[name] = UNKNOWN;
  }
  return planned;
}

export function changedAttributes(schema: Schema, prior: ObjectValue, planned: ObjectValue): string[] {
  return Object.entries(schema.type[1])
    .filter(([name, type]) => !equal(prior[name] ?? null, planned[name] ?? null, type))
    .map(([name]) => name);
}

/** The changed attributes because of which the object must be replaced. */
export function replacedBecauseOf(
  schema: Schema,
  changed: readonly string[],
  canUpdate: boolean,
): readonly string[] {
  const marked = changed.filter((name) => schema.attributes[name]?.requiresReplace);
  if (canUpdate) return marked;
  // Without an update every change replaces. The user is shown arguments; computed values only for want of any.
  const args = changed.filter(
    (name) => schema.attributes[name]?.required || schema.attributes[name]?.optional,
  );
  return args.length > 0 ? args : changed;
}
