/**
 * The name of the table. Its primary key lets only one of two simultaneous writers win, without locks. Ids compare
 * byte by byte in every database language.
 */
export function tableName(schema: string): string {
  return `${quoted(schema)}.certorder_journal`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function createTableStatement(schema: string): string {
  return `create table if not exists ${tableName(schema)} (
  order_id text collate "C" not null,
  position integer not null check (position > 0),
  line text not null,
  primary key (order_id, position)
)`;
}

/** The rights that a user needs. With them not even certorder can change existing entries. */
export function grantStatements(schema: string, user?: string): string {
  const role = user === undefined ? "ROLE" : quoted(user);
  return `grant usage on schema ${quoted(schema)} to ${role}; grant select, insert on ${tableName(schema)} to ${role};`;
}

/** All that a user with more rights has to run, if there is no table. */
export function setupStatements(schema: string, user: string, { hasSchema }: { hasSchema: boolean }): string {
  const table = `${createTableStatement(schema).replace(/\s+/g, " ")}; ${grantStatements(schema, user)}`;
  return hasSchema ? table : `create schema ${quoted(schema)}; ${table}`;
}
