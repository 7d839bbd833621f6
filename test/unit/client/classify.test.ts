import { describe, expect, test } from "vitest";
import { classify } from "../../../src/client/classify.ts";
import type { Exchange } from "../../../src/client/transport.ts";
import type { Operation } from "../../../src/contract/index.ts";
import { callbackTestOperation, reissueOperation } from "../../../src/contract/index.ts";

type Answered = Extract<Exchange, { answered: true }>;
const answered = (status: number, body: unknown = "", broken?: Answered["broken"]): Exchange => ({
  answered: true,
  status,
  header: () => undefined,
  body: typeof body === "string" ? body : JSON.stringify(body),
  broken,
});
const withId = (id: unknown, more: object = {}) => ({ ...more, data: { certificate: { id } } });

/** The outcome, with the code or the certificate id. */
function classified(operation: Operation, exchange: Exchange, secrets: string[] = []): string {
  const classified = classify(operation, exchange, () => secrets);
  const word = classified.outcome === "done" ? classified.certificateId : classified.code;
  return word === undefined ? classified.outcome : `${classified.outcome} ${word}`;
}

describe("A request without an answer", () => {
  test("counts as not sent only if no byte of it left", () => {
    const silence = { answered: false, code: "connection_lost", detail: "ECONNRESET" } as const;
    expect(classify(reissueOperation, { ...silence, sent: true })).toEqual({
      outcome: "unknown",
      code: "connection_lost",
      isOurs: true,
      detail: "ECONNRESET",
      status: undefined,
      isRateLimited: false,
      serviceMessage: "",
    });
    expect(classified(reissueOperation, { ...silence, sent: false })).toBe("not-sent connection_lost");
  });
});

describe("An answer to a reissue", () => {
  test.each<[number, unknown, string]>([
    [200, withId("c-1"), "done c-1"],
    [200, withId("c-1", { code: "SUCCESS" }), "done c-1"],
    [200, `\ufeff${JSON.stringify(withId("c-1"))}`, "done c-1"],
    [200, withId("x".repeat(256)), `done ${"x".repeat(256)}`],
    [200, withId("c-1", { inner: { code: "something_else" } }), "done c-1"],
    [200, withId("c-1", { code: "pending" }), "unknown pending"],
    [200, withId("two words", { code: "pending" }), "unknown pending"],
    [200, { code: "pending", data: "soon" }, "unknown pending"],
    [200, { code: "pending", data: [0] }, "unknown pending"],
    [200, { code: "pending", data: false }, "unknown pending"],
    [200, { data: { product: { code: "ssl-dv" } } }, "unknown ssl-dv"],
    [200, { code: "request_too_fast", data: { retry: 1 } }, "unknown request_too_fast"],
    [200, { error: { code: "refused" } }, "rejected refused"],
    [200, { code: "refused", data: null }, "rejected refused"],
    [200, { code: "refused", data: "" }, "rejected refused"],
    [200, { code: "refused", data: {} }, "rejected refused"],
    [200, { code: "refused", data: [] }, "rejected refused"],
    [200, { code: "success" }, "done-unread certificate_id_missing"],
    [200, {}, "unknown response_unreadable"],
    [200, { data: null }, "unknown response_unreadable"],
    [200, { data: { certificate: null } }, "done-unread certificate_id_missing"],
    [200, withId("x".repeat(257)), "done-unread certificate_id_missing"],
    [200, withId("two words"), "done-unread certificate_id_missing"],
    [200, withId("line\n"), "done-unread certificate_id_missing"],
    [200, withId(""), "done-unread certificate_id_missing"],
    [200, withId(7), "done-unread certificate_id_missing"],
    [200, "", "unknown response_unreadable"],
    [200, "null", "unknown response_unreadable"],
    [200, '"text"', "unknown response_unreadable"],
    [200, "{", "unknown response_unreadable"],
    [200, '{ "CODE" : "success"', "done-unread response_unreadable"],
    [200, '{"data":{"certificate" :', "done-unread response_unreadable"],
    [200, { status: "maintenance" }, "unknown response_unreadable"],
    [200, "<!DOCTYPE html><title>Sign in</title>", "unknown response_unreadable"],
    [200, `x\ufeff${JSON.stringify(withId("c-1"))}`, "done-unread response_unreadable"],
    [201, withId("c-1", { code: "success" }), "unknown http_201"],
    [202, { code: "accepted" }, "unknown accepted"],
    [202, { code: "request_too_fast" }, "unknown request_too_fast"],
    [204, "", "unknown http_204"],
    [299, withId("c-1", { code: "SUCCESS" }), "unknown http_299"],
    [206, "<html>", "unknown http_206"],
    [199, withId("c-1"), "unknown http_199"],
    [300, withId("c-1"), "unknown http_300"],
    [399, { code: "moved" }, "unknown moved"],
    [400, {}, "rejected http_400"],
    [400, { code: "success" }, "rejected http_400"],
    [400, { code: "Success" }, "rejected http_400"],
    [400, { code: "no such word" }, "rejected http_400"],
    [400, { code: 17 }, "rejected http_400"],
    [499, { code: "gone" }, "unknown gone"],
    [408, {}, "unknown http_408"],
    [425, {}, "unknown http_425"],
    [498, { code: "late" }, "rejected late"],
    [500, { code: "internal" }, "unknown internal"],
    [503, "busy", "unknown http_503"],
  ])("has one outcome: %i %j is %s", (status, body, expected) => {
    expect(classified(reissueOperation, answered(status, body))).toBe(expected);
  });

  test("An answer that breaks off is done-unread only if it announced success before", () => {
    for (const body of [withId("c-1"), '{"data":{"certificate":', '{"code":"success","da'])
      expect(classified(reissueOperation, answered(200, body, "response_cut"))).toBe(
        "done-unread response_cut",
      );
    for (const body of ["", '{"da', '{"code":"invalid_parameters","mess', "<html>"])
      expect(classified(reissueOperation, answered(200, body, "response_cut"))).toBe("unknown response_cut");
    expect(classified(reissueOperation, answered(400, { code: "refused" }, "response_cut"))).toBe(
      "rejected http_400",
    );
    expect(classified(reissueOperation, answered(500, "", "response_cut"))).toBe("unknown http_500");
    expect(classify(reissueOperation, answered(200, "half", "response_cut"))).toMatchObject({
      status: 200,
      serviceMessage: "half",
    });
    expect(classified(reissueOperation, answered(201, withId("c-1"), "response_cut"))).toBe(
      "unknown http_201",
    );
  });

  test.each<[number, unknown, string | undefined]>([
    [200, withId("c-8", { code: "pending" }), "c-8"],
    [201, withId("c-8", { code: "success" }), "c-8"],
    [202, withId("c-8", { code: "accepted" }), "c-8"],
    [302, withId("c-8"), "c-8"],
    [408, withId("c-8"), "c-8"],
    [500, withId("c-8", { code: "internal" }), "c-8"],
    [202, withId("two words"), undefined],
    [202, withId("topsecret-1"), undefined],
    [202, "c-8", undefined],
    [400, withId("c-8"), undefined],
    [429, withId("c-8"), undefined],
  ])("may name a certificate: %i %j names %s", (status, body, certificateId) => {
    const classified = classify(reissueOperation, answered(status, body), () => ["topsecret"]);
    expect(classified.outcome).toBe(status === 400 || status === 429 ? "rejected" : "unknown");
    expect(classified.certificateId).toBe(certificateId);
  });

  test("A secret in place of the id is no id", () => {
    const id = "topsecret-1";
    expect(classified(reissueOperation, answered(200, withId(id)), ["", "topsecret"])).toBe(
      "done-unread certificate_id_missing",
    );
    expect(classified(reissueOperation, answered(200, withId(id)), ["topsecre"])).toBe(
      "done-unread certificate_id_missing",
    );
    expect(classified(reissueOperation, answered(200, withId(id)), ["topsecr", "somethingelse"])).toBe(
      `done ${id}`,
    );
  });

  test("is searched for its code from the outside in, to a limited depth", () => {
    const inside = (depth: number): object => (depth === 0 ? { code: "deep" } : { inner: inside(depth - 1) });
    expect(classified(reissueOperation, answered(400, inside(3)))).toBe("rejected deep");
    expect(classified(reissueOperation, answered(400, inside(4)))).toBe("rejected http_400");
    expect(classified(reissueOperation, answered(400, { error: { code: "inner" }, code: "outer" }))).toBe(
      "rejected outer",
    );
    expect(
      classified(reissueOperation, answered(400, { nothing: null, list: [7, { code: "listed" }] })),
    ).toBe("rejected listed");
  });

  test.each<[number, unknown, boolean]>([
    [429, {}, true],
    [400, { code: "request_too_fast" }, true],
    [200, { code: "request_too_fast" }, true],
    [400, {}, false],
    [500, { code: "request_too_fast" }, false],
  ])("may say that requests come too fast: %i %j, %s", (status, body, isRateLimited) => {
    expect(classify(reissueOperation, answered(status, body))).toMatchObject({ isRateLimited, status });
  });

  test.each<[unknown, string]>([
    [{ message: "outer", msg: "other", error: { message: "inner" } }, "outer"],
    [{ message: "", msg: "other", error: { message: "inner" } }, "other"],
    [{ message: 7, error: { message: "inner" } }, "inner"],
    [{ error: { error: { message: "too deep" } } }, '{"error":{"error":{"message":"too deep"}}}'],
    [{ error: null }, '{"error":null}'],
    [{ error: "text" }, '{"error":"text"}'],
    [{ message: "a\ufeffb" }, "a\ufeffb"],
    ["plain", "plain"],
  ])("has a text for people: %j says %j", (body, said) => {
    expect(classify(reissueOperation, answered(400, body))).toMatchObject({
      serviceMessage: said,
      detail: "",
    });
  });
});

test("The code is ours if the answer has none that can be used", () => {
  const isOurs = (body: unknown, status = 200) => {
    const classified = classify(reissueOperation, answered(status, body));
    return classified.outcome !== "done" && classified.isOurs;
  };
  expect([isOurs(""), isOurs({ code: "success" })]).toEqual([true, true]);
  expect([isOurs({ code: "refused" }), isOurs("", 502)]).toEqual([false, false]);
});

describe("An answer to a callback test", () => {
  test.each<[number, unknown, string]>([
    [200, {}, "done"],
    [200, "", "done"],
    [200, " \n", "done"],
    [200, { code: "success", data: { result: true } }, "done"],
    [202, { code: "SUCCESS" }, "done"],
    [200, { data: null, message: "ok", id: 7, request_id: "r-1", traceId: null }, "done"],
    [200, { data: { id: "t-1", message: null } }, "done"],
    [200, "<html>", "unknown response_unreadable"],
    [200, "7", "unknown response_unreadable"],
    [200, "null", "unknown response_unreadable"],
    [200, "[]", "unknown response_unreadable"],
    [200, { code: 500, message: "internal" }, "unknown response_unreadable"],
    [200, { code: 0 }, "unknown response_unreadable"],
    [200, { code: null }, "unknown response_unreadable"],
    [200, { code: "" }, "unknown response_unreadable"],
    [200, { success: false, error: "maintenance" }, "unknown response_unreadable"],
    [200, { success: true }, "unknown response_unreadable"],
    [200, { error: "maintenance" }, "unknown response_unreadable"],
    [200, { errors: [] }, "unknown response_unreadable"],
    [200, { data: { error: "maintenance" } }, "unknown response_unreadable"],
    [200, { data: "maintenance" }, "unknown response_unreadable"],
    [200, { data: [] }, "unknown response_unreadable"],
    [200, { data: { code: "success" } }, "unknown response_unreadable"],
    [200, { message: { text: "no" } }, "unknown response_unreadable"],
    [200, { valid: "no" }, "unknown response_unreadable"],
    [202, { status: "queued" }, "unknown response_unreadable"],
    [200, { code: "maintenance" }, "rejected maintenance"],
    [200, withId("c-1"), "unknown response_unreadable"],
    [299, {}, "done"],
    [199, {}, "unknown http_199"],
    [204, "", "done"],
    [200, { code: "callback_send_error" }, "rejected callback_send_error"],
    [202, { code: "callback_send_error", data: { a: 1 } }, "rejected callback_send_error"],
    [200, withId("c-1", { inner: { code: "something_else" } }), "rejected something_else"],
    [500, { code: "callback_send_error" }, "rejected callback_send_error"],
    [408, { code: "callback_send_error" }, "rejected callback_send_error"],
    [399, { code: "callback_send_error" }, "unknown callback_send_error"],
    [500, {}, "unknown http_500"],
    [500, { code: "success" }, "unknown http_500"],
  ])("has one outcome: %i %j is %s", (status, body, expected) => {
    expect(classified(callbackTestOperation, answered(status, body))).toBe(expected);
  });

  test("is quoted whole if it says neither pass nor a code", () => {
    const body = '{"code":500,"message":"down"}';
    expect(classify(callbackTestOperation, answered(200, body))).toMatchObject({ serviceMessage: body });
  });

  test("never has a certificate", () => {
    expect(classify(callbackTestOperation, answered(500, withId("c-1"))).certificateId).toBeUndefined();
  });
});
