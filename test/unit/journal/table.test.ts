import { expect, test } from "vitest";
import { grantStatements, setupStatements } from "../../../src/journal/stores/postgres/table.ts";

test("Schema and user are quoted in every statement", () => {
  const grants =
    'grant usage on schema "o""dd" to "o""ps"; grant select, insert on "o""dd".certorder_journal to "o""ps";';
  expect(grantStatements('o"dd', 'o"ps')).toBe(grants);
  expect(grantStatements('o"dd')).toBe(grants.replaceAll('"o""ps"', "ROLE"));
  const setup = setupStatements('o"dd', 'o"ps', { hasSchema: true });
  expect(setup).toMatch(/^create table if not exists "o""dd"\.certorder_journal \( .*\) \); grant usage/);
  expect(setup).toContain(grants);
  expect(setupStatements('o"dd', 'o"ps', { hasSchema: false })).toBe(`create schema "o""dd"; ${setup}`);
});
