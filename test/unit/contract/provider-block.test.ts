import { describe, expect, test } from "vitest";
import {
  checkAuthorities as rawCheckAuthorities,
  checkJournalPlace as rawCheckJournalPlace,
  checkProviderBlock as rawCheckProviderBlock,
} from "../../../src/contract/index.ts";
import { checkInTerraform } from "../../harness/terraform-names.ts";

const checkAuthorities = checkInTerraform(rawCheckAuthorities);
const checkJournalPlace = checkInTerraform(rawCheckJournalPlace);
const checkProviderBlock = checkInTerraform(rawCheckProviderBlock);

describe("The arguments of a provider block", () => {
  test.each([0, 1, 20, undefined])("max_reissues may be %s", (max_reissues) => {
    expect(checkProviderBlock({ max_reissues })).toEqual([]);
  });

  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "many"])(
    "max_reissues may not be %s",
    (max_reissues) => {
      const rule = max_reissues === -1 ? "too_small" : "kind";
      expect(checkProviderBlock({ max_reissues })).toMatchObject([
        { field: "max_reissues", rule, code: "invalid_setting", severity: "error" },
      ]);
    },
  );

  test.each([
    [{ resolve: "a=1:cert" }, "resolve must be a map of strings, got a string."],
    [{ resolve: { a: ["1:cert"] } }, "resolve must be a map of strings, got a map with a list in it."],
    [{ resolve: { "": "1:cert" } }, "resolve (CERTORDER_RESOLVE) does not name an order."],
    [{ supersede: "a=1" }, "supersede must be a map of strings, got a string."],
    [{ supersede: { "": "1" } }, "supersede (CERTORDER_SUPERSEDE) does not name an order."],
    [{ supersede: { a: "1:cert" } }, "supersede for order a cannot be read."],
  ])("are refused: %j", (values, message) => {
    expect(checkProviderBlock(values)).toMatchObject([{ message }]);
  });

  test("All problems are reported together", () => {
    const wrong = { max_reissues: -1, resolve: { a: "nonsense", b: "2:cert-9" }, supersede: { c: "1 2" } };
    expect(checkProviderBlock(wrong).map(({ field, message }) => `${field}: ${message}`)).toEqual([
      expect.stringMatching(/^max_reissues: /),
      "resolve: resolve for order a cannot be read.",
      "supersede: supersede for order c cannot be read.",
    ]);
  });

  test("Resolve states facts, supersede names the latest attempt", () => {
    const resolve = { a: "1:not-happened", b: "2:cert-9" };
    expect(checkProviderBlock({ resolve, supersede: { a: "0a1b", b: "import-0a1b" } })).toEqual([]);
  });
});

describe("The place of a journal", () => {
  test.each([
    "/var/lib/certorder",
    "C:\\journal",
    "c:/journal",
    "\\\\server\\share",
    "none",
    "",
    7,
    undefined,
  ])("may be the folder %j", (journal) => {
    expect(checkJournalPlace({ journal })).toEqual([]);
  });

  test.each(["journal", "./journal", "../journal", "c:journal", "\\journal"])(
    "may not be the folder %s",
    (journal) => {
      expect(checkJournalPlace({ journal })).toMatchObject([
        {
          field: "journal",
          rule: "place",
          severity: "error",
          remedy: expect.stringMatching(/^Give an absolute path/),
          message: expect.stringMatching(/^journal is not an absolute path/),
        },
      ]);
    },
  );

  test.each([
    "file:///a",
    "postgres://me@host/db",
    "postgresql://me@host/db",
    "s3://bucket/p",
    "",
    undefined,
  ])("may be the address %j", (journal) => {
    expect(checkJournalPlace({ journal })).toEqual([]);
  });

  test.each([
    ["repository", "journal is repository, which only the GitHub action has."],
    ["mysql://me:hunter2@host/db", "journal has the scheme mysql://, which a journal cannot have."],
  ])("may not be the address %s, which is not repeated", (journal, message) => {
    const problems = checkJournalPlace({ journal });
    expect(problems).toMatchObject([{ field: "journal", rule: "place", message }]);
    expect(problems[0]?.remedy).toContain("postgres://user@host/database");
    expect(JSON.stringify(problems)).not.toContain("hunter2");
  });

  test.each([
    ["postgres://me:hunter2@host/db#x", "has a fragment", "%23"],
    ["postgres://me:hunter2@h1:5432,h2:5432/db", "names several hosts", "one host"],
    ["postgres://me@host/db?sslcert=x", "an unknown parameter (sslcert)", "Use only host, port"],
    ["postgres://me:1?hunter2@host/db", "has an unknown parameter.", "Use only host, port"],
    ["s3://bucket/p?region=a&region=b", "has the parameter region twice", "once"],
    ["s3://bucket/p?endpoint=", "has an empty parameter (endpoint)", "leave it out"],
    ["file:///a?mode=0600", "an unknown parameter (mode)", "only the path"],
    ["file:a", "has no // after its scheme", "file:///"],
  ])(
    "The part of the address %s that would be ignored is named, with a remedy",
    (journal, message, remedy) => {
      expect(checkJournalPlace({ journal })).toMatchObject([
        { message: expect.stringContaining(message), remedy: expect.stringContaining(remedy) },
      ]);
      expect(JSON.stringify(checkJournalPlace({ journal }))).not.toContain("hunter2");
    },
  );
});

test("A file of authorities has to be readable and hold certificates", () => {
  expect(checkAuthorities("ca.pem", { text: "x\n-----BEGIN CERTIFICATE-----\n" })).toEqual([]);
  expect(checkAuthorities("ca.pem", { text: "-----BEGIN PRIVATE KEY-----" })).toMatchObject([
    { field: "ca_file", rule: "file", message: "ca_file ca.pem holds no certificate." },
  ]);
  expect(checkAuthorities("ca.pem", { failed: "ENOENT" })).toMatchObject([
    { field: "ca_file", rule: "file", message: "ca_file ca.pem cannot be read (ENOENT)." },
  ]);
});
