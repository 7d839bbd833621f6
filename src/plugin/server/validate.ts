import type { Diagnosed, ValidateRequest } from "../context.ts";
import { type AttributePath, type Diagnostic, error, pathText, within } from "../diagnostics.ts";
import {
  isNested,
  isWriteOnly,
  membersOf,
  type PlainAttribute,
  type Schema,
  type Shape,
  type Validator,
} from "../schema.ts";
import type { Type } from "../values/type.ts";
import { isList, isRecord, isWhollyKnown, type ObjectValue, type Value } from "../values/value.ts";
import { ask } from "./call-author.ts";
import { elementPath, elementsOf, type Nested } from "./elements.ts";
import type { ProviderSession } from "./session.ts";

interface Validated {
  readonly schema: Schema;
  validate?(request: ValidateRequest<Schema>): Diagnosed | Promise<Diagnosed>;
}

/** Checks a configuration: each attribute by itself, then what the author has to say about the whole. */
export async function validateConfig(
  session: ProviderSession,
  name: string,
  validated: Validated,
  config: ObjectValue,
  writeOnlyAllowed: boolean,
): Promise<readonly Diagnostic[]> {
  const doing = `Validating ${name}`;
  const attributes = await ask(session, doing, [], () => ({
    diagnostics: validateShape(validated.schema, config, { type: validated.schema.type, writeOnlyAllowed }),
  }));
  const author = await ask(session, doing, [], () => validated.validate?.({ ...session.context, config }));
  return [...attributes.diagnostics, ...author.diagnostics];
}

/** The same for all parts of a configuration. */
interface Whole {
  readonly type: Type;
  readonly writeOnlyAllowed: boolean;
}

function validateShape(shape: Shape, config: ObjectValue, whole: Whole, place?: AttributePath): Diagnostic[] {
  return membersOf(shape).flatMap(([name, member]) => {
    const value = config[name] ?? null;
    if (value === null) return [];
    const path = within(place, name);
    if (isNested(member)) return validateNested(member, value, whole, path);
    return [
      ...(isWriteOnly(member) && !whole.writeOnlyAllowed
        ? [writeOnlyUnsupported(pathText(path, whole.type), path)]
        : []),
      ...(isWhollyKnown(value) ? validateValue(member, value, whole, path) : []),
    ];
  });
}

function validateNested(nested: Nested, value: Value, whole: Whole, path: AttributePath): Diagnostic[] {
  return elementsOf(nested, value).flatMap(([key, element]) => {
    const at = elementPath(nested, path, key);
    if (element === null) return [nullElement(pathText(path, whole.type), at)];
    return isRecord(element) ? validateShape(nested, element, whole, at) : [];
  });
}

function validateValue(
  attribute: PlainAttribute,
  value: Value,
  { type }: Whole,
  path: AttributePath,
): Diagnostic[] {
  const name = pathText(path, type);
  const isSet = attribute.type.startsWith("set(");
  const found: Diagnostic[] = [];
  for (const [key, element] of primitivesIn(value)) {
    const at = key === undefined || isSet ? path : within(path, key);
    if (element === null) found.push(nullElement(name, at));
    else if (attribute.type.includes("integer") && !Number.isSafeInteger(element)) {
      const largest = Number.MAX_SAFE_INTEGER;
      const detail = `"${name}" takes whole numbers from ${-largest} to ${largest}.`;
      found.push(error("Not an Integer", detail, at));
    }
  }
  // A validator can rely on the type that the schema promises, so it does not see what broke that promise.
  if (found.length > 0) return found;
  // The value is of the attribute's type, for which its validators are made.
  const validators = (attribute.validators ?? []) as readonly Validator<Value>[];
  return validators.flatMap((validator) => validator(value, path));
}

/** The primitives in a value with their keys; a primitive itself has none. */
function primitivesIn(
  value: Value,
): readonly (readonly [key: string | number | undefined, element: Value])[] {
  if (isList(value)) return [...value.entries()];
  return isRecord(value) ? Object.entries(value) : [[undefined, value]];
}

function nullElement(name: string, at: AttributePath): Diagnostic {
  return error("Null Element", `No element of "${name}" can be null.`, at);
}

function writeOnlyUnsupported(name: string, path: AttributePath): Diagnostic {
  return error(
    "Write-only Argument Not Supported",
    `"${name}" must not be stored, which only Terraform 1.11, OpenTofu 1.11 and later can promise.`,
    path,
  );
}
