import { type AttributePath, type Diagnostic, error, pathText, within } from "../diagnostics.ts";
import { isNested, listMembers, type Schema, type Shape } from "../schema.ts";
import type { Type } from "../values/type.ts";
import { isObjectLike, type ObjectValue } from "../values/value.ts";
import { elementPath, listElements } from "./elements.ts";

/**
 * An error for each required argument that is null, at any depth. The core requires that the argument is written, but
 * not that it has a value: `key = null` and a variable that is null pass. An unknown value may still become null, so
 * this is checked again before each call that gets the configuration.
 */
export function missingValues(schema: Schema, config: ObjectValue): Diagnostic[] {
  return missingIn(schema, config, schema.type);
}

function missingIn(shape: Shape, config: ObjectValue, type: Type, place?: AttributePath): Diagnostic[] {
  return listMembers(shape).flatMap(([name, member]) => {
    const value = config[name] ?? null;
    const path = within(place, name);
    if (value === null) return "required" in member && member.required ? [missing(path, type)] : [];
    if (!isNested(member)) return [];
    return listElements(member, value).flatMap(([key, element]) =>
      isObjectLike(element) ? missingIn(member, element, type, elementPath(member, path, key)) : [],
    );
  });
}

function missing(path: AttributePath, type: Type): Diagnostic {
  const detail = `"${pathText(path, type)}" is required, but its value is null. Set a value.`;
  return error("Missing value", detail, path);
}
