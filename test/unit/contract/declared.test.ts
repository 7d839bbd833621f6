import { describe, expect, test } from "vitest";
import {
  checkReissue,
  InputProblem,
  keepDecidable,
  checkDeclaredReissue as rawCheckDeclaredReissue,
  reissueFields,
} from "../../../src/contract/index.ts";
import { checkInTerraform, inTerraform } from "../../harness/terraform-names.ts";

const checkDeclaredReissue = checkInTerraform(rawCheckDeclaredReissue);

const now = new Date("2026-11-15T00:00:00Z");
const rules = (problems: readonly Pick<InputProblem, "field" | "rule">[]) =>
  problems.map(({ field, rule }) => `${field}:${rule}`);

describe("The problems that are reported while some values are unknown", () => {
  const values = { order_id: "order-1", sign_key_pin: "1234", persist_until: -1 };
  const known = (
    open: string[],
    partial?: string[],
    from: readonly InputProblem[] = checkReissue(values, now),
  ) =>
    rules(
      keepDecidable(from, reissueFields, {
        values,
        unknownNames: new Set(open),
        ...(partial && { partial: new Set(partial) }),
      }).map(inTerraform),
    );

  test("All problems are reported if no value is unknown", () => {
    expect(known([])).toEqual([
      "sign_hash:required",
      "persist_until:too_small",
      "persist_until:only_with",
      "sign_key_pin:only_with",
    ]);
  });

  test("No problem of an unknown value is reported", () => {
    expect(known(["sign_hash"])).not.toContain("sign_hash:required");
  });

  test("A problem that depends on an unknown value is not reported, and all others of the field are", () => {
    expect(known(["dcv_method"])).toEqual([
      "sign_hash:required",
      "persist_until:too_small",
      "sign_key_pin:only_with",
    ]);
  });

  test("A mismatch of names is not reported while one of the names is unknown", () => {
    const mismatch = new InputProblem("csr", "common_name_mismatch", "", "", { severity: "warning" });
    const other = new InputProblem("csr", "weak_key", "", "", { severity: "warning" });
    const said = (open: string[], partial?: string[]) => known(open, partial, [mismatch, other]);
    expect(said([])).toEqual(["csr:common_name_mismatch", "csr:weak_key"]);
    expect(said(["validity_days"], ["triggers"])).toEqual(["csr:common_name_mismatch", "csr:weak_key"]);
    expect(said(["common_name"])).toEqual(["csr:weak_key"]);
    expect(said(["dns_names"])).toEqual(["csr:weak_key"]);
    expect(said([], ["dns_names"])).toEqual(["csr:weak_key"]);
  });

  test("A problem that depends on nothing stays, also of a field that the contract does not have", () => {
    const about = (field: string) => [new InputProblem(field, "only_with", "", "")];
    expect(known(["csr_from"], undefined, about("access_code"))).toEqual(["access_code:only_with"]);
    expect(known(["csr_from"], undefined, about("csr"))).toEqual(["csr:only_with"]);
  });
});

describe("The arguments that only a declared reissue has", () => {
  const findProblems = (values: object, open: string[] = []) =>
    checkDeclaredReissue({ values: { ...values }, unknownNames: new Set(open) });

  test.each<[object, string[]]>([
    [{}, []],
    [{ renew_before_days: 30 }, ["renew_before_days:needs"]],
    [{ renew_before_days: 1 }, ["renew_before_days:needs"]],
    [{ validity_days: 90 }, []],
    [{ renew_before_days: 1, validity_days: 90 }, []],
    [{ renew_before_days: 45, validity_days: 90 }, []],
    [{ renew_before_days: 46, validity_days: 90 }, ["renew_before_days:range"]],
    [{ renew_before_days: 0, validity_days: 90 }, ["renew_before_days:too_small"]],
    [{ renew_before_days: -1 }, ["renew_before_days:too_small"]],
    [{ renew_before_days: 1.5, validity_days: 90 }, ["renew_before_days:kind"]],
    [{ require_callback: "yes" }, ["require_callback:kind"]],
    [{ acknowledge_dropped_names: "a.example" }, ["acknowledge_dropped_names:kind"]],
    [{ triggers: { a: "1", b: 2, c: true, d: null } }, []],
    [{ triggers: { a: { b: "1" } } }, ["triggers:kind"]],
    [{ triggers: ["a"] }, ["triggers:kind"]],
    [{ count: -1 }, ["count:too_small"]],
    [{ count: 1.5 }, ["count:kind"]],
    [{ renew_before_days: 46, validity_days: "90" }, []],
    [{ sign_key_pin: "1234" }, []],
  ])("are checked: %j has the problems %j", (values, expected) => {
    const problems = findProblems(values);
    expect(rules(problems)).toEqual(expected);
    for (const problem of problems)
      expect(problem).toMatchObject({
        severity: "error",
        code: "invalid_request",
        message: expect.stringMatching(/./),
        remedy: expect.stringMatching(/./),
      });
  });

  test("are not checked against unknown values", () => {
    expect(findProblems({ renew_before_days: 30 }, ["validity_days"])).toEqual([]);
  });

  test("The widest window is named", () => {
    expect(findProblems({ renew_before_days: 50, validity_days: 91 })[0]?.message).toBe(
      "renew_before_days is 50; with validity_days = 91 it can be 1 to 45.",
    );
  });
});
