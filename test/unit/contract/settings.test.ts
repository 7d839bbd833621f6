import { describe, expect, test } from "vitest";
import { combineSettings, settings, urlPassword, withoutPassword } from "../../../src/contract/index.ts";

const complete = { base_url: "https://service.example", key_id: "id", auth_key: "secret" };

describe("Settings", () => {
  test("A given value wins over the environment, which wins over the default", () => {
    const env = { CERTORDER_TIMEOUT_SECONDS: "7", CERTORDER_MAX_TRIES: "" };
    expect(combineSettings(complete, env).settings.timeout_seconds).toBe(7);
    expect(combineSettings({ ...complete, timeout_seconds: "9" }, env).settings.timeout_seconds).toBe(9);
    expect(combineSettings(complete, env).settings.max_tries).toBe(settings.max_tries.default);
  });

  test("All problems are reported together, and name the variable", () => {
    const { problems } = combineSettings({ base_url: "", timeout_seconds: "soon", journal: "sometimes" }, {});
    expect(problems.map(({ contractName: field, rule }) => `${field}:${rule}`)).toEqual(
      `base_url:empty key_id:required auth_key:required timeout_seconds:range journal:place`.split(/\s+/),
    );
    expect(problems[1]?.remedy).toContain("CERTORDER_KEY_ID");
    for (const problem of problems)
      expect(problem).toMatchObject({ severity: "error", code: "invalid_setting" });
  });

  test("Numbers are read as numbers, and words as words", () => {
    const { settings, problems } = combineSettings(
      { ...complete, timeout_seconds: "0.5" },
      { CERTORDER_MAX_TRIES: "100", CERTORDER_JOURNAL: "none" },
    );
    expect(problems).toEqual([]);
    expect(settings).toMatchObject({
      ...complete,
      timeout_seconds: 0.5,
      max_tries: 100,
      journal: "none",
      ca_file: undefined,
    });
    expect(combineSettings({ ...complete, timeout_seconds: "86400", max_tries: 1 }, {}).problems).toEqual([]);
  });

  test.each(["0", "101", "1.5", "many"])("The number of tries cannot be %s", (max_tries) => {
    expect(combineSettings({ ...complete, max_tries }, {}).problems).toEqual([
      expect.objectContaining({ contractName: "max_tries", rule: "range" }),
    ]);
  });

  test.each(["0", "-1", "86401", "1e9", "NaN", "Infinity"])(
    "The number of seconds cannot be %s",
    (timeout_seconds) => {
      expect(combineSettings({ ...complete, timeout_seconds }, {}).problems).toHaveLength(1);
    },
  );

  test.each<[string, unknown, string]>([
    ["key_id", 7, "kind"],
    ["ca_file", true, "kind"],
    ["max_tries", true, "range"],
    ["timeout_seconds", ["5"], "range"],
    ["journal", ["none"], "kind"],
  ])("A program may not give %s as %j", (field, value, rule) => {
    expect(combineSettings({ ...complete, [field]: value }, {}).problems).toMatchObject([
      { contractName: field, rule },
    ]);
  });

  test.each(["/a", "file:///a", "postgres://me@host/db", "s3://bucket/p", "none"])(
    "A journal is a folder, an address or none: %s",
    (journal) => {
      expect(combineSettings({ ...complete, journal }, {})).toMatchObject({
        settings: { journal },
        problems: [],
      });
    },
  );

  test.each(["here", "repository", "redis://host"])("A journal is never %s", (journal) => {
    expect(combineSettings(complete, { CERTORDER_JOURNAL: journal }).problems).toMatchObject([
      { contractName: "journal", rule: "place" },
    ]);
  });
});

describe("A variable that is set but empty", () => {
  const problems = (given: object, env: Record<string, string>) =>
    combineSettings({ ...complete, ...given }, env).problems;

  test("names no journal, and is refused", () => {
    expect(problems({}, { CERTORDER_JOURNAL: "" })).toMatchObject([
      {
        contractName: "journal",
        rule: "empty",
        severity: "error",
        message: "The variable CERTORDER_JOURNAL is set but empty. It names no journal.",
        remedy: expect.stringContaining("unset it"),
      },
    ]);
  });

  test("does not matter if a journal is given, or none", () => {
    for (const journal of ["/a", "file:///a", "none"])
      expect(problems({ journal }, { CERTORDER_JOURNAL: "" })).toEqual([]);
    expect(problems({}, { CERTORDER_SERVICE: "", CERTORDER_CA_FILE: "" })).toEqual([]);
  });
});

describe("The password in a URL", () => {
  test("is found as it is written", () => {
    expect(urlPassword("postgres://me:p%40ss@host/db")).toBe("p%40ss");
    for (const url of ["postgres://me@host/db", "postgres://me:@host/db", "no url"])
      expect(urlPassword(url)).toBeUndefined();
  });

  test("is left out, and so is all of a text that is not a URL", () => {
    expect(withoutPassword("postgres://me:secret@host/db")).toBe("postgres://me@host/db");
    expect(withoutPassword("no url: secret")).toBe("");
  });
});
