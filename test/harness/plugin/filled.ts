export interface Schemas {
  readonly provider_schemas: Readonly<Record<string, Record<string, unknown>>>;
}

/** Without what is empty or says nothing, which one core writes and another leaves out. */
export function filled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(filled);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value)
    .map(([name, part]) => [name, filled(part)] as const)
    .filter(([name, part]) => name !== "description_kind" && part !== "" && JSON.stringify(part) !== "{}");
  return Object.fromEntries(entries);
}
