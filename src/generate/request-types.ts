import type { Field, Fields } from "../contract/index.ts";
import {
  callbackTestFields,
  camelCase,
  describeField,
  libraryDialect,
  reissueFields,
} from "../contract/index.ts";

const types = {
  string: "string",
  strings: "readonly string[]",
  boolean: "boolean",
  integer: "number",
} as const;

/** The requests as interfaces: editors show comments of their members, but not of computed types. */
export function requestTypes(): string {
  const { order_id: _, ...reissue } = reissueFields;
  return `// Written by npm run generate from the tables of fields. Do not edit.

/** The request to reissue an order's certificate. The order's id is an argument of its own. */
export interface ReissueRequest {
${renderMembers(reissue)}
}

/** The request to test a callback. The saved configuration is used for fields that are left out. */
export interface CallbackTestRequest {
${renderMembers(callbackTestFields)}
}
`;
}

/** Known values of text fields, for completion: all or the usual values of a field, and those that other fields depend on. */
export function knownValues(): string {
  const fields: Fields = { ...reissueFields, ...callbackTestFields };
  const conditions = Object.values(fields).flatMap(({ onlyWith }) => onlyWith ?? []);
  const members = Object.entries(fields).flatMap(([name, { values = [], usualValues = [] }]) => {
    const known = new Set([
      ...values,
      ...usualValues,
      ...conditions.flatMap(({ field, value }) => (field === name ? value : [])),
    ]);
    const type = [...known].map((value) => JSON.stringify(value)).join(" | ");
    return known.size > 0 ? [`  readonly ${camelCase(name)}: ${type};`] : [];
  });
  return `// Written by npm run generate from the tables of fields. Do not edit.

/** Known values of props. The service may accept others. */
export interface KnownValues {
${members.join("\n")}
}
`;
}

function renderMembers(fields: Fields): string {
  return Object.entries(fields).map(member).join("\n");
}

function member([name, field]: [string, Field]): string {
  const type = types[field.kind];
  const declared = field.required ? `: ${type}` : `?: ${type} | undefined`;
  return `  /** ${describeField(field, libraryDialect)} */\n  readonly ${camelCase(name)}${declared};`;
}
