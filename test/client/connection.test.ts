import { describe, expect, test } from "vitest";
import { checkConnection, serviceUrl } from "../../src/client/connection.ts";

const sound = { base_url: "https://service.example", auth_key: "secret key", key_id: "id" };
const told = (change: Partial<typeof sound>) =>
  checkConnection({ ...sound, ...change }).map(({ field, rule }) => `${field}:${rule}`);

describe("the way to the service", () => {
  test.each([
    "https://service.example",
    "https://service.example:8443/base/",
    "http://127.0.0.1:4010",
    "http://localhost",
  ])("%s can be used", (base_url) => {
    expect(told({ base_url })).toEqual([]);
  });

  test.each([
    ["", "url"],
    ["service.example", "url"],
    ["mailto:someone", "url"],
    ["https://user@service.example", "url"],
    ["https://:pass@service.example", "url"],
    ["https://service.example/?a=b", "url"],
    ["https://service.example/#a", "url"],
    ["http://service.example", "https"],
    ["ftp://localhost", "https"],
  ])("%s cannot", (base_url, rule) => {
    expect(told({ base_url })).toEqual([`base_url:${rule}`]);
  });

  test.each([
    ["a", []],
    ["a b", []],
    ["", ["required"]],
    [undefined as unknown as string, ["required"]],
    [" a", ["header"]],
    ["a ", ["header"]],
    ["a\n", ["header"]],
    ["a\r\nx-other: b", ["header"]],
    ["schlüssel", ["header"]],
  ])("a key of %j gives %j", (key, rules) => {
    expect(told({ auth_key: key })).toEqual(rules.map((rule) => `auth_key:${rule}`));
    expect(told({ key_id: key })).toEqual(rules.map((rule) => `key_id:${rule}`));
  });

  test("all problems are told together, as errors of a setting, and no key is shown", () => {
    const issues = checkConnection({ base_url: "", auth_key: "hunter2\n", key_id: "" });
    expect(issues).toHaveLength(3);
    for (const issue of issues) expect(issue).toMatchObject({ severity: "error", code: "invalid_setting" });
    expect(JSON.stringify(issues)).not.toContain("hunter2");
    expect(issues[2]?.remedy).toBe("Give key_id.");
  });

  test.each([
    ["https://service.example", "https://service.example/"],
    ["https://SERVICE.example:443//", "https://service.example/"],
    ["https://service.example/base//", "https://service.example/base"],
    ["https://service.example/a//b", "https://service.example/a//b"],
  ])("%s has one spelling, %s", (given, spelled) => {
    expect(serviceUrl(given).href).toBe(spelled);
  });
});
