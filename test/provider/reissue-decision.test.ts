import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../src/plugin/index.ts";
import { decide } from "../../src/provider/reissue-decision.ts";
import { planOf, stateOf } from "./states.ts";

const prior = stateOf({
  order_id: "order-1",
  sign_hash: "sha256",
  common_name: "www.example.com",
  dns_names: ["www.example.com", "example.com"],
  csr: "-----BEGIN-----\nAAAA\n-----END-----\n",
  triggers: { b: "2", a: "1" },
  last_outcome: "done",
});
/** What is decided when the plan differs from the state in this. */
const decision = (change: object, before: object = {}) =>
  decide({ ...prior, ...before }, planOf({ ...prior, ...change }), true);
const reissue = (...reasons: string[]) => ({ kind: "reissue", reasons });

describe("a plan", () => {
  test("reissues for an object that is not there, and says whether it was", () => {
    expect(decide(null, planOf({}), false)).toEqual(reissue("it is created"));
    expect(decide(null, planOf({}), true)).toEqual(reissue("it is replaced"));
  });

  test("keeps the certificate when nothing differs", () => {
    expect(decision({})).toEqual({ kind: "keep" });
  });

  test.each(["imported", "resolved"])("adopts what was %s, whatever differs", (last_outcome) => {
    expect(decision({ sign_hash: "sha512" }, { last_outcome })).toEqual({ kind: "adopt" });
  });

  test.each([
    ["another spelling of the common name", { common_name: "WWW.example.com." }],
    ["another order and spelling of the names", { dns_names: ["Example.com.", "www.example.com"] }],
    ["other line breaks in the CSR", { csr: "-----BEGIN-----\r\nAA AA\r\n-----END-----" }],
    ["another order of the triggers", { triggers: { a: "1", b: "2" } }],
    ["another acknowledgement", { i_know_will_revoke_last_cert: true }],
    ["another PIN", { sign_key_pin: "1234", sign_key_pin_tip: "new", sign_key_pin_wo_version: 2 }],
    ["another window for renewal", { renew_before_days: 30 }],
  ])("keeps the certificate for %s", (_, change) => {
    expect(decision(change)).toEqual({ kind: "keep" });
  });

  test.each([
    [{ sign_hash: "sha512" }, "sign_hash changes"],
    [{ sign_hash: "sha512", validity_days: 90 }, "sign_hash, validity_days change"],
    [{ common_name: "example.com" }, "common_name changes"],
    [{ common_name: null }, "common_name changes"],
    [{ dns_names: ["www.example.com"] }, "dns_names changes"],
    [{ dns_names: null }, "dns_names changes"],
    [{ csr: "other" }, "csr changes"],
    [{ csr: null }, "csr changes"],
    [{ sign_hash: UNKNOWN }, "sign_hash changes"],
    [{ csr: UNKNOWN }, "csr changes"],
    [{ triggers: { a: "1", b: "3" } }, "triggers change"],
    [{ triggers: null }, "triggers change"],
    [{ triggers: UNKNOWN }, "triggers change"],
  ])("reissues for %j", (change, reason) => {
    expect(decision(change)).toEqual(reissue(reason));
  });

  test("reissues for what was not given before", () => {
    const bare = { common_name: null, dns_names: null, csr: null, triggers: null };
    expect(decide({ ...prior, ...bare }, planOf(prior), true)).toEqual(
      reissue("csr, common_name, dns_names change", "triggers change"),
    );
    expect(decide({ ...prior, ...bare }, planOf({ ...prior, ...bare }), true)).toEqual({ kind: "keep" });
    for (const value of ["null", UNKNOWN])
      expect(decide({ ...prior, ...bare }, planOf({ ...prior, ...bare, common_name: value }), true)).toEqual(
        reissue("common_name changes"),
      );
    expect(decide({ ...prior, ...bare }, planOf({ ...prior, ...bare, csr: UNKNOWN }), true)).toEqual(
      reissue("csr changes"),
    );
    expect(decision({ common_name: null }, { common_name: "null" })).toEqual(reissue("common_name changes"));
    expect(decide({ ...prior, ...bare }, planOf({ ...prior, ...bare, triggers: {} }), true)).toEqual({
      kind: "keep",
    });
  });

  test("reissues when the stored flag says that renewal is due, and somebody still asks for renewals", () => {
    const due = { renewal_due: true, renew_before_days: 30 };
    expect(decision(due, due)).toEqual(reissue("its renewal is due"));
    expect(decision({ ...due, renew_before_days: null }, due)).toEqual({ kind: "keep" });
    expect(decision(due, { ...due, renewal_due: false })).toEqual({ kind: "keep" });
  });

  test("names every reason", () => {
    const due = { renewal_due: true, renew_before_days: 30 };
    expect(decision({ ...due, sign_hash: "sha512", triggers: {} }, due)).toEqual(
      reissue("sign_hash changes", "triggers change", "its renewal is due"),
    );
  });
});
