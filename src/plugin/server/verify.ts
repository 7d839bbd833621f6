import { type AttributePath, type Diagnostic, pathText, providerBug, within } from "../diagnostics.ts";
import { isComputed, isNested, isWriteOnly, membersOf, type Schema, type Shape } from "../schema.ts";
import { mismatch } from "../values/conform.ts";
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
  unknownAsNull,
  type Value,
} from "../values/value.ts";
import { elementAt, elementsOf, elementType, type Nested, nothingOf, withoutWriteOnly } from "./elements.ts";

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
    if (!Object.hasOwn(schema.type[1], name)) {
      problems.push(providerBug(doing, `the answer has an attribute "${name}" that is not in the schema.`));
    }
  }
  const nothing = nothingOf(schema);
  const shaped: Record<string, Value> = {};
  for (const [name, type] of Object.entries(schema.type[1])) {
    const part = given[name];
    // Blocks that can be many are never null.
    const wrong = part === null && nothing[name] !== null ? "must be an array" : mismatch(part, type);
    if (wrong !== undefined) problems.push(providerBug(doing, `the value of "${name}" ${wrong}.`, name));
    // Nothing is wrong with it: it is a value.
    shaped[name] = wrong === undefined ? (part as Value) : (fallback?.[name] ?? nothing[name] ?? null);
  }
  const value = withoutWriteOnly(schema, shaped);
  for (const [name, member] of membersOf(schema)) {
    if (equal(shaped[name] ?? null, value[name] ?? null, partType(schema.type, name))) continue;
    const problem = isWriteOnly(member) ? "is" : "has something that is";
    problems.push(
      providerBug(doing, `"${name}" ${problem} write-only and must be null in plans and states.`, name),
    );
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
  for (const [name, member] of membersOf(schema)) {
    const part = value[name] ?? null;
    const known = isWhollyKnown(part);
    if (!known) unknowns.push(providerBug(doing, `"${name}" is still unknown.`, name));
    if (known) state[name] = part;
    // Of objects as much is kept as can be.
    else state[name] = (isNested(member) ? unknownAsNull(part) : null) ?? nothingOf(schema)[name] ?? null;
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
  return departures(schema, schema.type, config, prior, planned).map(({ path, isConfigured }) => {
    const problem = isConfigured
      ? "is neither its configured nor its prior value."
      : "is not configured and not computed, but has a value.";
    return providerBug(doing, `"${pathText(path)}" ${problem}`, path);
  });
}

interface Departure {
  readonly path: AttributePath;
  readonly isConfigured: boolean;
}

/** Where an object is other than its configuration and its prior value allow. */
export function departures(
  shape: Shape,
  type: Type,
  config: ObjectValue,
  prior: ObjectValue | null,
  object: ObjectValue,
  place?: AttributePath,
): Departure[] {
  return membersOf(shape).flatMap(([name, member]) => {
    const [configured, before, after] = [config[name] ?? null, prior?.[name] ?? null, object[name] ?? null];
    const inner = partType(type, name);
    if (isWriteOnly(member) || equal(after, configured, inner)) return [];
    const path = within(place, name);
    if (configured === null) return isComputed(member) ? [] : [{ path, isConfigured: false }];
    if (before !== null && equal(after, before, inner)) return [];
    if (isNested(member) && isRecordOrList(configured))
      return nestedDepartures(member, elementType(member, inner), configured, before, after, path);
    return [{ path, isConfigured: true }];
  });
}

/** As many objects as are configured, each of which keeps to the rules. */
function nestedDepartures(
  nested: Nested,
  type: Type,
  configured: Value,
  before: Value,
  after: Value,
  path: AttributePath,
): Departure[] {
  const [wanted, given] = [elementsOf(nested, configured), elementsOf(nested, after)];
  const departed = [{ path, isConfigured: true }];
  if (wanted.length !== given.length) return departed;
  const departuresOf = (own: Value, old: Value, now: Value, at: AttributePath) => {
    if (!isRecord(own) || !isRecord(now))
      return equal(own, now, type) ? [] : [{ path: at, isConfigured: true }];
    return departures(nested, type, own, isRecord(old) ? old : null, now, at);
  };
  if (nested.type === "set(object)") {
    const matches = (own: Value) => given.some(([, now]) => departuresOf(own, null, now, path).length === 0);
    return wanted.every(([, own]) => matches(own)) ? [] : departed;
  }
  return wanted.flatMap(([key, own]) => {
    const at = key === undefined ? path : within(path, key);
    return departuresOf(own, elementAt(before, key), elementAt(after, key), at);
  });
}

function isRecordOrList(value: Value): boolean {
  return isRecord(value) || isList(value);
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
  if (isList(planned)) {
    if (!isList(result)) return false;
    const elementKeeps = (part: Value, other: Value, index: number) =>
      keeps(part, other, partType(type, index));
    if (type[0] !== "set") {
      return (
        planned.length === result.length &&
        planned.every((part, index) => elementKeeps(part, result[index] ?? null, index))
      );
    }
    // Unknown elements of a set may turn out to be equal to others: it can shrink, but not grow.
    const results = new Set(result.map((part) => identity(part, partType(type, 0))));
    return (
      results.size <= planned.length &&
      planned.every((part) => result.some((other) => elementKeeps(part, other, 0)))
    );
  }
  if (!isRecord(planned) || !isRecord(result)) return false;
  const names = Object.keys(planned);
  return (
    names.length === Object.keys(result).length &&
    names.every(
      (name) =>
        Object.hasOwn(result, name) &&
        keeps(planned[name] ?? null, result[name] ?? null, partType(type, name)),
    )
  );
}
