import type { Validator } from "../schema.ts";
import { compareExactly, type Numeric } from "./bounds.ts";
import { refuse } from "./refuse.ts";

/**
 * The value is one of these strings or numbers.
 *
 *     protocol: { type: "string", required: true, validators: [oneOf("tcp", "udp")] },
 */
export function oneOf(...values: readonly string[]): Validator<string>;
export function oneOf(...values: readonly Numeric[]): Validator<Numeric>;
export function oneOf(...values: readonly Choice[]): Validator<never> {
  const rule = `must be one of ${inWords("oneOf", values)}`;
  return (value, path, name) => (isAmong(value, values) ? [] : refuse(rule, path, name));
}

/**
 * The value is none of these strings or numbers.
 *
 *     user: { type: "string", required: true, validators: [noneOf("root", "admin")] },
 */
export function noneOf(...values: readonly string[]): Validator<string>;
export function noneOf(...values: readonly Numeric[]): Validator<Numeric>;
export function noneOf(...values: readonly Choice[]): Validator<never> {
  const rule = `must not be one of ${inWords("noneOf", values)}`;
  return (value, path, name) => (isAmong(value, values) ? refuse(rule, path, name) : []);
}

type Choice = string | Numeric;

function inWords(validator: string, values: readonly Choice[]): string {
  if (values.length === 0) throw new TypeError(`${validator} needs at least one value`);
  return values.map((value) => (typeof value === "string" ? JSON.stringify(value) : value)).join(", ");
}

function isAmong(value: Choice, values: readonly Choice[]): boolean {
  return values.some((one) =>
    typeof one === "string" || typeof value === "string"
      ? // The core sends text in Unicode normal form.
        String(one).normalize() === value
      : compareExactly(one, value) === 0,
  );
}
