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
  /** When a field that is not always required has to be given; said in the docs, judged by the service. */
  readonly requiredWhen?: Text;
  /** A secret: never shown, never in a flag's value, never part of a hash without a key. */
  readonly sensitive?: boolean;
  /** The service uses the field only when another field has this value; sending it otherwise is a mistake. */
  readonly onlyWith?: { readonly field: string; readonly value: string };
  /** The only values that there are. Where this is not given, the service's values are not specified: any passes. */
  readonly values?: readonly string[];
  /** An empty text says the same as none. Elsewhere it is a mistake. */
  readonly mayBeEmpty?: boolean;
  /** A text of many lines. Any other that is no secret is one line, without invisible characters. */
  readonly hasLines?: boolean;
  readonly minimum?: number;
  readonly maxLength?: number;
  /** What happens when the field is left out. */
  readonly whenOmitted?: string;
  /** The caller states with it that a loss is accepted. Sent only when true. */
  readonly acknowledgement?: boolean;
  /** Goes along with a request without changing what is asked for: another value of it alone makes no other request. */
  readonly accompanies?: boolean;
}

export type Fields = Readonly<Record<string, Field>>;

/** An argument that a request does not have: it travels nowhere. */
export interface Argument extends Omit<Field, "kind" | "place" | "doc"> {
  readonly kind: Field["kind"] | "map";
}

export type Arguments = Readonly<Record<string, Argument>>;

/** Values of a request under the contract's own names, not yet known to be right. */
export type Values = Readonly<Record<string, unknown>>;

/** `dns_names` → `dnsNames`: the spelling of the TypeScript interface. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export function kebabCase(name: string): string {
  return name.replaceAll("_", "-");
}

/** A caller's camelCase object under the contract's names. Names that the contract does not know stay as they are. */
export function toContractNames(fields: Fields, shape: object): Values {
  const names = Object.keys(fields);
  return Object.fromEntries(
    Object.entries(shape).map(([key, value]) => [
      names.find((name) => camelCase(name) === key) ?? key,
      value,
    ]),
  );
}

/** The values of a table's fields, without what is absent and whatever else there is. */
export function pickValues(fields: Fields, values: Values): Values {
  return Object.fromEntries(
    Object.keys(fields)
      .filter((name) => !isAbsent(values[name]))
      .map((name) => [name, values[name]]),
  );
}

/** Absent is what the service would see as absent: nothing, or a null from a JSON file or a Terraform value. */
export function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

/** An object that is not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
