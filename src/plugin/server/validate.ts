import type { Diagnosed, ValidateRequest } from "../context.ts";
import { type AttributePath, type Diagnostic, error, pathText, within } from "../diagnostics.ts";
import { listPrimitives } from "../primitives.ts";
import {
  allowsNullElements,
  isNested,
  isWriteOnly,
  listMembers,
  type Member,
  type PlainAttribute,
  type Schema,
  type Shape,
  type Validator,
} from "../schema.ts";
import { typeNamed } from "../type-name.ts";
import { int64Range, isInt64 } from "../values/int64.ts";
import { type Type, typeAt } from "../values/type.ts";
import { Unknown } from "../values/unknown.ts";
import { isList, isObjectLike, isWhollyKnown, type ObjectValue, type Value } from "../values/value.ts";
import { callWithConfig, SchemaFunctions } from "./call-author.ts";
import { elementPath, listElements, type Nested } from "./elements.ts";
import type { ProviderSession } from "./session.ts";

interface Validated {
  readonly schema: Schema;
  validate?(request: ValidateRequest<Schema>): Diagnosed | Promise<Diagnosed>;
}

/** Checks a configuration: each attribute by itself, then with the author's `validate`. */
export async function validateConfig(
  session: ProviderSession,
  name: string,
  validated: Validated,
  config: ObjectValue,
  writeOnlyAllowed: boolean,
): Promise<readonly Diagnostic[]> {
  const doing = session.operation(`Validating ${name}`);
  const { schema } = validated;
  const functions = new SchemaFunctions(session, doing, schema);
  const whole = { type: schema.type, writeOnlyAllowed, functions, isTyped: true };
  const diagnostics = validateShape(schema, config, whole);
  const author = await callWithConfig(session, doing, [], schema, config, () =>
    whole.isTyped ? validated.validate?.({ ...session.context, config }) : undefined,
  );
  return [...diagnostics, ...functions.problems, ...author.diagnostics];
}

/** Settings that stay the same for all parts of a configuration. */
interface Whole {
  readonly type: Type;
  readonly writeOnlyAllowed: boolean;
  readonly functions: SchemaFunctions;
  /** Whether each value has the type that the author's functions expect. Else rules and `validate` are not called. */
  isTyped: boolean;
}

function validateShape(shape: Shape, config: ObjectValue, whole: Whole, place?: AttributePath): Diagnostic[] {
  const diagnostics = listMembers(shape).flatMap(([name, member]) => {
    const value = config[name] ?? null;
    if (value === null) return [];
    const path = within(place, name);
    if (isReadOnly(member)) return [readOnly(pathText(path, whole.type), path)];
    const inside = isNested(member)
      ? validateNested(member, value, whole, path)
      : validatePlain(member, value, whole, path);
    const unsupported =
      isWriteOnly(member) && !whole.writeOnlyAllowed
        ? [writeOnlyUnsupported(pathText(path, whole.type), path)]
        : [];
    return [...unsupported, ...inside];
  });
  const { rules = [] } = shape;
  if (rules.length === 0 || !whole.isTyped) return diagnostics;
  const values = withoutEmptyBlocks(shape, config);
  const name = place && pathText(place, whole.type);
  return [
    ...diagnostics,
    ...rules.flatMap((rule) =>
      whole.functions.diagnose("A rule", place, () => rule.check(values, place, name)),
    ),
  ];
}

/** An empty list of blocks counts as not given. */
function withoutEmptyBlocks({ blocks = {} }: Shape, config: ObjectValue): ObjectValue {
  const isEmpty = (value: Value) => isList(value) && value.length === 0;
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      Object.hasOwn(blocks, name) && isEmpty(value) ? null : value,
    ]),
  );
}

function validateNested(nested: Nested, value: Value, whole: Whole, path: AttributePath): Diagnostic[] {
  const diagnostics = listElements(nested, value).flatMap(([key, element]) => {
    const at = elementPath(nested, path, key);
    if (element === null && !allowsNullElements(nested)) return [nullElement(whole, at)];
    return isObjectLike(element) ? validateShape(nested, element, whole, at) : [];
  });
  return diagnostics.length > 0 ? diagnostics : validateKnown(nested, value, whole, path);
}

function validatePlain(
  attribute: PlainAttribute,
  value: Value,
  whole: Whole,
  path: AttributePath,
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const [at, primitive] of listPrimitives(value, typeNamed(attribute.type) ?? "dynamic", path)) {
    if (primitive instanceof Unknown) continue;
    if (primitive === null) {
      if (!allowsNullElements(attribute)) diagnostics.push(nullElement(whole, at));
    } else if (attribute.type.includes("integer") && !Number.isSafeInteger(primitive))
      diagnostics.push(notInteger(whole, `${-Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`, at));
    else if (attribute.type.includes("int64") && !isInt64(primitive))
      diagnostics.push(notInteger(whole, int64Range, at));
  }
  // Validators rely on the type in the schema, so they do not get a value that breaks it.
  return diagnostics.length > 0 ? diagnostics : validateKnown(attribute, value, whole, path);
}

function validateKnown(
  member: Member,
  value: Value,
  { functions, type }: Whole,
  path: AttributePath,
): Diagnostic[] {
  if (!("validators" in member) || !isWhollyKnown(value)) return [];
  // The value has the type of the attribute, as its validators expect.
  const validators = (member.validators ?? []) as readonly Validator<Value>[];
  const [name, own] = [pathText(path, type), typeAt(path, type)];
  return validators.flatMap((validator) =>
    functions.diagnose("A validator", path, () => validator(value, path, name, own)),
  );
}

function nullElement(whole: Whole, at: AttributePath): Diagnostic {
  return mistyped(whole, "Null element", "is null, but no element can be null here.", at);
}

function notInteger(whole: Whole, range: string, at: AttributePath): Diagnostic {
  return mistyped(whole, "Not an integer", `takes whole numbers from ${range}.`, at);
}

function mistyped(whole: Whole, summary: string, problem: string, at: AttributePath): Diagnostic {
  whole.isTyped = false;
  // All elements of a set have its path.
  const element = typeAt(at, whole.type)[0] === "set" ? "[*]" : "";
  return error(summary, `"${pathText(at, whole.type)}${element}" ${problem}`, at);
}

/** The core does not check this. Without the check, the result of the apply would differ from the plan. */
function isReadOnly(member: Member): boolean {
  return "computed" in member && member.computed === true && !member.optional;
}

function readOnly(name: string, path: AttributePath): Diagnostic {
  return error("Read-only attribute", `The provider sets "${name}". Remove it from the configuration.`, path);
}

function writeOnlyUnsupported(name: string, path: AttributePath): Diagnostic {
  return error(
    "Write-only Argument Not Supported",
    `"${name}" is write-only, which needs Terraform 1.11 or OpenTofu 1.11.`,
    path,
  );
}
