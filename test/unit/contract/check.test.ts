import { describe, expect, test } from "vitest";
import type { Field } from "../../../src/contract/index.ts";
import {
  callbackCodes,
  checkCallbackTest as rawCheckCallbackTest,
  checkReissue as rawCheckReissue,
  reissueFields,
  render,
  terraformDialect,
  unknownMember,
} from "../../../src/contract/index.ts";
import { checkInTerraform } from "../../harness/terraform-names.ts";

const checkReissue = checkInTerraform(rawCheckReissue);
const checkCallbackTest = checkInTerraform(rawCheckCallbackTest);

const now = new Date("2026-11-15T00:00:00Z");
const good = { order_id: "order-1", sign_hash: "sha256", common_name: "example.com" };
const found = (values: object) =>
  checkReissue({ ...good, ...values }, now).map(
    ({ severity, field, rule }) => `${severity} ${field}:${rule}`,
  );

describe("The check of a reissue", () => {
  test("A plain request has no problems", () => {
    expect(found({})).toEqual([]);
  });

  test("Every problem is reported at once, each with a remedy", () => {
    const problems = checkReissue(
      { persist_until: -1, sign_key_pin: "1234", validity_days: 0, dns_names: [""], nonsense: 1 },
      now,
    );
    expect(problems.map(({ field, rule }) => `${field}:${rule}`).sort()).toEqual(
      `common_name:expected dns_names:empty nonsense:unknown_field order_id:required
    persist_until:only_with persist_until:too_small sign_hash:required sign_key_pin:only_with
    validity_days:too_small`.split(/\s+/),
    );
    for (const problem of problems) expect(problem.remedy).not.toBe("");
  });

  test("A message has what was expected, and what was given if it can be shown", () => {
    const messages = (values: object) =>
      checkReissue({ ...good, ...values }, now).map(({ message }) => message);
    expect(messages({ sign_hash: "\ud800" })[0]).toMatch(/valid Unicode text.*half a character/);
    expect(messages({ validity_days: "x" })[0]).toContain("a whole number");
    expect(messages({ persist_until: 0, dcv_method: 5 }).join("\n")).toContain("but dcv_method is 5.");
    expect(messages({ i_know_will_revoke_last_cert: "x" })[0]).toContain("true or false");
    expect(messages({ dns_names: ["a.example", "A.example", "b.example", "b.example"] })[0]).toContain(
      '"a.example", "b.example"',
    );
    const [stranger] = checkReissue({ ...good, nonsense: 1 }, now);
    expect(stranger?.remedy).toContain("sign_hash, ");
    expect(stranger?.code).toBe("invalid_request");
  });

  test("An address that is not a URL is reported at its field", () => {
    expect(checkCallbackTest({ url: "nowhere" })).toMatchObject([
      { field: "url", rule: "url", message: "url is not a valid URL.", code: "invalid_callback_url" },
    ]);
    expect(render(callbackCodes.callback_not_configured.remedy, terraformDialect)).toContain(
      "both url and access_key",
    );
  });

  test("A secret of the wrong kind is not shown", () => {
    const [problem] = checkReissue({ ...good, csr_from: "sign-cloud-csc", sign_key_pin: ["hunter2"] }, now);
    expect(problem?.rule).toBe("kind");
    expect(JSON.stringify(problem)).not.toContain("hunter2");
  });

  test.each([
    [{ persist_policy: "wildcard" }, ["error persist_policy:only_with"]],
    [{ persist_policy: "wildcard", dcv_method: "dns-persist" }, []],
    [{ persist_until: 0, dcv_method: "dns-persist" }, []],
    [{ persist_until: 1, dcv_method: "dns-persist" }, ["warning persist_until:past"]],
    [{ persist_until: 1.5, dcv_method: "dns-persist" }, ["error persist_until:kind"]],
    [{ sign_key_pin_tip: "the usual" }, ["error sign_key_pin_tip:only_with"]],
    [{ csr_from: "sign-cloud-csc", sign_key_pin: "1234", sign_key_pin_tip: "the usual" }, []],
    [{ csr_from: "something-new", dcv_method: "something-new", dcv_scope: "x", sign_hash: "sm3" }, []],
    [{ validity_days: 200 }, []],
    [{ validity_days: 201 }, ["warning validity_days:public_tls_limit"]],
    [{ dns_names: ["a.example", "A.example."] }, ["warning dns_names:duplicate"]],
    [{ order_id: ".." }, ["error order_id:order_id"]],
    [{ order_id: "" }, ["error order_id:empty"]],
    ...[" order-1", "order-1 ", " "].map(
      (order_id) => [{ order_id }, ["error order_id:order_id"]] as [object, string[]],
    ),
    ...["order-1\n", "\torder-1", "order-1\r\n", "\0", "\x1border-1", "order-1\x9f"].map(
      (order_id) => [{ order_id }, ["error order_id:one_line"]] as [object, string[]],
    ),
    ...["\ufefforder-1", "order-1\u200b", "\u00a0order-1"].map(
      (order_id) => [{ order_id }, ["error order_id:order_id"]] as [object, string[]],
    ),
    [{ order_id: "order 1 / ü" }, []],
    [{ order_id: "half \ud800" }, ["error order_id:kind"]],
    [{ sign_hash: "" }, ["error sign_hash:empty"]],
    [{ csr: null, dns_names: undefined }, []],
    [{ persist_until: now.getTime() / 1000, dcv_method: "dns-persist" }, []],
    [{ persist_until: now.getTime() / 1000 - 1, dcv_method: "dns-persist" }, ["warning persist_until:past"]],
    [{ persist_policy: "", dcv_method: "dns-persist" }, ["error persist_policy:empty"]],
    [{ dns_names: ["", " "] }, ["error dns_names:empty"]],
    [
      { dns_names: [" a.example", "a.example", "b.example"] },
      ["error dns_names:name", "warning dns_names:duplicate"],
    ],
    [{ dns_names: ["a.example, b.example"] }, ["error dns_names:name"]],
    [{ dns_names: ["a.example\n"] }, ["error dns_names:name"]],
    [{ dns_names: ['["a.example"'] }, ["error dns_names:name"]],
    [{ dns_names: ["'a.example'"] }, ["error dns_names:name"]],
    [{ dns_names: ["[a.example]"] }, ["error dns_names:name"]],
    [{ dns_names: ["a,b", "a;b", "x..y", ".a.example"] }, ["error dns_names:name"]],
    [
      { dns_names: ["*.*.com", "*", "a*.example", "www.*.a.example"] },
      Array(4).fill("warning dns_names:dns_name"),
    ],
    [{ dns_names: ["a\u0000.example", "", "b.example"] }, ["error dns_names:empty", "error dns_names:name"]],
    [{ dns_names: ["https://a.example", "b.example/"] }, Array(2).fill("warning dns_names:dns_name")],
    [{ dns_names: ["me@a.example"] }, ["warning dns_names:dns_name"]],
    [
      { dns_names: ["192.0.2.7", "2001:db8::7", "a.example:443"] },
      Array(3).fill("warning dns_names:dns_name"),
    ],
    [{ dns_names: ["*.a.example", "_x.a.example", "xn--bcher-kva.example", "bücher.example", "host"] }, []],
    [{ dns_names: ["1.2.3.4.a.example", "a.example."] }, []],
    [{ common_name: "Example Ltd. & Söhne" }, []],
    [{ common_name: "me@a.example" }, []],
    [{ common_name: "me@a.example", dns_names: [] }, []],
    [{ common_name: "192.0.2.7" }, []],
    [{ common_name: "Example,Inc" }, []],
    [{ common_name: "Example: Ltd" }, []],
    [{ common_name: "Example :7 Ltd" }, []],
    [{ common_name: "a.example:443" }, ["warning common_name:name"]],
    ...["me@a.example", "a,b", "x..y", "*.*.com"].map((common_name): [object, string[]] => [
      { common_name, dns_names: ["a.example"] },
      ["warning common_name:name"],
    ]),
    [{ common_name: "*.a.example", dns_names: ["a.example"] }, []],
    [{ common_name: " a.example" }, ["warning common_name:name"]],
    [{ common_name: "a.example\n" }, ["error common_name:one_line"]],
    [{ common_name: "a\u2028b" }, ["error common_name:one_line"]],
    [{ order_id: "a\0b" }, ["error order_id:one_line"]],
    [{ sign_hash: "sha\t256" }, ["error sign_hash:one_line"]],
    [{ csr_from: "a\nb" }, ["error csr_from:one_line"]],
    [{ dcv_method: "a\nb" }, ["error dcv_method:one_line"]],
    [{ custom_expiration_date: "2026\n" }, ["error custom_expiration_date:one_line"]],
    [{ csr: "a\nb" }, []],
    [{ common_name: "https://a.example" }, ["warning common_name:name"]],
    [{ dns_names: [], common_name: null }, []],
    [{ un_modify_key: "true" }, ["error un_modify_key:kind"]],
    [{ i_know_will_revoke_last_cert: 1 }, ["error i_know_will_revoke_last_cert:kind"]],
  ])("finds the problems of %j: %j", (values, expected) => {
    expect(found(values)).toEqual(expected);
  });

  test.each([
    [{ order_id: ".." }, 'order_id ".." cannot be an order.'],
    [{ order_id: "order-1 " }, 'order_id "order-1 " has blanks or invisible characters around it.'],
    [{ order_id: "order-1\n" }, "order_id has a line break or another invisible character."],
    [{ dns_names: ["A.example.", "a.example", "b.example"] }, 'dns_names repeats "a.example".'],
    [
      { dns_names: ["a.example b.example", "c.example\n", "d.example"] },
      'dns_names contains "a.example b.example", a text that is not one line: no name has a blank, a line break, a comma, a semicolon, a quote, a bracket or an empty label.',
    ],
    [
      { dns_names: ["https://a.example/"] },
      'dns_names contains "https://a.example/", which is a URL, not a DNS name.',
    ],
    [
      { dns_names: ["me@a.example"] },
      'dns_names contains "me@a.example", which is an e-mail address, not a DNS name.',
    ],
    [{ dns_names: ["192.0.2.7"] }, 'dns_names contains "192.0.2.7", which is an IP address, not a DNS name.'],
    [
      { dns_names: ["192.0.20.71"] },
      'dns_names contains "192.0.20.71", which is an IP address, not a DNS name.',
    ],
    [
      { dns_names: ["https://a.example b"] },
      'dns_names contains "https://a.example b": no name has a blank, a line break, a comma, a semicolon, a quote, a bracket or an empty label.',
    ],
    [{ dns_names: ["::1"] }, 'dns_names contains "::1", which is an IP address, not a DNS name.'],
    [{ dns_names: ["a:443"] }, 'dns_names contains "a:443", which is a name with a port, not a DNS name.'],
    [{ common_name: "a.example " }, 'common_name "a.example " has blanks around it.'],
    [{ common_name: "https://a.example" }, 'common_name "https://a.example" is a URL, not a name.'],
    [{ csr: [] }, "csr must be a string, got a list."],
    [{ csr: {} }, "csr must be a string, got an object."],
    [{ csr: 7 }, "csr must be a string, got the number 7."],
    [{ csr: Number.NaN }, "csr must be a string, got a number out of range."],
    [{ csr: false }, "csr must be a string, got false."],
    [{ dns_names: "a.example" }, "dns_names must be a list of strings, got a string."],
    [{ dns_names: [7] }, "dns_names must be a list of strings, got a list with the number 7 in it."],
    [{ dns_names: ["a", null] }, "dns_names must be a list of strings, got a list with null in it."],
    [
      { persist_policy: "x".repeat(78), dcv_method: "dns-persist" },
      `persist_policy is "${"x".repeat(78)}"; there are only "fqdn" and "wildcard".`,
    ],
    [
      { persist_policy: "x".repeat(79), dcv_method: "dns-persist" },
      `persist_policy is "${"x".repeat(76)}…"; there are only "fqdn" and "wildcard".`,
    ],
  ])("reports %j as %s", (values, message) => {
    expect(checkReissue({ ...good, ...values }, now)).toEqual([
      expect.objectContaining({ code: "invalid_request", message }),
    ]);
  });

  test("A key that was pasted into the wrong place is refused, and not shown", () => {
    const key = "-----BEGIN PRIVATE KEY-----\nMIIEvQ/IBADAN+Bgkqh\n-----END PRIVATE KEY-----";
    for (const [name, { kind, sensitive }] of Object.entries<Field>(reissueFields)) {
      if (name === "csr" || sensitive || (kind !== "string" && kind !== "strings")) continue;
      const problems = checkReissue(
        { ...good, sign_key_pin_tip: "a tip", [name]: kind === "strings" ? [key, key] : key },
        now,
      );
      expect(
        problems.filter(({ field, severity }) => field === name && severity === "error"),
        name,
      ).toHaveLength(1);
      expect(JSON.stringify(problems.map(({ message, remedy }) => [message, remedy])), name).not.toMatch(
        /PRIVATE|MII/i,
      );
    }
    const problems = checkCallbackTest({ url: key });
    expect(problems).toMatchObject([{ field: "url", rule: "one_line", code: "invalid_parameters" }]);
    expect(problems[0]?.message).not.toContain("KEY");
  });

  test("A secret may be anything, and is not shown", () => {
    const pin = { csr_from: "sign-cloud-csc", sign_key_pin: "12\n34\t" };
    expect(checkReissue({ ...good, ...pin }, now)).toEqual([]);
    expect(checkCallbackTest({ access_key: "a\nb" })).toEqual([]);
  });

  test("A name that only ends like an address is a name", () => {
    expect(checkReissue({ ...good, dns_names: ["a192.0.2.7", "192.0.2.7.example"] }, now)).toEqual([]);
  });

  test("The remedy for an order id with something around it says what to remove", () => {
    const [problem] = checkReissue({ ...good, order_id: " order-1" }, now);
    expect(problem?.remedy).toBe("Remove the characters before and after the id of the order.");
  });

  test("A missing field is explained", () => {
    expect(checkReissue({ ...good, order_id: null }, now)).toEqual([
      expect.objectContaining({
        code: "invalid_request",
        remedy: "Give order_id: the order whose certificate is reissued.",
      }),
    ]);
  });

  test.each([
    ["certificate", "Give its fields in an object."],
    ["certificate.dcv_method", "Move it out of the certificate object."],
    ["csr", "Move it into the certificate object."],
    ["order_id", "Give it apart from the body of the request."],
    ["toString", expect.stringContaining("The fields are order_id, csr, ")],
    ["ccertificate.sr", expect.stringContaining("Remove it.")],
  ])("The remedy for the unknown member %s says where it belongs", (name, remedy) => {
    expect(unknownMember(reissueFields, name)).toMatchObject({
      contractName: name,
      code: "invalid_request",
      remedy,
    });
  });

  test.each([
    ["2026-03-14", 398],
    ["2026-03-15", 200],
    ["2027-03-14", 200],
    ["2027-03-15", 100],
    ["2029-03-15", 47],
  ])("On %s a public TLS certificate may live %i days", (day, limit) => {
    const on = (validity_days: number) =>
      checkReissue({ ...good, validity_days }, new Date(`${day}T12:00:00Z`));
    expect(on(limit)).toEqual([]);
    expect(on(limit + 1).map(({ rule }) => rule)).toEqual(["public_tls_limit"]);
  });
});

describe("The check of a callback test", () => {
  const codes = (values: object) =>
    checkCallbackTest(values as never).map(({ field, code }) => `${field} ${code}`);
  test.each([
    [{}, []],
    [{ url: "https://example.com/callback", access_key: "k" }, []],
    [{ url: "" }, ["url invalid_parameters"]],
    [{ access_key: "" }, ["access_key invalid_parameters"]],
    [{ url: 7 }, ["url invalid_parameters"]],
    [{ url: "not a url" }, ["url invalid_callback_url"]],
    [{ url: "mailto:user@example.com" }, ["url invalid_callback_url"]],
    [{ url: "http://example.com/" }, ["url callback_url_not_https"]],
    [{ url: "https://user@example.com/" }, ["url invalid_callback_url"]],
    [{ url: "https://user:pass@example.com/" }, ["url invalid_callback_url"]],
    [{ url: `https://example.com/${"a".repeat(236)}` }, []],
    [{ url: `https://example.com/${"a".repeat(237)}` }, ["url invalid_callback_url"]],
    [{ access_key: "🔑".repeat(256) }, []],
    [{ access_key: "k".repeat(257) }, ["access_key invalid_callback_url"]],
    [{ url: "http://x", access_key: "" }, ["access_key invalid_parameters", "url callback_url_not_https"]],
  ])("finds the problems of %j: %j", (values, expected) => {
    expect(codes(values)).toEqual(expected);
  });

  test("An order id that is no text is reported once", () => {
    const problems = checkReissue({ order_id: [" a "], sign_hash: "sha256" }, new Date());
    expect(problems.map(({ field, rule }) => `${field}:${rule}`)).toEqual(["order_id:kind"]);
  });
});
