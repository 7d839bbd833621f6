import { describe, expect, test } from "vitest";
import {
  checkCsr as rawCheckCsr,
  checkReissueAndCsr as rawCheckReissueAndCsr,
} from "../../../src/csr/index.ts";
import {
  buildCsr,
  csrFor,
  decodePem,
  der,
  dns,
  extensionRequest,
  fixture,
  hex,
  oids,
  part,
  pem,
  sequence,
} from "../../harness/csr/build.ts";
import { checkInTerraform } from "../../harness/terraform-names.ts";

const checkCsr = checkInTerraform(rawCheckCsr);
const checkReissueAndCsr = checkInTerraform(rawCheckReissueAndCsr);

const brokenRules = (values: Parameters<typeof checkCsr>[0]) => checkCsr(values).map(({ rule }) => rule);
const onlyMessage = (values: Parameters<typeof checkCsr>[0]) => {
  const problems = checkCsr(values);
  expect(problems).toHaveLength(1);
  return problems[0]?.message;
};

describe("The CSR by itself", () => {
  test.each([undefined, null, 5, ["x"], {}])("is not looked at when it is %j", (csr) => {
    expect(checkCsr({ csr, common_name: "example.com", dns_names: ["example.com"] })).toEqual([]);
  });

  test.each([
    ["empty", "no text", ""],
    ["not_a_csr", "other text", "hello, world"],
    ["malformed", "an empty sequence", pem(hex("3000"))],
  ])("is an error of the rule %s when it is %s", (rule, _, csr) => {
    expect(checkCsr({ csr })).toEqual([
      {
        severity: "error",
        field: "csr",
        rule,
        code: "invalid_request",
        message: expect.stringMatching(/^The .*\.$/),
        remedy: expect.stringMatching(/\.$/),
      },
    ]);
  });

  test("is an error when its signature is wrong", () => {
    const changed = decodePem(fixture("rsa-sha256"));
    changed.write("EXAMPLE", changed.indexOf("example.com"));
    expect(checkCsr({ csr: pem(changed) })).toMatchObject([
      { severity: "error", field: "csr", rule: "signature_invalid", code: "invalid_request" },
    ]);
  });

  test.each(["rsa-sha256", "pss-pss-key", "p256", "ed25519", "sm2"])(
    "passes when nothing is wrong with it: %s",
    (name) => {
      expect(
        checkCsr({
          csr: fixture(name),
          common_name: "example.com",
          dns_names: ["example.com", "www.example.com"],
        }),
      ).toEqual([]);
    },
  );

  test("warns of an RSA key under 2048 bits, and says how many it has", () => {
    expect(checkCsr({ csr: fixture("rsa-1024") })).toMatchObject([
      { severity: "warning", rule: "weak_key", message: expect.stringContaining("1024 bits") },
    ]);
  });

  test("warns of repeated names, whatever their case and trailing dot", () => {
    const address = hex("8704c0000207");
    const names = [dns("example.com"), dns("EXAMPLE.com."), address, address];
    const csr = pem(buildCsr({ attributes: der(0xa0, extensionRequest(names)) }));
    expect(checkCsr({ csr })).toMatchObject([
      {
        severity: "warning",
        rule: "duplicate",
        message: expect.stringContaining('"example.com", "192.0.2.7"'),
      },
    ]);
  });
});

describe("A CSR that asks for DNS names", () => {
  const now = new Date("2026-11-16");
  const rules = (values: object) =>
    checkReissueAndCsr({ order_id: "order-1", sign_hash: "sha256", ...values }, now).map(
      ({ severity, field, rule }) => `${severity} ${field}:${rule}`,
    );
  const expected = ["warning common_name:expected"];

  test("is for SSL, which requires common_name: one warning", () => {
    const csr = csrFor("a.example", "a.example");
    for (const more of [{}, { common_name: null }, { dns_names: ["a.example"] }])
      expect(rules({ csr, ...more })).toEqual(expected);
    expect(rules({ csr, dns_names: [] })).toEqual(["warning csr:names_mismatch", ...expected]);
    expect(rules({ csr, common_name: "a.example" })).toEqual([]);
    expect(rules({ csr, common_name: "" })).toEqual(["error common_name:empty"]);
  });

  test("differs from one without names, which may be for any product", () => {
    expect(rules({ csr: csrFor("Example Ltd.") })).toEqual([]);
  });
});

describe("A CSR that is compared with common_name", () => {
  test("agrees in spite of case and trailing dot", () => {
    expect(checkCsr({ csr: csrFor("WWW.Example.com"), common_name: "www.example.COM." })).toEqual([]);
  });

  test("differs, and both names are shown", () => {
    expect(checkCsr({ csr: csrFor("a.example", "b.example"), common_name: "b.example" })).toEqual([
      {
        severity: "warning",
        field: "csr",
        rule: "common_name_mismatch",
        code: "invalid_request",
        message: 'The CSR has the common name "a.example", but common_name is "b.example".',
        remedy: expect.stringContaining("correct common_name"),
      },
    ]);
  });

  test("agrees if it has the name among its alternative names, and differs if it has it nowhere", () => {
    expect(checkCsr({ csr: csrFor(undefined, "a.example"), common_name: "a.example" })).toEqual([]);
    expect(brokenRules({ csr: csrFor(undefined, "a.example"), common_name: "b.example" })).toEqual([
      "common_name_mismatch",
    ]);
  });

  test.each([undefined, null, "", " ", 7])("is not compared if the name is %j", (common_name) => {
    expect(checkCsr({ csr: csrFor("a.example"), common_name })).toEqual([]);
  });
});

describe("A CSR that is compared with dns_names", () => {
  test("agrees whatever the order, case, and place of the common name", () => {
    const csr = csrFor("a.example", "a.example", "b.example", "c.example");
    expect(checkCsr({ csr, common_name: "a.example", dns_names: ["C.example.", "b.example"] })).toEqual([]);
    expect(checkCsr({ csr, dns_names: ["c.example", "b.example", "a.example"] })).toEqual([]);
    expect(
      checkCsr({ csr: csrFor("a.example"), common_name: "a.example", dns_names: ["a.example"] }),
    ).toEqual([]);
  });

  test("differs name by name, saying which are on one side only", () => {
    const csr = csrFor("a.example", "a.example", "b.example", "c.example");
    expect(onlyMessage({ csr, common_name: "a.example", dns_names: ["B.example", "d.example"] })).toBe(
      `The CSR's names differ from common_name and dns_names: only in the CSR: "c.example"; only in the request: "d.example".`,
    );
    expect(onlyMessage({ csr, dns_names: ["b.example", "c.example"] })).toMatch(
      /only in the CSR: "a.example"\.$/,
    );
    expect(onlyMessage({ csr, dns_names: ["a.example", "b.example", "c.example", "d.example"] })).toMatch(
      /names: only in the request: "d.example"\.$/,
    );
  });

  test("is reported once for its common name", () => {
    expect(brokenRules({ csr: csrFor("a.example"), common_name: "b.example", dns_names: [] })).toEqual([
      "common_name_mismatch",
    ]);
  });

  test("finds addresses there too, and every common name of several", () => {
    const cn = (name: string) => part(oids.commonName, der(12, Buffer.from(name)));
    const csr = pem(
      buildCsr({
        subject: sequence(cn("x.example"), cn("a.example")),
        attributes: der(0xa0, extensionRequest([hex("8704c0000207")])),
      }),
    );
    expect(checkCsr({ csr, common_name: "a.example", dns_names: ["192.0.2.7", "x.example"] })).toEqual([]);
    expect(onlyMessage({ csr, common_name: "a.example", dns_names: [] })).toMatch(
      /only in the CSR: "192.0.2.7", "x.example"\.$/,
    );
  });

  test.each([undefined, null, "a.example", ["a.example", 5]])(
    "is not compared if the names are %j",
    (dns_names) => {
      expect(checkCsr({ csr: csrFor("b.example", "c.example"), dns_names })).toEqual([]);
    },
  );
});

describe("Names from the CSR in messages", () => {
  test("lose control, invisible and direction-changing characters", () => {
    const csr = csrFor("a\u001b[31m\n::error::\u202e\u200b\u2028\u0085b");
    const message = onlyMessage({ csr, common_name: "b" });
    expect(message).toContain('"a\uFFFD[31m\uFFFD::error::\uFFFD\uFFFD\uFFFD\uFFFDb"');
    expect(message).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
  });

  test("are cut when long, between characters, and counted when many", () => {
    const long = onlyMessage({ csr: csrFor("😀".repeat(5000)), common_name: "b" });
    expect(long).toContain(`"${"😀".repeat(80)}…"`);
    expect(long?.length).toBeLessThan(300);

    const many = Array.from({ length: 200 }, (_, i) => `host-${i}.example`);
    const message = onlyMessage({ csr: csrFor(undefined, ...many), dns_names: [] });
    expect(message).toContain('"host-9.example" and 190 more');
    expect(message).not.toContain("host-10.");
  });
});
