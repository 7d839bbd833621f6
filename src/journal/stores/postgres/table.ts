import type { StoreRights } from "../../store.ts";

/** Receivers have a table of their own. They may only read the other one. */
export const tables = { journal: "certorder_journal", callbacks: "certorder_callbacks" } as const;
export type TableName = (typeof tables)[keyof typeof tables];

export function qualifiedName(schema: string, table: TableName): string {
  return `${quoted(schema)}.${table}`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * The primary key lets only one of two simultaneous writers win, without locks. Ids compare byte by byte in every
 * database language.
 */
export function createTableStatement(schema: string, table: TableName): string {
  return `create table if not exists ${qualifiedName(schema, table)} (
  order_id text collate "C" not null,
  position integer not null check (position > 0),
  line text not null,
  primary key (order_id, position)
)`;
}

/** The rights of both kinds of users. With them not even certorder can change existing entries. */
export function postgresRights(schema: string, user?: string): StoreRights {
  return {
    reissuers: grantStatements(schema, tables.journal, user),
    receivers: grantStatements(schema, tables.callbacks, user),
  };
}

/** Lets a user add to one table, and read the other. */
export function grantStatements(schema: string, writable: TableName, user?: string): string {
  const role = user === undefined ? "ROLE" : quoted(user);
  const readable = writable === tables.journal ? tables.callbacks : tables.journal;
  return [
    `grant usage on schema ${quoted(schema)} to ${role};`,
    `grant select, insert on ${qualifiedName(schema, writable)} to ${role};`,
    `grant select on ${qualifiedName(schema, readable)} to ${role};`,
  ].join(" ");
}

/** All that a user with more rights has to run, if there are no tables. */
export function setupStatements(
  schema: string,
  writable: TableName,
  user: string,
  { hasSchema }: { readonly hasSchema: boolean },
): string {
  const created = Object.values(tables).map((table) =>
    createTableStatement(schema, table).replace(/\s+/g, " "),
  );
  const all = [...created, grantStatements(schema, writable, user)].join("; ");
  return hasSchema ? all : `create schema ${quoted(schema)}; ${all}`;
}
