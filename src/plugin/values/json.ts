import { toInt64 } from "./int64.ts";
import { ExactNumber } from "./number.ts";
import { deeper, parseType, partType, type Type } from "./type.ts";
import { Dynamic, isObjectLike, type Value } from "./value.ts";
import { ValueError } from "./value-error.ts";

/** A JSON value whose numbers keep all their digits. */
export type Json = null | string | boolean | number | ExactNumber | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/** The third argument is newer than the type definitions. It has the number as it was written. */
type ReviverWithSource = (
  this: unknown,
  key: string,
  value: unknown,
  context?: { source?: string },
) => unknown;

const keepDigits: ReviverWithSource = (_key, value, context) => {
  return typeof value === "number" ? ExactNumber.parse(context?.source ?? String(value)) : value;
};

/** Reads JSON without rounding its numbers. */
export function parseJson(bytes: Uint8Array): Json {
  try {
    return JSON.parse(Buffer.from(bytes).toString(), keepDigits);
  } catch {
    throw new ValueError("malformed JSON");
  }
}

/**
 * The value of `type` that `json` describes, as in a stored state. Missing attributes become null, and attributes that
 * the type does not have are dropped: another version of the schema may have written the state.
 */
export function valueFromJson(json: Json, type: Type, depth = 0): Value {
  if (json === null || json === undefined) return null;
  // Older versions of a provider may have stored a number or a flag as text, or the other way round.
  const text = typeof json !== "object" || json instanceof ExactNumber ? String(json) : undefined;
  if (type === "string" && text !== undefined) return text;
  if (type === "bool" && (text === "true" || text === "false")) return text === "true";
  if (type === "number" || type === "int64") {
    const parsed = typeof json === "string" ? ExactNumber.parse(json) : json;
    if ((typeof parsed === "number" && Number.isFinite(parsed)) || parsed instanceof ExactNumber) {
      const number = type === "int64" ? toInt64(parsed) : parsed;
      if (number !== undefined) return number;
    }
  }
  if (type === "dynamic" && isObjectLike(json)) {
    const inner = parseType(json.type, depth + 1);
    return new Dynamic(inner, valueFromJson(json.value ?? null, inner, depth + 1));
  }
  if (typeof type !== "string") {
    const [kind, inner] = type;
    if (Array.isArray(json) && kind === "tuple" && json.length === inner.length) {
      return json.map((element, index) => valueFromJson(element, partType(type, index), deeper(depth)));
    }
    if (Array.isArray(json) && (kind === "list" || kind === "set")) {
      return json.map((element) => valueFromJson(element, inner, deeper(depth)));
    }
    if (isObjectLike(json) && (kind === "map" || kind === "object")) {
      const record: Record<string, Value> = Object.create(null);
      for (const name of Object.keys(kind === "map" ? json : inner)) {
        const part = Object.hasOwn(json, name) ? json[name] : null;
        record[name] = valueFromJson(part ?? null, partType(type, name), deeper(depth));
      }
      return record;
    }
  }
  throw new ValueError("a stored value is not of the type that the schema gives it");
}
