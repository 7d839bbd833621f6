import {
  type AttributePath,
  type CallDescription,
  type Diagnostic,
  pathText,
  providerBug,
  within,
} from "../diagnostics.ts";
import { listPrimitives } from "../primitives.ts";
import {
  allowsNullElements,
  isComputed,
  isNested,
  isWriteOnly,
  listMembers,
  type Member,
  type Schema,
  type Shape,
} from "../schema.ts";
import { integerProblem, typeNamed } from "../type-name.ts";
import { describeKind, mismatch } from "../values/conform.ts";
import { partType, type Type } from "../values/type.ts";
import { Unknown } from "../values/unknown.ts";
import {
  Dynamic,
  equal,
  isList,
  isObjectLike,
  isWhollyKnown,
  type ObjectValue,
  unknownAsNull,
  type Value,
} from "../values/value.ts";
import {
  elementPath,
  elementType,
  emptyObject,
  findElement,
  listElements,
  type Nested,
  withoutWriteOnly,
} from "./elements.ts";

// The core checks the answers of a provider, but its messages do not help authors. These checks follow the same rules
// and name the resource and the attribute. No message contains a value that may be secret.

export interface Checked {
  /** The answer, with invalid parts replaced so that it can be stored and sent. */
  readonly value: ObjectValue;
  readonly problems: readonly Diagnostic[];
}

/** Checks the shape of an answer: it has every attribute with the right type, and no write-only value. */
export function checkShape(
  doing: CallDescription,
  schema: Schema,
  answer: unknown,
  fallback: ObjectValue | null,
): Checked {
  const problems: Diagnostic[] = [];
  const wrongAt = (path: AttributePath, problem: string) =>
    problems.push(providerBug(doing, `"${pathText(path, schema.type)}" ${problem}.`, path));
  const nothing = emptyObject(schema);
  if (!isObjectLike(answer))
    problems.push(providerBug(doing, `the values must be in a plain object, not ${describeKind(answer)}.`));
  const answered = isObjectLike(answer) ? answer : { ...nothing, ...fallback, ...ownProperties(answer) };
  for (const name of Object.keys(answered)) {
    if (!Object.hasOwn(schema.type[1], name))
      problems.push(providerBug(doing, `the answer has "${name}", which is not an attribute.`));
  }
  const shaped: Record<string, Value> = {};
  for (const [name, member] of listMembers(schema)) {
    const found = problems.length;
    try {
      const part = answered[name];
      // Lists and sets of blocks are never null.
      const isNullBlock = part === null && nothing[name] !== null;
      const wrong = isNullBlock
        ? { path: [], problem: "must be an array, not null" }
        : mismatch(part, partType(schema.type, name));
      if (wrong !== undefined) wrongAt([name, ...wrong.path], wrong.problem);
      // `mismatch` found no problem, so it is a `Value`.
      else
        for (const [path, problem] of memberProblems(member, part as Value, [name])) wrongAt(path, problem);
      shaped[name] = part as Value;
    } catch {
      // A getter or a proxy throws an exception.
      wrongAt([name], "cannot be read");
    }
    if (problems.length > found) shaped[name] = fallback?.[name] ?? nothing[name] ?? null;
  }
  const value = withoutWriteOnly(schema, shaped);
  for (const [name, member] of listMembers(schema)) {
    if (equal(shaped[name] ?? null, value[name] ?? null, partType(schema.type, name))) continue;
    const problem = isWriteOnly(member) ? "is" : "has something that is";
    problems.push(
      providerBug(doing, `"${name}" ${problem} write-only and must be null in plans and states.`, name),
    );
  }
  return { value, problems };
}

/** An instance of a class may have the values as properties. */
function ownProperties(answer: unknown): Readonly<Record<string, unknown>> {
  return typeof answer === "object" && !Array.isArray(answer) ? { ...answer } : {};
}

/** Adds the values of `others` to an answer that may leave some out. */
export function completedBy(others: ObjectValue, answer: unknown): unknown {
  return isObjectLike(answer) ? { ...others, ...answer } : answer;
}

/** Integers that are not whole numbers, and elements that are null although the schema does not allow it. */
export function memberProblems(
  member: Member,
  value: Value,
  path: AttributePath,
): [path: AttributePath, problem: string][] {
  if (isNested(member)) {
    return listElements(member, value).flatMap(([key, element]) => {
      const at = elementPath(member, path, key);
      if (element === null && !allowsNullElements(member)) return [nullElement(path, at)];
      if (!isObjectLike(element)) return [];
      return listMembers(member).flatMap(([name, part]) =>
        memberProblems(part, element[name] ?? null, within(at, name)),
      );
    });
  }
  if (value === null) return [];
  const primitives = listPrimitives(value, typeNamed(member.type) ?? "dynamic", path);
  for (const [at, primitive] of primitives) {
    const problem = integerProblem(member.type, primitive);
    if (problem !== undefined) return [[at, problem]];
  }
  if (allowsNullElements(member)) return [];
  return primitives.flatMap(([at, primitive]) => (primitive === null ? [nullElement(path, at)] : []));
}

/** An element of a set has the path of the set. */
function nullElement(path: AttributePath, at: AttributePath): [path: AttributePath, problem: string] {
  const problem = at.length > path.length ? "is null" : "has a null element";
  return [at, `${problem}, but the schema does not allow null elements`];
}

/**
 * Checks the shape of a state. No value may be unknown, unless the work is unfinished because of an error: then it becomes
 * null, as a core would store it.
 */
export function checkState(
  doing: CallDescription,
  schema: Schema,
  answer: unknown,
  fallback: ObjectValue | null,
  unfinished = false,
): Checked {
  // The fallback may be unknown. That is not the provider's mistake.
  const { value, problems } = checkShape(doing, schema, answer, fallback && unknownAsNull(fallback));
  const unknowns = Object.entries(value)
    .flatMap(([name, part]) => findUnknowns(part, partType(schema.type, name), [name]))
    .map((path) => providerBug(doing, `"${pathText(path, schema.type)}" is still unknown.`, path));
  return {
    value: withKnownParts(schema, value),
    problems: unfinished ? problems : [...problems, ...unknowns],
  };
}

/** The values that are known, and the known parts of nested objects. The others are null. */
export function withKnownParts(schema: Schema, object: ObjectValue): ObjectValue {
  const known: Record<string, Value> = {};
  const nothing = emptyObject(schema);
  for (const [name, member] of listMembers(schema)) {
    const part = object[name] ?? nothing[name] ?? null;
    if (isWhollyKnown(part)) {
      known[name] = part;
      continue;
    }
    const parts = isNested(member) ? unknownAsNull(part) : null;
    // An element that is not known cannot be stored as null.
    const isRight = parts !== null && memberProblems(member, parts, [name]).length === 0;
    known[name] = isRight ? parts : (nothing[name] ?? null);
  }
  return known;
}

/** The paths of unknown values. An unknown element of a set has the path of the set. */
function findUnknowns(value: Value, type: Type, place: AttributePath): AttributePath[] {
  if (isWhollyKnown(value)) return [];
  if (value instanceof Dynamic) return findUnknowns(value.value, value.type, place);
  if (value instanceof Unknown || type[0] === "set") return [place];
  const parts = isList(value) ? [...value.entries()] : isObjectLike(value) ? Object.entries(value) : [];
  return parts.flatMap(([key, part]) => findUnknowns(part, partType(type, key), within(place, key)));
}

/** A planned value must be the configured or the prior one. Only a computed value may be any other. */
export function planProblems(
  doing: CallDescription,
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

/** Values that are neither the configured nor the prior one. */
export function departures(
  shape: Shape,
  type: Type,
  config: ObjectValue,
  prior: ObjectValue | null,
  object: ObjectValue,
  place?: AttributePath,
): Departure[] {
  return listMembers(shape).flatMap(([name, member]) => {
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

/** Compares nested objects one by one; their number must match. */
function nestedDepartures(
  nested: Nested,
  type: Type,
  configured: Value,
  before: Value,
  after: Value,
  path: AttributePath,
): Departure[] {
  const [wanted, actual] = [listElements(nested, configured), listElements(nested, after)];
  const departed = [{ path, isConfigured: true }];
  if (wanted.length !== actual.length) return departed;
  const compareElements = (own: Value, old: Value, now: Value, at: AttributePath) => {
    if (!isObjectLike(own) || !isObjectLike(now))
      return equal(own, now, type) ? [] : [{ path: at, isConfigured: true }];
    return departures(nested, type, own, isObjectLike(old) ? old : null, now, at);
  };
  if (nested.type === "set(object)") {
    const matches = (own: Value) =>
      actual.some(([, now]) => compareElements(own, null, now, path).length === 0);
    return wanted.every(([, own]) => matches(own)) ? [] : departed;
  }
  return wanted.flatMap(([key, own]) => {
    const at = elementPath(nested, path, key);
    return compareElements(own, findElement(before, key), findElement(after, key), at);
  });
}

function isRecordOrList(value: Value): boolean {
  return isObjectLike(value) || isList(value);
}
