import type { Field, Fields } from "../contract/index.ts";
import { callbackTestFields, camelCase, describeField, inLibrary, reissueFields } from "../contract/index.ts";

const types = {
  string: "string",
  strings: "readonly string[]",
  boolean: "boolean",
  integer: "number",
} as const;

/** The requests as interfaces, because editors show what stands at a member, and nothing of a type that is computed. */
export function requestTypes(): string {
  const { order_id: _, ...reissue } = reissueFields;
  return `// Written by npm run generate from the tables of fields. Do not edit.

/** What a caller gives to reissue an order's certificate; the order itself is named apart from it. */
export interface ReissueRequest {
${membersOf(reissue)}
}

/** What a caller may give to a callback test; the saved configuration stands in for what is left out. */
export interface CallbackTestRequest {
${membersOf(callbackTestFields)}
}
`;
}

/** What is known of the values of text fields, for editors to complete: all there are, or those that other fields look for. */
export function knownValues(): string {
  const fields: Fields = { ...reissueFields, ...callbackTestFields };
  const looksFor = Object.values(fields).flatMap(({ onlyWith }) => onlyWith ?? []);
  const members = Object.entries(fields).flatMap(([name, { values = [] }]) => {
    const known = new Set([
      ...values,
      ...looksFor.flatMap(({ field, value }) => (field === name ? value : [])),
    ]);
    const type = [...known].map((value) => JSON.stringify(value)).join(" | ");
    return known.size > 0 ? [`  readonly ${camelCase(name)}: ${type};`] : [];
  });
  return `// Written by npm run generate from the tables of fields. Do not edit.

/** Values that props are known to have. Those of the service may be others. */
export interface KnownValues {
${members.join("\n")}
}
`;
}

function membersOf(fields: Fields): string {
  return Object.entries(fields).map(member).join("\n");
}

function member([name, field]: [string, Field]): string {
  const type = types[field.kind];
  const declared = field.required ? `: ${type}` : `?: ${type} | undefined`;
  return `  /** ${describeField(field, inLibrary)} */\n  readonly ${camelCase(name)}${declared};`;
}
