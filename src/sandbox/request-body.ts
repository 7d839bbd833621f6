import { type Field, type Fields, isAbsent, isRecord, type Operation } from "../contract/index.ts";
import { refusal, type ServiceRefusal } from "./answers.ts";

export type JsonMembers = Readonly<Record<string, unknown>>;

interface Kinds {
  readonly string: string;
  readonly strings: readonly string[];
  readonly boolean: boolean;
  readonly integer: number;
}

/** The values of fields, after their kinds were checked. */
export type BodyValues<F extends Fields> = { readonly [name in keyof F]?: Kinds[F[name]["kind"]] };

/** The values of a body by their names, or why it cannot be read. */
type ReadBody<F extends Fields> =
  | { readonly values: BodyValues<F>; readonly refusal?: never }
  | { readonly refusal: ServiceRefusal };

/** Reads parsed JSON as the service does: it ignores unknown members, and null means absent. */
export function readBody<F extends Fields>(
  operation: Operation & { readonly fields: F },
  body: unknown,
): ReadBody<F> {
  if (body === undefined) return malformed("The body must be JSON, sent as application/json.");
  if (!isRecord(body)) return malformed("The body must be a JSON object.");
  const certificate = body.certificate;
  if (!isAbsent(certificate) && !isRecord(certificate) && operation.name === "reissue")
    return malformed("certificate must be an object.");

  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<Field>(operation.fields)) {
    const value = readMember(field.place, name, body);
    if (isAbsent(value)) continue;
    if (!isOfKind(field.kind, value)) return malformed(`${name} must be ${kindNames[field.kind]}.`);
    values[name] = value;
  }
  return { values: values as BodyValues<F> };
}

/** A body for the log: only members that the contract knows, without secrets. */
export function withoutSecrets(fields: Fields, body: unknown): JsonMembers | undefined {
  if (!isRecord(body)) return undefined;
  const shown: Record<string, unknown> = {};
  if (isRecord(body.certificate)) shown.certificate = knownMembers(fields, "certificate", body.certificate);
  return { ...shown, ...knownMembers(fields, "body", body) };
}

function knownMembers(fields: Fields, place: Field["place"], members: JsonMembers): JsonMembers {
  return Object.fromEntries(
    Object.entries(members)
      .filter(([name]) => Object.hasOwn(fields, name) && fields[name]?.place === place)
      .map(([name, value]) => [name, isSecret(fields[name], value) ? "(secret)" : value]),
  );
}

/** A sensitive field, or a private key in another field. */
function isSecret(field: Field | undefined, value: unknown): boolean {
  if (isAbsent(value)) return false;
  return field?.sensitive === true || JSON.stringify(value).includes("PRIVATE KEY");
}

function readMember(place: Field["place"], name: string, body: JsonMembers): unknown {
  if (place === "path") return undefined;
  const holder = place === "certificate" ? body.certificate : body;
  return isRecord(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined;
}

const kindNames = {
  string: "a string",
  strings: "a list of strings",
  boolean: "true or false",
  integer: "a whole number",
} as const;

function isOfKind(kind: Field["kind"], value: unknown): boolean {
  switch (kind) {
    case "string":
      return typeof value === "string" && value.isWellFormed();
    case "strings":
      return Array.isArray(value) && value.every((item) => isOfKind("string", item));
    case "boolean":
      return typeof value === "boolean";
    case "integer":
      return Number.isSafeInteger(value);
  }
}

function malformed(message: string): { readonly refusal: ServiceRefusal } {
  return { refusal: refusal("invalid_parameters", message) };
}
