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
      `base_url:empty key_id:required auth_key:required timeout_seconds:range journal:choice`.split(/\s+/),
    );
    expect(problems[1]?.remedy).toContain("CERTORDER_KEY_ID");
    for (const problem of problems)
      expect(problem).toMatchObject({ severity: "error", code: "invalid_setting" });
  });

  test("Numbers are read as numbers, and words as words", () => {
    const { settings, problems } = combineSettings(
      { ...complete, timeout_seconds: "0.5", response_timeout_seconds: "86400" },
      { CERTORDER_MAX_TRIES: "100", CERTORDER_JOURNAL: "none" },
    );
    expect(problems).toEqual([]);
    expect(settings).toMatchObject({
      ...complete,
      timeout_seconds: 0.5,
      response_timeout_seconds: 86_400,
      max_tries: 100,
      journal: "none",
      ca_file: undefined,
    });
    expect(combineSettings({ ...complete, max_tries: 1 }, {}).problems).toEqual([]);
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
    ["journal", ["none"], "choice"],
  ])("A program may not give %s as %j", (field, value, rule) => {
    expect(combineSettings({ ...complete, [field]: value }, {}).problems).toMatchObject([
      { contractName: field, rule },
    ]);
  });

  test("A journal is named once, by a folder or by a URL", () => {
    const folder = { ...complete, journal_dir: "/a" };
    const url = { ...complete, journal_url: "file:///a" };
    for (const given of [complete, folder, url]) expect(combineSettings(given, {}).problems).toEqual([]);
    expect(combineSettings({ ...folder, ...url }, {}).problems).toMatchObject([
      {
        contractName: "journal_url",
        rule: "conflict",
        remedy: expect.stringContaining("CERTORDER_JOURNAL_URL"),
      },
    ]);
    expect(combineSettings(folder, { CERTORDER_JOURNAL_URL: "file:///a" }).problems).toHaveLength(1);
  });
});

describe("A variable that is set but empty", () => {
  const problems = (given: object, env: Record<string, string>) =>
    combineSettings({ ...complete, ...given }, env).problems;

  test.each([
    ["CERTORDER_JOURNAL_URL", "journal_url"],
    ["CERTORDER_JOURNAL_DIR", "journal_dir"],
  ])("names no journal, and is refused: %s", (variable, field) => {
    expect(problems({}, { [variable]: "" })).toMatchObject([
      {
        contractName: field,
        rule: "empty",
        severity: "error",
        message: `The variable ${variable} is set but empty. It names no journal.`,
        remedy: expect.stringContaining("unset it"),
      },
    ]);
  });

  test("does not matter if a journal is given, or none", () => {
    const empty = { CERTORDER_JOURNAL_URL: "", CERTORDER_JOURNAL_DIR: "" };
    expect(problems({}, empty)).toHaveLength(2);
    expect(problems({ journal_dir: "/a" }, empty)).toEqual([]);
    expect(problems({ journal_url: "file:///a" }, empty)).toEqual([]);
    // The one that is not empty may be the wrong one.
    expect(problems({}, { ...empty, CERTORDER_JOURNAL_DIR: "/a" })).toHaveLength(1);
    expect(problems({}, { ...empty, CERTORDER_JOURNAL_URL: "file:///a" })).toHaveLength(1);
    expect(problems({ journal: "none" }, empty)).toEqual([]);
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
