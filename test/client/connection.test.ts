import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endpoint, serviceUrl } from "../../src/client/connection.ts";
import { checkConnection, encode, reissue } from "../../src/contract/index.ts";

const sound = { base_url: "https://service.example", auth_key: "secret key", key_id: "id" };
const told = (change: Partial<typeof sound>) =>
  checkConnection({ ...sound, ...change }).map(({ field, rule }) => `${field}:${rule}`);

describe("the way to the service", () => {
  test.each([
    "https://service.example",
    "https://service.example:8443/base/",
    "https://service.example/api/v1",
    "https://service.example/api/v1///",
    "https://service.example//",
    "HTTPS://Service.example:443",
    "https://xn--mller-kva.example",
    "https://[::1]:8443/a.b/~c_d-e",
    "http://localhost:80",
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
    ["other://service.example", "https"],
  ])("%s cannot", (base_url, rule) => {
    expect(told({ base_url })).toEqual([`base_url:${rule}`]);
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
    ["http://127.1", "as 127.0.0.1."],
    ["http://2130706433", "as 127.0.0.1."],
    ["https://0x7f000001", "as 127.0.0.1."],
    ["https://service.example:", "as service.example."],
    ["https://service.example:08443", "as service.example:8443."],
  ])("%j cannot: it has, or is contacted, %s", (base_url, what) => {
    const [issue, ...others] = checkConnection({ ...sound, base_url });
    expect(issue).toMatchObject({ field: "base_url", rule: "url", message: expect.stringContaining(what) });
    expect(issue?.remedy).not.toBe("");
    expect(others).toEqual([]);
  });

  test("what has no host is no address", () => {
    const [issue] = checkConnection({ ...sound, base_url: "mailto:someone" });
    expect(issue?.message).toContain("is not a URL");
  });

  test("a user name or password is never shown", () => {
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

describe("the address of an operation", () => {
  /** Pieces that mean something in a URL, so that many of the texts made of them are nearly right. */
  const piece = fc.constantFrom(
    ..."https http ftp : / // \\ @ ? # . .. % %2e %2f %5c ; a api v1 localhost 127.0.0.1 [::1] 443 8443 evil.example".split(
      " ",
    ),
    " ",
    "\t",
    "\n",
    "ü",
    "。",
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((pieces) => `https://good.example/${pieces.join("")}`),
    fc.array(piece, { maxLength: 4 }).map((pieces) => `https://good.example${pieces.join("")}`),
    fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join("")),
    fc
      .array(fc.stringMatching(/^[\w.~-]+$/), { maxLength: 4 })
      .map((parts) => `https://h/${parts.join("/")}//`),
    fc.webUrl(),
    fc.string({ unit: "binary" }),
  );

  test("has the origin and the path of every base address that can be used", () => {
    fc.assert(
      fc.property(text, fc.string({ unit: "grapheme", minLength: 1 }), (base_url, order_id) => {
        fc.pre(checkConnection({ ...sound, base_url }).length === 0 && !/^\.{1,2}$/.test(order_id));
        const { path } = encode(reissue, { order_id });
        const url = endpoint(serviceUrl(base_url), path);
        // What is written is what is contacted: no reading of the text may find another host.
        const [, scheme, host, prefix] = /^(\w+):\/\/([^/]+)(.*?)\/*$/s.exec(base_url) ?? [];
        expect(url.origin).toBe(new URL(`${scheme}://${host}`).origin);
        expect(`${url.pathname}${url.search}${url.hash}`).toBe(`${prefix}${path}`);
        expect(`${url.username}${url.password}`).toBe("");
      }),
      { numRuns: 2_000, maxSkipsPerRun: 1_000 },
    );
  });

  test("is refused when it would be another than asked for", () => {
    const base = new URL("https://service.example/api");
    for (const path of ["/../../other", "/a?b", "/a b", "/a\\b"])
      expect(() => endpoint(base, path)).toThrow(
        expect.objectContaining({
          ...{ outcome: "not-sent", code: "invalid_setting" },
          issues: [expect.objectContaining({ field: "base_url", rule: "url" })],
        }),
      );
    expect(endpoint(new URL("https://service.example/api//"), "/a").pathname).toBe("/api/a");
    expect(endpoint(new URL("https://service.example//other.example/"), "/a").host).toBe("service.example");
  });
});
