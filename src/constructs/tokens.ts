import { Token } from "cdktn";
import type { KnownValues, Values } from "../contract/index.ts";
import { textOf } from "./literal.ts";

/**
 * Whether the value itself stands here. Tokens stand for what Terraform finds out later, in numbers and booleans too; an
 * expression written by hand does the same, and so does what is left of a list token that was taken apart.
 */
export function isKnown(value: unknown): boolean {
  return !Token.isUnresolved(value) && !(typeof value === "string" && /[$%#]\{/.test(value));
}

export function knownOf(given: Values): Required<KnownValues> {
  const values: Record<string, unknown> = {};
  const open = new Set<string>();
  const partial = new Set<string>();
  for (const [name, value] of Object.entries(given)) {
    const text = textOf(value);
    // It is all there, whatever it looks like.
    if (text !== value) values[name] = text;
    else if (!isKnown(value)) open.add(name);
    else if (Array.isArray(value) && !value.every(isKnown)) {
      partial.add(name);
      values[name] = value.filter(isKnown);
    } else values[name] = value;
  }
  return { values, open, partial };
}
