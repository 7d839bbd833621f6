import { describe, expect, test } from "vitest";
import { checkConnection } from "../../../src/contract/index.ts";

const sound = { base_url: "https://service.example", auth_key: "secret key", key_id: "id" };
const problems = (change: Partial<typeof sound>) =>
  checkConnection({ ...sound, ...change }).map(({ contractName: field, rule }) => `${field}:${rule}`);

describe("The settings of a connection", () => {
  test.each(
    `https://service.example https://service.example:8443/base/ https://service.example/api/v1
    https://service.example/api/v1/// https://service.example// HTTPS://Service.example:443
    https://xn--mller-kva.example https://[::1]:8443/a.b/~c_d-e http://localhost:80
    http://127.0.0.1:4010 http://localhost`.split(/\s+/),
  )("The base address %s can be used", (base_url) => {
    expect(problems({ base_url })).toEqual([]);
  });

  test.each([
    ["", "url"],
    ["service.example", "url"],
    ["mailto:user", "url"],
    ["https://user@service.example", "url"],
    ["https://:pass@service.example", "url"],
    ["https://service.example/?a=b", "url"],
    ["https://service.example/#a", "url"],
    ["http://service.example", "https"],
    ["ftp://localhost", "https"],
    ["other://service.example", "https"],
  ])("The base address %s cannot be used", (base_url, rule) => {
    expect(problems({ base_url })).toEqual([`base_url:${rule}`]);
  });

  test.each([
    ["https://service.example//other.example", "an empty part"],
    ["http://localhost//192.0.2.2:45991", "an empty part"],
    ["https://service.example/a//b", "an empty part"],
    ["https://service.example/a:///b", "an empty part"],
    ["https:///service.example", "two slashes"],
    ["https:service.example", "two slashes"],
    ["https:/service.example", "two slashes"],
    ["https:\\\\service.example", "a backslash"],
    ["https://service.example\\other.example", "a backslash"],
    ["https://service.example/\\other.example", "a backslash"],
    ["https://service.example/a/../b", "a part . or .."],
    ["https://service.example/..", "a part . or .."],
    ["https://service.example/./a", "a part . or .."],
    ["https://service.example/%2e%2e/a", "a percent sign"],
    ["https://service.example/%2F%2Fother.example", "a percent sign"],
    ["https://service.example/a%5cb", "a percent sign"],
    ["https://service%2eexample", "a percent sign"],
    ["https://service.example/..;/a", "a character other than"],
    ["https://service.example/a|b", "a character other than"],
    ["https://@service.example", "a user name or an @"],
    ["https://service.example/@other.example", "a user name or an @"],
    ["https://service.example?", "a query or fragment"],
    ["https://service.example/#", "a query or fragment"],
    [" https://service.example", "a blank"],
    ["https://service.example\n", "a blank"],
    ["https://service\t.example", "a blank"],
    ["https://service.example/a b", "a blank"],
    ["https://service.example/\u001b[31m", "a blank"],
    ["https://müller.example", "written as xn--"],
    ["https://service。example", "written as xn--"],
    ["http://127.1", "contacted, 127.0.0.1."],
    ["http://2130706433", "contacted, 127.0.0.1."],
    ["https://0x7f000001", "contacted, 127.0.0.1."],
    ["https://service.example:", "contacted, service.example."],
    ["https://service.example:08443", "contacted, service.example:8443."],
  ])("The base address %j cannot be used, and the message has %j", (base_url, what) => {
    const [problem, ...others] = checkConnection({ ...sound, base_url });
    expect(problem).toMatchObject({
      contractName: "base_url",
      rule: "url",
      message: expect.stringContaining(what),
    });
    expect(problem?.remedy).not.toBe("");
    expect(others).toEqual([]);
  });

  test("An address needs a host", () => {
    const [problem] = checkConnection({ ...sound, base_url: "mailto:user" });
    expect(problem?.message).toContain("is not a URL");
  });

  test("A user name or password is never shown", () => {
    for (const base_url of ["https://hunter2:swordfish@service.example", "https://hunter2:$%\n@a//b"])
      expect(JSON.stringify(checkConnection({ ...sound, base_url }))).not.toMatch(/hunter2|swordfish|\$/);
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
  ])("A key of %j gives %j", (key, rules) => {
    expect(problems({ auth_key: key })).toEqual(rules.map((rule) => `auth_key:${rule}`));
    expect(problems({ key_id: key })).toEqual(rules.map((rule) => `key_id:${rule}`));
  });

  test("All problems are reported together, as errors of a setting, and no key is shown", () => {
    const problems = checkConnection({ base_url: "", auth_key: "hunter2\n", key_id: "" });
    expect(problems).toHaveLength(3);
    for (const problem of problems)
      expect(problem).toMatchObject({ severity: "error", code: "invalid_setting" });
    expect(JSON.stringify(problems)).not.toContain("hunter2");
    expect(problems[2]?.remedy).toBe("Give keyId.");
  });
});
