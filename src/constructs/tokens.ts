import { Token } from "cdktn";
import type { KnownValues, Values } from "../contract/index.ts";
import { textOf } from "./literal.ts";

/**
 * Whether the value itself stands here. Tokens stand for what Terraform finds out later, in numbers and booleans too; an
 * expression written by hand does the same, and so does what is left of a list token that was taken apart.
 */
export function isKnown(value: unknown): boolean {
  if (typeof value === "string" && (/[$%#]\{/.test(value) || holdsNumberToken(value))) return false;
  return !Token.isUnresolved(value);
}

/**
 * Whether a token for a number was made part of a text, as by a template. The framework finds it there no more: it is just a
 * number, large and negative.
 */
export function holdsNumberToken(value: unknown): boolean {
  return typeof value === "string" && /-\d(?:\.\d+)?e\+2[89]\d/.test(value);
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
    else {
      values[name] = knownMembers(value);
      if (values[name] !== value) partial.add(name);
    }
  }
  return { values, open, partial };
}

/** The members of a list or a map that are known; the value itself where all of them are. */
function knownMembers(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value) && value.every(isKnown)) return value;
  const members = Object.entries(value);
  const known = members.filter(([, member]) => isKnown(member));
  if (known.length === members.length) return value;
  return Array.isArray(value) ? known.map(([, member]) => member) : Object.fromEntries(known);
}
