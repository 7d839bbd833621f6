import { type Diagnostic, error, pathText } from "../diagnostics.ts";
import {
  defaultValue,
  isComputed,
  isNested,
  isWriteOnly,
  listMembers,
  type Member,
  type Schema,
  type Shape,
  type ValueChange,
} from "../schema.ts";
import { partType, type Type } from "../values/type.ts";
import { UNKNOWN, Unknown } from "../values/unknown.ts";
import {
  canonicalText,
  equal,
  isList,
  isObjectLike,
  isWhollyKnown,
  type ObjectValue,
  type Value,
} from "../values/value.ts";
import type { SchemaFunctions } from "./call-author.ts";
import {
  changeEach,
  elementType,
  findElement,
  type Key,
  listElements,
  type Nested,
  visitEach,
  withElements,
} from "./elements.ts";
import { keepSameMeaning } from "./same-meaning.ts";

// The rules that derive a plan from a schema. They are the same for every resource.

/**
 * The plan before `modifyPlan` runs. It starts with the proposal of the core: the configuration, and prior values where
 * the configuration has none.
 */
export function startingPlan(
  functions: SchemaFunctions,
  schema: Schema,
  config: ObjectValue,
  prior: ObjectValue | null,
  proposed: ObjectValue,
): ObjectValue {
  const complete = decideEach(schema, schema.type, config, proposed, completed);
  const planned = keepSameMeaning(functions, schema, complete, prior);
  const isUnchanged = prior !== null && changedAttributes(schema, prior, planned).length === 0;
  // If anything changes, computed values become unknown, unless `useStateForUnknown` is set.
  const open = isUnchanged ? planned : decideEach(schema, schema.type, config, planned, reopened);
  return applyModifyPlan(functions, schema, config, prior, open);
}

/** Applies the `modifyPlan` of each attribute. */
function applyModifyPlan(
  functions: SchemaFunctions,
  schema: Schema,
  config: ObjectValue,
  prior: ObjectValue | null,
  planned: ObjectValue,
): ObjectValue {
  return changeEach(
    schema,
    schema.type,
    planned,
    [config, prior],
    ({ member, path, value, counterparts: others }) => {
      if (!("modifyPlan" in member)) return value;
      // The values have the type of the attribute, as the function expects.
      const modify = member.modifyPlan as (change: ValueChange<Value>) => Value;
      const [configured = null, before = null] = others;
      const change = { path, config: configured, prior: before, planned: value };
      return functions.call("modifyPlan", path, value, () => modify(change));
    },
  );
}

type Decide = (member: Member, configured: Value, value: Value) => Value;

function completed(member: Member, configured: Value, proposed: Value): Value {
  // The core's proposal contains write-only values. A plan or a state must not.
  if (isWriteOnly(member)) return null;
  return configured === null ? (defaultValue(member) ?? proposed) : proposed;
}

function reopened(member: Member, configured: Value, planned: Value): Value {
  const chosenByProvider = isComputed(member) && configured === null && defaultValue(member) === undefined;
  if (!chosenByProvider) return planned;
  // Without a configured value, the planned value is still the prior one.
  const keeps = "useStateForUnknown" in member && member.useStateForUnknown === true && planned !== null;
  return keeps ? planned : UNKNOWN;
}

/** Decides each value, at any depth, together with its configured value. */
function decideEach(
  shape: Shape,
  type: Type,
  config: ObjectValue,
  object: ObjectValue,
  decide: Decide,
): ObjectValue {
  const decided: Record<string, Value> = {};
  for (const [name, member] of listMembers(shape)) {
    const [configured, value] = [config[name] ?? null, object[name] ?? null];
    if (isNested(member) && !isWriteOnly(member) && configured !== null) {
      const inner = elementType(member, partType(type, name));
      decided[name] = withElements(member, value, (element, key) => {
        const own = configuredElement(member, inner, configured, element, key);
        return isObjectLike(own) ? decideEach(member, inner, own, element, decide) : element;
      });
    } else decided[name] = decide(member, configured, value);
  }
  return decided;
}

/** The configured element for a planned one. In a set: the first one that matches. */
function configuredElement(
  nested: Nested,
  type: Type,
  configured: Value,
  element: ObjectValue,
  key: Key,
): Value {
  if (nested.type !== "set(object)") return findElement(configured, key);
  const candidates = listElements(nested, configured).map(([, candidate]) => candidate);
  return (
    candidates.find((candidate) => isObjectLike(candidate) && agrees(nested, type, candidate, element)) ??
    null
  );
}

/** Whether an object has all configured values. */
function agrees(shape: Shape, type: Type, configured: ObjectValue, object: ObjectValue): boolean {
  return listMembers(shape).every(([name, member]) => {
    const [wanted, value] = [configured[name] ?? null, object[name] ?? null];
    if (wanted === null) return true;
    const inner = partType(type, name);
    if (!isNested(member)) return equal(wanted, value, inner);
    const elements = listElements(member, value).map(([, element]) => element);
    return listElements(member, wanted).every(([, own]) =>
      elements.some((element) => {
        if (!isObjectLike(own) || !isObjectLike(element)) return own === element;
        return agrees(member, elementType(member, inner), own, element);
      }),
    );
  });
}

/** Sets whose configured objects become equal by their defaults. The core would refuse a plan with fewer objects. */
export function findMerged(schema: Schema, config: ObjectValue, planned: ObjectValue): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  visitEach(schema, planned, [config], ({ member, type, path, value, counterparts: others }) => {
    const [configured = null] = others;
    if (member.type !== "set(object)" || !isList(value) || !isList(configured)) return;
    const count = (objects: readonly Value[]) =>
      new Set(objects.map((object) => canonicalText(object, partType(type, 0)))).size;
    if (isWhollyKnown(value) && count(value) < count(configured)) {
      const detail = `With their default values, two objects in "${pathText(path, schema.type)}" are equal. Remove one of them.`;
      diagnostics.push(error("Equal objects in a set", detail, path));
    }
  });
  return diagnostics;
}

/** Names of the attributes and blocks that differ. */
export function changedAttributes(schema: Schema, prior: ObjectValue, planned: ObjectValue): string[] {
  return Object.entries(schema.type[1])
    .filter(([name, type]) => !equal(prior[name] ?? null, planned[name] ?? null, type))
    .map(([name]) => name);
}

/** The changed attributes that require a replacement. */
export function findReplaceCauses(
  functions: SchemaFunctions,
  schema: Schema,
  config: ObjectValue,
  prior: ObjectValue,
  planned: ObjectValue,
  canUpdate: boolean,
): readonly string[] {
  const changed = new Set(changedAttributes(schema, prior, planned));
  const members = listMembers(schema).filter(([name]) => changed.has(name));
  const decided = replacedByFunctions(functions, schema, config, prior, planned);
  const marked = members.filter(([name, member]) => {
    if (decided.has(name)) return true;
    const listFixed = (object: ObjectValue) =>
      fixedValues(member, partType(schema.type, name), object[name] ?? null, name);
    return listFixed(prior).sort().join() !== listFixed(planned).sort().join();
  });
  // Without `update`, every change replaces the object. Report arguments; report computed values only if no argument
  // changed.
  const args = members.filter(([, member]) => isArgument(member));
  const causes = canUpdate ? marked : args.length > 0 ? args : members;
  return causes.map(([name]) => name);
}

/** The attributes whose `requiresReplace` is a function that returned true. */
function replacedByFunctions(
  functions: SchemaFunctions,
  schema: Schema,
  config: ObjectValue,
  prior: ObjectValue,
  planned: ObjectValue,
): ReadonlySet<string> {
  const names = new Set<string>();
  visitEach(schema, planned, [config, prior], ({ member, type, path, value, counterparts: others }) => {
    const [configured = null, before = null] = others;
    if (!("requiresReplace" in member) || typeof member.requiresReplace !== "function") return;
    if (equal(before, value, type)) return;
    const replaces = member.requiresReplace as (change: ValueChange<Value>) => boolean;
    const change = { path, config: configured, prior: before, planned: value };
    if (functions.decide("requiresReplace", path, () => replaces(change))) names.add(path[0]);
  });
  return names;
}

function isArgument(member: Member): boolean {
  return !("computed" in member && member.computed) || ("optional" in member && member.optional === true);
}

/**
 * The values that cannot change in place, each with its path. Null is left out, so adding or removing an object counts
 * as a change of its values. Objects in a set share one path.
 */
function fixedValues(member: Member, type: Type, value: Value, place: string): string[] {
  if (value === null) return [];
  if ("requiresReplace" in member && member.requiresReplace === true)
    return [`${place}=${canonicalText(value, type)}`];
  if (!isNested(member)) return [];
  // Its values may become anything.
  if (value instanceof Unknown) return hasReplacing(member) ? [place] : [];
  const inner = elementType(member, type);
  return listElements(member, value).flatMap(([key, element]) => {
    const at = member.type === "set(object)" ? place : `${place}[${JSON.stringify(key)}]`;
    if (!isObjectLike(element)) return element !== null && hasReplacing(member) ? [at] : [];
    return listMembers(member).flatMap(([name, part]) =>
      fixedValues(part, partType(inner, name), element[name] ?? null, `${at}.${name}`),
    );
  });
}

function hasReplacing(shape: Shape): boolean {
  return listMembers(shape).some(
    ([, member]) =>
      ("requiresReplace" in member && member.requiresReplace === true) ||
      (isNested(member) && hasReplacing(member)),
  );
}
