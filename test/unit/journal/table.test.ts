import { expect, test } from "vitest";
import {
  createTableStatement,
  grantStatements,
  setupStatements,
  tableName,
} from "../../../src/journal/stores/postgres/table.ts";

test.each([
  ["public", '"public"'],
  ['o"dd', '"o""dd"'],
  ["a.certorder_journal", '"a.certorder_journal"'],
])("The schema %s is quoted in every statement", (schema, quoted) => {
  expect(tableName(schema)).toBe(`${quoted}.certorder_journal`);
  expect(createTableStatement(schema)).toContain(`create table if not exists ${quoted}.certorder_journal (`);
  expect(grantStatements(schema)).toBe(
    `grant usage on schema ${quoted} to ROLE; grant select, insert on ${quoted}.certorder_journal to ROLE;`,
  );
  expect(grantStatements(schema, 'o"ps')).toContain(`insert on ${quoted}.certorder_journal to "o""ps";`);
  expect(setupStatements(schema, "me", { hasSchema: false })).toMatch(
    /^create schema "[^;]+"; create table /,
  );
  expect(setupStatements(schema, "me", { hasSchema: true })).toMatch(/^create table .*\) \); grant usage/);
});
