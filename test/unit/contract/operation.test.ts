import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { ReissueRequest } from "../../../src/contract/index.ts";
import {
  callbackAuthHeader,
  callbackCodes,
  callbackTestFields,
  callbackTestOperation,
  decode,
  encode,
  isCallbackCode,
  kebabCase,
  pickValues,
  reissueFields,
  reissueOperation,
  successCode,
  toContractNames,
} from "../../../src/contract/index.ts";

describe("The wire form", () => {
  test("An order id is one path segment, whatever it contains", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1 }).filter((id) => id !== "." && id !== ".."),
        (id) => {
          const { path } = encode(reissueOperation, { order_id: id, sign_hash: "sha256" });
          const { pathname } = new URL(path, "https://service.example");
          expect(pathname).toBe(path);
          expect(decodeURIComponent(pathname.split("/")[4] ?? "")).toBe(id);
          expect(pathname.split("/")).toHaveLength(6);
        },
      ),
    );
  });

  test("An empty callback test has no body, so that the saved configuration is used", () => {
    expect(encode(callbackTestOperation, {})).toEqual({
      method: "PUT",
      path: "/openapi/v3/account/callback/test",
    });
  });

  test("An acknowledgement is sent only if it is true; other flags as they are", () => {
    const { body } = encode(reissueOperation, {
      order_id: "o",
      sign_hash: "sha256",
      un_modify_key: false,
      i_know_will_revoke_last_cert: false,
      i_know_remove_domain_will_revoke_before_cert: true,
    });
    expect(body).toEqual({
      certificate: { sign_hash: "sha256", un_modify_key: false },
      i_know_remove_domain_will_revoke_before_cert: true,
    });
  });

  test("A member at the wrong place is unknown", () => {
    expect(
      decode(reissueOperation, {
        certificate: { dcv_method: "x", sign_hash: "sha256" },
        csr: "y",
        toString: 1,
      }),
    ).toEqual({
      values: { sign_hash: "sha256" },
      unknownNames: ["certificate.dcv_method", "csr", "toString"],
    });
    expect(decode(reissueOperation, { certificate: "text" }).unknownNames).toEqual(["certificate"]);
    expect(decode(reissueOperation, { nonsense: null, other: { sign_hash: "sha256" } })).toEqual({
      values: {},
      unknownNames: ["nonsense", "other"],
    });
  });

  test("A certificate object that is null has no certificate", () => {
    expect(decode(reissueOperation, { certificate: null })).toEqual({ values: {}, unknownNames: [] });
    for (const inner of [null, { sign_hash: "sha256" }])
      expect(decode(reissueOperation, { certificate: { certificate: inner } })).toEqual({
        values: {},
        unknownNames: ["certificate.certificate"],
      });
  });

  test("The service's own words have its spelling", () => {
    expect(successCode).toBe("success");
    expect(callbackAuthHeader).toBe("x-cc-callback-auth");
    expect(isCallbackCode("callback_send_error")).toBe(true);
    expect(isCallbackCode("toString")).toBe(false);
  });
});

describe("The tables", () => {
  test("name every field of the two operations", () => {
    expect(Object.keys(reissueFields)).toHaveLength(1 + 8 + 8);
    expect(Object.keys(callbackTestFields)).toEqual(["url", "access_key"]);
    expect(Object.keys(callbackCodes)).toHaveLength(9);
  });

  test("give the TypeScript type of a request", () => {
    expectTypeOf<{ signHash: string }>().toExtend<ReissueRequest>();
    expectTypeOf<{ commonName: string }>().not.toExtend<ReissueRequest>();
    expectTypeOf<ReissueRequest["dnsNames"]>().toEqualTypeOf<readonly string[] | undefined>();
    expectTypeOf<ReissueRequest["iKnowWillRevokeLastCert"]>().toEqualTypeOf<boolean | undefined>();
  });

  test("translate a caller's names, and leave unknown ones to be reported", () => {
    expect(toContractNames(reissueFields, { signHash: "sha256", sign_hash: "x", other: 1 })).toEqual({
      sign_hash: "x",
      other: 1,
    });
  });

  test("are spelled as flags", () => {
    expect(kebabCase("i_know_will_revoke_last_cert")).toBe("i-know-will-revoke-last-cert");
  });

  test("pick their values from others, without absent ones", () => {
    expect(
      pickValues(reissueFields, { sign_hash: "sha256", csr: null, un_modify_key: false, id: 1 }),
    ).toEqual({ sign_hash: "sha256", un_modify_key: false });
  });
});
