import { type Diagnostic, providerBug } from "../diagnostics.ts";
import { isComputed, type Schema } from "../schema.ts";
import { mismatch } from "../values/conform.ts";
import type { Type } from "../values/type.ts";
import { Unknown } from "../values/unknown.ts";
import {
  equal,
  fits,
  identity,
  isRecord,
  isWhollyKnown,
  type ObjectValue,
  type Value,
} from "../values/value.ts";

// The core checks what a provider answers and blames the provider in words that help nobody. The same rules are
// kept here, where the resource and the attribute can be named. No message contains a value: it may be secret.

export interface Checked {
  /** The answer with everything put right that could not be stored or sent. */
  readonly value: ObjectValue;
  readonly problems: readonly Diagnostic[];
}

/** Checks the shape of an answer: every attribute, of the right type, and no write-only value. */
export function checkShape(
  doing: string,
  schema: Schema,
  answer: unknown,
  fallback: ObjectValue | null,
): Checked {
  const problems: Diagnostic[] = [];
  const given = isRecord(answer) ? answer : {};
  if (!isRecord(answer)) problems.push(providerBug(doing, "the answer is not an object."));
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(schema.attributes, name)) {
      problems.push(providerBug(doing, `the answer has an attribute "${name}" that is not in the schema.`));
    }
  }
  const value: Record<string, Value> = {};
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    const part = given[name];
    const wrong = mismatch(part, typeOf(schema, name));
    if (wrong !== undefined) {
      problems.push(providerBug(doing, `the value of "${name}" ${wrong}.`, name));
      value[name] = fallback?.[name] ?? null;
    } else {
      value[name] = part as Value;
    }
    if (attribute.writeOnly && value[name] !== null) {
      problems.push(
        providerBug(doing, `"${name}" is write-only and must be null in plans and states.`, name),
      );
      value[name] = null;
    }
  }
  return { value, problems };
}

/** Checks the shape of a state, in which nothing may be unknown any more. */
export function checkState(
  doing: string,
  schema: Schema,
  answer: unknown,
  fallback: ObjectValue | null,
): Checked {
  const { value, problems } = checkShape(doing, schema, answer, fallback);
  const state: Record<string, Value> = {};
  const unknowns: Diagnostic[] = [];
  for (const [name, part] of Object.entries(value)) {
    const known = isWhollyKnown(part);
    state[name] = known ? part : null;
    if (!known) unknowns.push(providerBug(doing, `"${name}" is still unknown.`, name));
  }
  return { value: state, problems: [...problems, ...unknowns] };
}

/** A plan keeps to the configuration, or to the prior value; only what is computed may be anything. */
export function planProblems(
  doing: string,
  schema: Schema,
  config: ObjectValue,
  prior: ObjectValue | null,
  planned: ObjectValue,
): Diagnostic[] {
  const problems: Diagnostic[] = [];
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    if (attribute.writeOnly) continue;
    const type = typeOf(schema, name);
    const [configured, before, after] = [config[name] ?? null, prior?.[name] ?? null, planned[name] ?? null];
    if (equal(after, configured, type)) continue;
    if (configured === null) {
      if (!isComputed(attribute)) {
        problems.push(
          providerBug(doing, `"${name}" is not configured and not computed, but has a value.`, name),
        );
      }
    } else if (before === null || !equal(after, before, type)) {
      problems.push(providerBug(doing, `"${name}" is neither its configured nor its prior value.`, name));
    }
  }
  return problems;
}

/** A result keeps every promise of the plan. */
export function resultProblems(
  doing: string,
  schema: Schema,
  planned: ObjectValue,
  state: ObjectValue,
): Diagnostic[] {
  return Object.entries(schema.type[1])
    .filter(([name, type]) => !keeps(planned[name] ?? null, state[name] ?? null, type))
    .map(([name]) => providerBug(doing, `"${name}" differs from what was planned.`, name));
}

function keeps(planned: Value, result: Value, type: Type): boolean {
  if (planned instanceof Unknown) return fits(result, planned.refinement);
  if (isWhollyKnown(planned)) return equal(planned, result, type);
  if (Array.isArray(planned)) {
    if (!Array.isArray(result)) return false;
    const elementType = type[1] as Type;
    if (type[0] !== "set") {
      return (
        planned.length === result.length &&
        planned.every((part, i) => keeps(part, result[i] ?? null, elementType))
      );
    }
    // Unknown elements of a set may turn out to be equal to others: it can shrink, but not grow.
    const results = new Set(result.map((part) => identity(part, elementType)));
    const promised = planned.filter(isWhollyKnown).map((part) => identity(part, elementType));
    return results.size <= planned.length && promised.every((part) => results.has(part));
  }
  if (!isRecord(planned) || !isRecord(result)) return false;
  const names = Object.keys(planned);
  return (
    names.length === Object.keys(result).length &&
    names.every(
      (name) =>
        Object.hasOwn(result, name) && keeps(planned[name] as Value, result[name] as Value, type[1] as Type),
    )
  );
}

function typeOf(schema: Schema, name: string): Type {
  return schema.type[1][name] as Type;
}
