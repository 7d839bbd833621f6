import { type AttributePath, type Diagnostic, pathText, providerBug, within } from "../diagnostics.ts";
import {
  integerProblem,
  isComputed,
  isNested,
  isWriteOnly,
  membersOf,
  type Schema,
  type Shape,
} from "../schema.ts";
import { mismatch } from "../values/conform.ts";
import { partType, type Type } from "../values/type.ts";
import { Unknown } from "../values/unknown.ts";
import {
  equal,
  isList,
  isRecord,
  isWhollyKnown,
  type ObjectValue,
  unknownAsNull,
  type Value,
} from "../values/value.ts";
import {
  elementAt,
  elementPath,
  elementsOf,
  elementType,
  type Nested,
  nothingOf,
  withoutWriteOnly,
} from "./elements.ts";

// The core checks what a provider answers and blames the provider in words that do not help. The same rules are
// kept here, where the resource and the attribute can be named. No message contains a value that may be secret.

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
  for (const [path, problem] of numberProblems(schema, shaped)) {
    problems.push(providerBug(doing, `"${pathText(path, schema.type)}" ${problem}.`, path));
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

/** Integers that are none, at any depth. */
function numberProblems(
  shape: Shape,
  object: ObjectValue,
  place?: AttributePath,
): [path: AttributePath, problem: string][] {
  return membersOf(shape).flatMap(([name, member]) => {
    const value = object[name] ?? null;
    const path = within(place, name);
    if (isNested(member)) {
      return elementsOf(member, value).flatMap(([key, element]) =>
        isRecord(element) ? numberProblems(member, element, elementPath(member, path, key)) : [],
      );
    }
    const problem = integerProblem(member.type, value);
    return problem === undefined ? [] : [[path, problem]];
  });
}

/** Checks the shape of a state, in which nothing may be unknown any more. */
export function checkState(
  doing: string,
  schema: Schema,
  answer: unknown,
  fallback: ObjectValue | null,
): Checked {
  // What was planned instead may be unknown, which is no mistake of the answer.
  const { value, problems } = checkShape(doing, schema, answer, fallback && unknownAsNull(fallback));
  const unknowns = Object.entries(value)
    .flatMap(([name, part]) => unknownsIn(part, partType(schema.type, name), [name]))
    .map((path) => providerBug(doing, `"${pathText(path, schema.type)}" is still unknown.`, path));
  const state: Record<string, Value> = {};
  for (const [name, member] of membersOf(schema)) {
    const part = value[name] ?? null;
    if (isWhollyKnown(part)) state[name] = part;
    // Of objects as much is kept as can be.
    else state[name] = (isNested(member) ? unknownAsNull(part) : null) ?? nothingOf(schema)[name] ?? null;
  }
  return { value: state, problems: [...problems, ...unknowns] };
}

/** Where something is unknown. The elements of a set have no place of their own. */
function unknownsIn(value: Value, type: Type, place: AttributePath): AttributePath[] {
  if (isWhollyKnown(value)) return [];
  if (value instanceof Unknown || type[0] === "set") return [place];
  const parts = isList(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : [];
  return parts.flatMap(([key, part]) => unknownsIn(part, partType(type, key), within(place, key)));
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
    return providerBug(doing, `"${pathText(path, schema.type)}" ${problem}`, path);
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
    const at = elementPath(nested, path, key);
    return departuresOf(own, elementAt(before, key), elementAt(after, key), at);
  });
}

function isRecordOrList(value: Value): boolean {
  return isRecord(value) || isList(value);
}
