import { isRecord, type ObjectValue, type Value } from "../values/value.ts";

/** Arguments by their names, as a test writes them. What is left out, or undefined, is null. */
export interface Given {
  readonly [name: string]: GivenValue | undefined;
}

export type GivenValue = Value | readonly GivenValue[] | Given;

/** The arguments that are really given. */
export function withoutUndefined(given: Given): ObjectValue {
  const values: Record<string, Value> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) values[name] = definedValue(value);
  }
  return values;
}

function definedValue(value: GivenValue): Value {
  if (isGivenList(value)) return value.map(definedValue);
  return isGiven(value) ? withoutUndefined(value) : value;
}

function isGivenList(value: GivenValue): value is readonly GivenValue[] {
  return Array.isArray(value);
}

function isGiven(value: GivenValue): value is Given {
  return isRecord(value);
}
