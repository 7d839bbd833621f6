import { describe, expect, test } from "vitest";
import { classify } from "../../../src/client/classify.ts";
import type { Exchange } from "../../../src/client/transport.ts";
import type { FailureReason, Operation } from "../../../src/contract/index.ts";
import { callbackTestOperation, reissueOperation } from "../../../src/contract/index.ts";
import { replies, withId } from "../../harness/faults/replies.ts";
import { expectedVerdict } from "../../harness/faults/row.ts";

type Answered = Extract<Exchange, { hasResponse: true }>;
const answered = (status: number, body: unknown = "", broken?: Answered["broken"]): Exchange => ({
  hasResponse: true,
  status,
  header: () => undefined,
  body: typeof body === "string" ? body : JSON.stringify(body),
  broken,
});

/** The outcome, with the code of a failure. */
function outcomeOf(operation: Operation, exchange: Exchange, secrets: string[] = []): string {
  const classified = classify(operation, exchange, () => secrets);
  return classified.outcome === "done" ? "done" : `${classified.outcome} ${classified.code}`;
}

test.each(replies)("The answer $status $body has one outcome", ({ status, body, ...outcomes }) => {
  const exchange = answered(status, body);
  expect(outcomeOf(reissueOperation, exchange)).toBe(expectedVerdict(outcomes, "reissue"));
  expect(outcomeOf(callbackTestOperation, exchange)).toBe(expectedVerdict(outcomes, "callback-test"));
});

test.each([
  [reissueOperation, 199],
  [callbackTestOperation, 199],
  [callbackTestOperation, 399],
])("Only a status of HTTP decides about a %o: %i does not", (operation, status) => {
  expect(outcomeOf(operation, answered(status, withId("c-1", { code: "success" })))).toBe(
    `unknown http_${status}`,
  );
});

test("A request without an answer counts as not sent only if no byte of it left", () => {
  const silence = { hasResponse: false, reason: "connection-lost", detail: "ECONNRESET" } as const;
  expect(classify(reissueOperation, { ...silence, sent: true })).toEqual({
    outcome: "unknown",
    code: "connection_lost",
    reason: "connection-lost",
    detail: "ECONNRESET",
    status: undefined,
    isRateLimited: false,
    serviceMessage: "",
  });
  expect(outcomeOf(reissueOperation, { ...silence, sent: false })).toBe("not-sent connection_lost");
});

describe("An answer to a reissue", () => {
  test.each<[number, unknown, string]>([
    [200, withId("c-1"), "done-unread response_unusable"],
    [200, '{"data":{"certificate":', "done-unread response_unusable"],
    [200, '{"code":"success","da', "done-unread response_unusable"],
    [200, "", "unknown response_unusable"],
    [200, '{"da', "unknown response_unusable"],
    [200, '{"code":"invalid_parameters","mess', "unknown response_unusable"],
    [200, "<html>", "unknown response_unusable"],
    [201, withId("c-1"), "unknown http_201"],
    [400, { code: "refused" }, "rejected http_400"],
    [500, "", "unknown http_500"],
  ])("that breaks off is done-unread only if it announced success: %i %j", (status, body, expected) => {
    const exchange = answered(status, body, "response-cut");
    expect(outcomeOf(reissueOperation, exchange)).toBe(expected);
    expect(classify(reissueOperation, exchange)).toMatchObject({ status, serviceMessage: expect.anything() });
  });

  test.each<[number, unknown, string | undefined]>([
    [200, withId("c-8"), "c-8"],
    [200, withId("c-8", { code: "pending" }), "c-8"],
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
    const exchange = answered(status, body);
    expect(classify(reissueOperation, exchange, () => ["topsecret"])).toMatchObject({ certificateId });
    expect(classify(callbackTestOperation, exchange)).not.toMatchObject({ certificateId: expect.anything() });
  });

  test.each([
    [["", "topsecret"], "done-unread certificate_id_missing"],
    [["topsecre"], "done-unread certificate_id_missing"],
    // Shorter than a secret that counts.
    [["topsecr", "somethingelse"], "done"],
  ])("has no id if there is a secret in its place: %j", (secrets, expected) => {
    expect(outcomeOf(reissueOperation, answered(200, withId("topsecret-1")), secrets)).toBe(expected);
  });

  test.each([
    [{ a: { b: { c: { code: "deep" } } } }, "rejected deep"],
    [{ a: { b: { c: { d: { code: "too_deep" } } } } }, "rejected http_400"],
    [{ error: { code: "inner" }, code: "outer" }, "rejected outer"],
    [{ nothing: null, list: [7, { code: "listed" }] }, "rejected listed"],
  ])("is searched for its code from the outside in: %j", (body, expected) => {
    expect(outcomeOf(reissueOperation, answered(400, body))).toBe(expected);
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
    ["plain", "plain"],
  ])("has a text for people: %j says %j", (body, serviceMessage) => {
    expect(classify(reissueOperation, answered(400, body))).toMatchObject({ serviceMessage, detail: "" });
  });

  test.each<[number, unknown, FailureReason | undefined]>([
    [200, "", "response-unreadable"],
    [200, { code: "success" }, "certificate-id-missing"],
    [200, { code: "refused" }, undefined],
    [502, "", undefined],
  ])("has a reason of ours only if it has no code that can be used: %i %j, %s", (status, body, reason) => {
    expect(classify(reissueOperation, answered(status, body))).toMatchObject({ reason });
  });
});

test("An answer to a callback test that says neither pass nor a code is quoted whole", () => {
  const body = '{"code":500,"message":"down"}';
  expect(classify(callbackTestOperation, answered(200, body))).toMatchObject({ serviceMessage: body });
});
