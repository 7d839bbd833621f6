import { expect, test } from "vitest";
import { postgresRights, setupStatements, tables } from "../../../src/journal/stores/postgres/table.ts";

const usage = 'grant usage on schema "o""dd" to "o""ps";';
const [journal, callbacks] = ['"o""dd".certorder_journal', '"o""dd".certorder_callbacks'];
const reissuers = `${usage} grant select, insert on ${journal} to "o""ps"; grant select on ${callbacks} to "o""ps";`;
const receivers = `${usage} grant select, insert on ${callbacks} to "o""ps"; grant select on ${journal} to "o""ps";`;

test("Schema and user are quoted in every statement, and each kind of user may add to one table", () => {
  expect(postgresRights('o"dd', 'o"ps')).toEqual({ reissuers, receivers });
  expect(postgresRights('o"dd').receivers).toBe(receivers.replaceAll('"o""ps"', "ROLE"));
  const setup = setupStatements('o"dd', tables.journal, 'o"ps', { hasSchema: true });
  expect(setup).toContain(`create table if not exists ${journal} (`);
  expect(setup).toContain(`create table if not exists ${callbacks} (`);
  expect(setup).toContain(reissuers);
  expect(setupStatements('o"dd', tables.journal, 'o"ps', { hasSchema: false })).toBe(
    `create schema "o""dd"; ${setup}`,
  );
});
