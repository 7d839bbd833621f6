import type { Schema } from "../schema.ts";
import { equal, isWhollyKnown, type ObjectValue, type Value } from "../values/value.ts";
import type { SchemaFunctions } from "./call-author.ts";
import { changeEach } from "./elements.ts";

/**
 * Replaces values by those of `known` if both mean the same, as the schema's `semanticEquals` decides. The user knows
 * these values: they were planned, stored or configured. Otherwise JSON with different white space would look like a
 * change.
 */
export function keepSameMeaning(
  functions: SchemaFunctions,
  schema: Schema,
  object: ObjectValue,
  known: ObjectValue | null,
): ObjectValue {
  return changeEach(
    schema,
    schema.type,
    object,
    [known],
    ({ member, type, path, value, counterparts: others }) => {
      const [before = null] = others;
      if (!("semanticEquals" in member) || value === null || before === null) return value;
      if (!isWhollyKnown(value) || !isWhollyKnown(before) || equal(before, value, type)) return value;
      // Both values have the type of the attribute, as the function expects.
      const same = member.semanticEquals as (left: Value, right: Value) => boolean;
      return functions.decide("semanticEquals", path, () => same(before, value)) ? before : value;
    },
  );
}
