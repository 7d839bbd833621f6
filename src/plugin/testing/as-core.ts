import { compareNumbers, ExactNumber, isNumber } from "../values/number.ts";
import { toDynamic } from "../values/to-dynamic.ts";
import { partType, type Type } from "../values/type.ts";
import { Unknown } from "../values/unknown.ts";
import { Dynamic, isList, isObjectLike, type Value } from "../values/value.ts";
import { canonicalText } from "./same.ts";

/**
 * Converts a value as a core does: primitives get the type of the argument, text is in Unicode normal form, and sets
 * are sorted and have no duplicates.
 */
export function asCore(value: Value, type: Type, where: string): Value {
  if (value === null || value instanceof Unknown) return value;
  if (type === "dynamic") return asDynamic(value, where);
  if (type === "string") return asText(value, where);
  if (type === "number") return asNumber(value, where);
  if (type === "bool") return asBoolean(value, where);
  const [kind] = type;
  if (kind === "list" || kind === "set" || kind === "tuple") {
    if (!isList(value)) return wrong(where, `a ${kind} is required`);
    const elements = value.map((part, index) => asCore(part, partType(type, index), `${where}[${index}]`));
    return kind === "set" ? asSet(elements, partType(type, 0)) : elements;
  }
  if (!isObjectLike(value)) return wrong(where, `a ${kind === "map" ? "map" : "object"} is required`);
  const place = where === "" ? "" : `${where}.`;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name.normalize(),
      asCore(part, partType(type, name), `${place}${name}`),
    ]),
  );
}

function wrong(where: string, problem: string): never {
  throw new Error(`Incorrect attribute value type: "${where}": ${problem}`);
}

function asDynamic(value: Value, where: string): Value {
  const dynamic = toDynamic(value);
  if (!(dynamic instanceof Dynamic)) return dynamic;
  return new Dynamic(dynamic.type, asCore(dynamic.value, dynamic.type, where));
}

function asText(value: Value, where: string): Value {
  if (typeof value === "string") return value.normalize();
  if (typeof value === "boolean" || typeof value === "bigint" || value instanceof ExactNumber)
    return String(value);
  // Canonical, without an exponent.
  if (typeof value === "number")
    return value.toLocaleString("en", { useGrouping: false, maximumFractionDigits: 20 });
  return wrong(where, "a string is required");
}

function asNumber(value: Value, where: string): Value {
  const isText = typeof value === "string" || typeof value === "bigint";
  const number = isText ? ExactNumber.parse(String(value)) : value;
  if (typeof number === "number" || number instanceof ExactNumber) return number;
  return wrong(where, "a number is required");
}

function asBoolean(value: Value, where: string): Value {
  if (typeof value === "boolean") return value;
  if (value === "true" || value === "1") return true;
  if (value === "false" || value === "0") return false;
  return wrong(where, "a bool is required");
}

/**
 * Removes equal elements. Primitives are in their natural order, and null is last. Other elements are in some order that
 * is always the same.
 */
function asSet(elements: readonly Value[], type: Type): Value {
  const distinct = new Map(elements.map((element) => [canonicalText(element, type), element]));
  // Unknown elements may turn out different, so all of them stay.
  const unknown = elements.filter((element) => element instanceof Unknown).slice(1);
  const byValue = ([a, left]: [string, Value], [b, right]: [string, Value]) => {
    if (left === null || right === null) return left === null ? 1 : -1;
    return isNumber(left) && isNumber(right) ? compareNumbers(left, right) : a < b ? -1 : 1;
  };
  return [...[...distinct].sort(byValue).map(([, element]) => element), ...unknown];
}
