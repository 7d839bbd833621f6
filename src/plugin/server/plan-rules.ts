import {
  defaultOf,
  isComputed,
  isNested,
  isWriteOnly,
  type Member,
  membersOf,
  type Schema,
  type Shape,
} from "../schema.ts";
import { partType, type Type } from "../values/type.ts";
import { UNKNOWN, Unknown } from "../values/unknown.ts";
import { equal, identity, isRecord, type ObjectValue, type Value } from "../values/value.ts";
import { elementAt, elementsOf, elementType, type Key, type Nested, withElements } from "./elements.ts";

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
  const planned = decideEach(schema, schema.type, config, proposed, completed);
  if (prior !== null && changedAttributes(schema, prior, planned).length === 0) return planned;
  // Something changes, so whatever the provider computes may come out differently, unless the schema says not.
  return decideEach(schema, schema.type, config, planned, reopened);
}

type Decide = (member: Member, configured: Value, value: Value) => Value;

function completed(member: Member, configured: Value, proposed: Value): Value {
  // The core's proposal contains write-only values; planned and stored they must not be.
  if (isWriteOnly(member)) return null;
  return configured === null ? (defaultOf(member) ?? proposed) : proposed;
}

function reopened(member: Member, configured: Value, planned: Value): Value {
  const chosenByProvider = isComputed(member) && configured === null && defaultOf(member) === undefined;
  if (!chosenByProvider) return planned;
  // Where the configuration is silent, what is planned so far is the prior value.
  const keeps = "useStateForUnknown" in member && member.useStateForUnknown === true && planned !== null;
  return keeps ? planned : UNKNOWN;
}

/** Decides about every value on its own, at any depth, together with what the configuration says to it. */
function decideEach(
  shape: Shape,
  type: Type,
  config: ObjectValue,
  object: ObjectValue,
  decide: Decide,
): ObjectValue {
  const decided: Record<string, Value> = {};
  for (const [name, member] of membersOf(shape)) {
    const [configured, value] = [config[name] ?? null, object[name] ?? null];
    if (isNested(member) && configured !== null) {
      const inner = elementType(member, partType(type, name));
      decided[name] = withElements(member, value, (element, key) => {
        const own = configuredElement(member, inner, configured, element, key);
        return isRecord(own) ? decideEach(member, inner, own, element, decide) : element;
      });
    } else decided[name] = decide(member, configured, value);
  }
  return decided;
}

/** What the configuration says about an element: in a set, the first that could be it. */
function configuredElement(
  nested: Nested,
  type: Type,
  configured: Value,
  element: ObjectValue,
  key: Key,
): Value {
  if (nested.type !== "set(object)") return elementAt(configured, key);
  const candidates = elementsOf(nested, configured).map(([, candidate]) => candidate);
  return (
    candidates.find((candidate) => isRecord(candidate) && agrees(nested, type, candidate, element)) ?? null
  );
}

/** Whether an object has all that is configured. */
function agrees(shape: Shape, type: Type, configured: ObjectValue, object: ObjectValue): boolean {
  return membersOf(shape).every(([name, member]) => {
    const [wanted, value] = [configured[name] ?? null, object[name] ?? null];
    if (wanted === null) return true;
    const inner = partType(type, name);
    if (!isNested(member)) return equal(wanted, value, inner);
    const elements = elementsOf(member, value).map(([, element]) => element);
    return elementsOf(member, wanted).every(([, own]) =>
      elements.some((element) => {
        if (!isRecord(own) || !isRecord(element)) return own === element;
        return agrees(member, elementType(member, inner), own, element);
      }),
    );
  });
}

/** Names of the attributes and blocks that differ. */
export function changedAttributes(schema: Schema, prior: ObjectValue, planned: ObjectValue): string[] {
  return Object.entries(schema.type[1])
    .filter(([name, type]) => !equal(prior[name] ?? null, planned[name] ?? null, type))
    .map(([name]) => name);
}

/** The changed attributes because of which the object must be replaced. */
export function replacedBecauseOf(
  schema: Schema,
  prior: ObjectValue,
  planned: ObjectValue,
  canUpdate: boolean,
): readonly string[] {
  const changed = new Set(changedAttributes(schema, prior, planned));
  const members = membersOf(schema).filter(([name]) => changed.has(name));
  const marked = members.filter(([name, member]) => {
    const fixedIn = (object: ObjectValue) =>
      fixedValues(member, partType(schema.type, name), object[name] ?? null, name);
    return fixedIn(prior).sort().join() !== fixedIn(planned).sort().join();
  });
  // Without an update every change replaces. The user is shown arguments; computed values only for want of any.
  const args = members.filter(([, member]) => isArgument(member));
  const causes = canUpdate ? marked : args.length > 0 ? args : members;
  return causes.map(([name]) => name);
}

function isArgument(member: Member): boolean {
  return !("computed" in member && member.computed) || ("optional" in member && member.optional === true);
}

/**
 * What cannot be changed in place: each such value, with where it is. Null is left out, so that an object which comes
 * or goes counts as much as what is in it. In a set objects have no place.
 */
function fixedValues(member: Member, type: Type, value: Value, place: string): string[] {
  if (value === null) return [];
  if ("requiresReplace" in member && member.requiresReplace) return [`${place}=${identity(value, type)}`];
  if (!isNested(member)) return [];
  // It may become anything.
  if (value instanceof Unknown) return hasReplacing(member) ? [place] : [];
  const inner = elementType(member, type);
  return elementsOf(member, value).flatMap(([key, element]) => {
    const at = member.type === "set(object)" ? place : `${place}[${JSON.stringify(key)}]`;
    if (!isRecord(element)) return element !== null && hasReplacing(member) ? [at] : [];
    return membersOf(member).flatMap(([name, part]) =>
      fixedValues(part, partType(inner, name), element[name] ?? null, `${at}.${name}`),
    );
  });
}

function hasReplacing(shape: Shape): boolean {
  return membersOf(shape).some(
    ([, member]) =>
      ("requiresReplace" in member && member.requiresReplace) || (isNested(member) && hasReplacing(member)),
  );
}
