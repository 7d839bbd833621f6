import type { Text } from "./text.ts";

/**
 * How the contract describes one value of a request. Everything else derives from these tables: the TypeScript
 * types of requests, validation, the bytes on the wire, command line flags, and the reference tables in the docs.
 */
export interface Field {
  readonly kind: "string" | "strings" | "boolean" | "integer";
  /** Where the value travels: in the path, at the top of the body, or in the body's `certificate` object. */
  readonly place: "path" | "body" | "certificate";
  readonly doc: string;
  readonly required?: boolean;
  /** When an optional field is needed. Documentation only: the service decides. */
  readonly requiredWhen?: Text;
  /** A secret: never shown, never in a flag's value, never part of a hash without a key. */
  readonly sensitive?: boolean;
  /** The service uses the field only when another field has this value; sending it otherwise is a mistake. */
  readonly onlyWith?: { readonly field: string; readonly value: string };
  /** All allowed values. Left out: the specification does not list them, so any value passes. */
  readonly values?: readonly string[];
  /** Usual values, which editors complete. Any other value passes too. */
  readonly usualValues?: readonly string[];
  /** An empty text means the same as no value. For other fields it is a mistake. */
  readonly mayBeEmpty?: boolean;
  /** A text of several lines. Other texts that are not secret have one line, without invisible characters. */
  readonly hasLines?: boolean;
  readonly minimum?: number;
  readonly maxLength?: number;
  /** What happens when the field is left out. */
  readonly whenOmitted?: string;
  /** The value that the service takes if the field is left out. To write it is the same request. */
  readonly default?: string;
  /** With it the caller accepts a loss. Sent only when true. */
  readonly acknowledgement?: boolean;
  /** Sent with a request, but not part of the request digest: another value alone does not make another request. */
  readonly excludedFromDigest?: boolean;
  /** How a journal keeps the value, so that a message can show it. Left out: it is never kept. */
  readonly recorded?: "value" | "public-key";
}

export type Fields = Readonly<Record<string, Field>>;

/** An argument that is not part of a request. */
export interface Argument extends Omit<Field, "kind" | "place" | "doc"> {
  readonly kind: Field["kind"] | "map";
}

export type ArgumentTable = Readonly<Record<string, Argument>>;

/** Values of a request under the contract's own names, not yet known to be right. */
export type Values = Readonly<Record<string, unknown>>;

/** `dns_names` → `dnsNames`: the spelling of the TypeScript interface. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export function kebabCase(name: string): string {
  return name.replaceAll("_", "-");
}

/** An object with camelCase names, under the contract's names. Unknown names stay as they are. */
export function toContractNames(fields: Fields, shape: object): Values {
  const names = Object.keys(fields);
  return Object.fromEntries(
    Object.entries(shape).map(([key, value]) => [
      names.find((name) => camelCase(name) === key) ?? key,
      value,
    ]),
  );
}

/** The values of a table's fields. Absent values and other members are left out. */
export function pickValues(fields: Fields, values: Values): Values {
  return Object.fromEntries(
    Object.keys(fields)
      .filter((name) => !isAbsent(values[name]))
      .map((name) => [name, values[name]]),
  );
}

/** Undefined, or a null from a JSON file or a Terraform value: the service sees neither. */
export function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

/** An object that is not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
