import type { Block, NestedAttribute, PlainAttribute, SchemaDefinition } from "./schema.ts";

// What can be said of a schema and of each of its parts. One that is missing here cannot be used: the schema is refused.

const DESCRIPTION = ["description", "deprecated"] as const;

export const SCHEMA_OPTIONS: readonly (keyof SchemaDefinition)[] = [
  "attributes",
  "blocks",
  "version",
  ...DESCRIPTION,
];

const ATTRIBUTE_OPTIONS: readonly (keyof PlainAttribute & keyof NestedAttribute)[] = [
  "type",
  "required",
  "optional",
  "computed",
  "sensitive",
  "requiresReplace",
  "useStateForUnknown",
  ...DESCRIPTION,
];

export const PLAIN_OPTIONS: readonly (keyof PlainAttribute)[] = [
  ...ATTRIBUTE_OPTIONS,
  "writeOnly",
  "default",
  "validators",
];

export const NESTED_OPTIONS: readonly (keyof NestedAttribute)[] = [...ATTRIBUTE_OPTIONS, "attributes"];

export const BLOCK_OPTIONS: readonly (keyof Block)[] = [
  "type",
  "attributes",
  "blocks",
  "minItems",
  "maxItems",
  ...DESCRIPTION,
];
