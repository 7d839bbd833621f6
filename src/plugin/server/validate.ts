import { type AttributePath, type Diagnostic, error } from "../diagnostics.ts";
import type { Diagnosed, ValidateRequest } from "../provider.ts";
import type { Attribute, Schema, Validator } from "../schema.ts";
import type { ObjectType } from "../values/type.ts";
import { isRecord, isWhollyKnown, type ObjectValue, type Value } from "../values/value.ts";
import { ask } from "./ask.ts";
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
  const { schema } = validated;
  const attributes = await ask(session, doing, () => ({
    diagnostics: Object.entries(schema.attributes).flatMap(([attributeName, attribute]) => {
      const value = config[attributeName] ?? null;
      if (value === null) return [];
      return [
        ...(attribute.writeOnly && !writeOnlyAllowed ? [writeOnlyUnsupported(attributeName)] : []),
        ...(isWhollyKnown(value) ? validateValue(attributeName, attribute, schema.type, value) : []),
      ];
    }),
  }));
  const whole = await ask(session, doing, () => {
    return validated.validate?.({ ...session.context, config: config as never });
  });
  return [...attributes.diagnostics, ...whole.diagnostics];
}

function writeOnlyUnsupported(name: string): Diagnostic {
  return error(
    "Write-only Argument Not Supported",
    `"${name}" must not be stored, which only Terraform 1.11, OpenTofu 1.11 and later can promise.`,
    name,
  );
}

function validateValue(
  name: string,
  attribute: Attribute,
  schemaType: ObjectType,
  value: Value,
): Diagnostic[] {
  const isSet = schemaType[1][name]?.[0] === "set";
  const found: Diagnostic[] = [];
  for (const [key, element] of elementsOf(value)) {
    const path: AttributePath = key === undefined || isSet ? [name] : [name, key];
    if (element === null) found.push(error("Null Element", `No element of "${name}" can be null.`, path));
    else if (attribute.type.includes("integer") && !Number.isSafeInteger(element)) {
      const largest = Number.MAX_SAFE_INTEGER;
      found.push(
        error("Not an Integer", `"${name}" takes whole numbers from ${-largest} to ${largest}.`, path),
      );
    }
  }
  // A validator can rely on the type that the schema promises, so it does not see what broke that promise.
  if (found.length > 0) return found;
  const validators = (attribute.validators ?? []) as readonly Validator<unknown>[];
  return validators.flatMap((validator) => validator(value, [name]));
}

/** The primitives in a value with their keys; a primitive itself has none. */
function elementsOf(value: Value): readonly (readonly [key: string | number | undefined, element: Value])[] {
  if (Array.isArray(value)) return [...value.entries()];
  if (isRecord(value)) return Object.entries(value as ObjectValue);
  return [[undefined, value]];
}
