/**
 * One table. The primary key makes one of those who write at the same time come second, without locks, which would be left
 * behind by a pooler. Ids are compared byte by byte, whatever language the database speaks.
 */
export function tableName(schema: string): string {
  return `${quoted(schema)}.certorder_journal`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function creation(schema: string): string {
  return `create table if not exists ${tableName(schema)} (
  order_id text collate "C" not null,
  position integer not null check (position > 0),
  line text not null,
  primary key (order_id, position)
)`;
}

/** All that is needed to use it: with these not even certorder can change what stands there. */
export function grantStatements(schema: string): string {
  return `grant usage on schema ${quoted(schema)} to ROLE; grant select, insert on ${tableName(schema)} to ROLE;`;
}
