import { describe, expect, test } from "vitest";
import type { Failed } from "../../../src/client/messages.ts";
import { describeOperation, toError } from "../../../src/client/messages.ts";
import { redactor } from "../../../src/client/redact.ts";
import {
  callbackCodes,
  callbackTestOperation,
  outcomes,
  reissueOperation,
} from "../../../src/contract/index.ts";

type Context = Parameters<typeof toError>[1];

const errorFor = (failed: Partial<Failed>, context: Partial<Context> = {}) =>
  toError(
    {
      outcome: "unknown",
      code: "connection_lost",
      status: undefined,
      isRateLimited: false,
      serviceMessage: "",
      detail: "",
      reason: failed.status === undefined ? "connection-lost" : undefined,
      ...failed,
    } as Failed,
    {
      subject: "It",
      operation: reissueOperation,
      tries: 2,
      retryAfterMs: undefined,
      attemptId: "a1",
      orderId: "order-1",
      redact: redactor(["404", "secret-word"]),
      ...context,
    },
  );
const ofTest = { operation: callbackTestOperation, attemptId: undefined };

test("An operation has a name in a sentence", () => {
  expect(describeOperation(reissueOperation, { order_id: "order-1" })).toBe("The reissue of order order-1");
  expect(describeOperation(callbackTestOperation, {})).toBe("The callback test");
});

const unsent = { outcome: "not-sent", code: "proxy_failed", reason: "proxy-failed" } as const;
const refused = { outcome: "rejected", code: "order_closed", status: 400 } as const;
const sendError = { ...refused, code: "callback_send_error", serviceMessage: "No way." } as const;
const { cause, remedy: sendRemedy } = callbackCodes.callback_send_error;
const lost = {
  outcome: "done-unread",
  code: "response_unusable",
  reason: "response-cut",
  status: 200,
} as const;
const page = { code: "response_unusable", reason: "response-unreadable", status: 200 } as const;
const noWay = "the proxy did not open a way to the service";
const unknown = "It was sent, and its outcome is unknown: ";
const readAgain = "Check that baseUrl names the service";

test.each<[Partial<Failed>, Partial<Context>, message: string, startOfRemedy: string]>([
  [unsent, {}, `It was not sent: ${noWay}.`, "Check HTTPS_PROXY"],
  [{ ...unsent, detail: "407 secret-word" }, {}, `It was not sent: ${noWay} (407 ***).`, "Check HTTPS_PROXY"],
  [
    { ...unsent, code: "made_up", reason: undefined },
    {},
    "It was not sent: made_up.",
    outcomes["not-sent"].next,
  ],
  [refused, {}, "It was refused: order_closed (HTTP 400).", outcomes.rejected.next],
  [refused, ofTest, "It was refused: order_closed (the service answered HTTP 400).", outcomes.rejected.next],
  // A code of the service that looks like one of ours is still the service's.
  [{ ...refused, code: "aborted" }, {}, "It was refused: aborted (HTTP 400).", outcomes.rejected.next],
  [{ ...refused, isRateLimited: true }, {}, "It was refused: order_closed (HTTP 400).", "Wait, then run it"],
  [
    { ...refused, isRateLimited: true, serviceMessage: "Slowly." },
    { retryAfterMs: 99_001 },
    "It was refused: order_closed (HTTP 400). The service asks to wait 100 seconds. The service said: Slowly.",
    "Wait, then run it",
  ],
  // "Run it again" is no advice for a reissue that may have happened.
  [
    { ...page, code: "deadline_exceeded", reason: "deadline-exceeded" },
    {},
    `${unknown}the time for the whole operation ran out (HTTP 200).`,
    outcomes.unknown.next,
  ],
  // The reason decides, not the code: this call had time left.
  [
    { ...page, code: "deadline_exceeded", reason: "response-timeout" },
    {},
    `${unknown}no whole answer came in time (HTTP 200).`,
    "Raise timeoutMs if the service is known to be slow.",
  ],
  [{ ...refused, status: 401 }, {}, "It was refused: order_closed (HTTP 401).", "Check keyId and authKey"],
  // The base URL names another server, or another path.
  [{ ...refused, code: "http_404", status: 404 }, {}, "It was refused: http_404 (HTTP 404).", readAgain],
  [
    { ...refused, code: "http_405", status: 405 },
    ofTest,
    "It was refused: http_405 (the service answered HTTP 405).",
    readAgain,
  ],
  [{ code: "http_302", status: 302 }, {}, `${unknown}http_302 (HTTP 302).`, readAgain],
  [
    { code: "http_302", status: 302 },
    ofTest,
    `${unknown}http_302 (the service answered HTTP 302).`,
    readAgain,
  ],
  [{ ...refused, status: 404 }, {}, "It was refused: order_closed (HTTP 404).", outcomes.rejected.next],
  [sendError, {}, "It was refused: callback_send_error (HTTP 400). The service said: No way.", "Change"],
  [sendError, ofTest, `It failed: callback_send_error. ${cause} The service said: No way.`, sendRemedy],
  // The whole answer, quoted, would say nothing more.
  [{ ...sendError, serviceMessage: "{}" }, ofTest, `It failed: callback_send_error. ${cause}`, sendRemedy],
  [
    { ...refused, code: "request_too_fast", isRateLimited: true },
    ofTest,
    `It was refused: request_too_fast. ${callbackCodes.request_too_fast.cause}`,
    callbackCodes.request_too_fast.remedy,
  ],
  [{}, {}, `${unknown}the connection was lost before an answer came.`, outcomes.unknown.next],
  [{}, ofTest, `${unknown}the connection was lost before an answer came.`, "Run the test again."],
  [
    { code: "down", status: 503 },
    ofTest,
    `${unknown}down (the service answered HTTP 503).`,
    "Wait, then run the test again.",
  ],
  [page, {}, `${unknown}the answer is not what the service sends (HTTP 200).`, readAgain],
  [
    page,
    ofTest,
    `${unknown}the answer is not what the service sends (the service answered HTTP 200).`,
    readAgain,
  ],
  [
    { ...lost, serviceMessage: "half" },
    {},
    "It was carried out, but its answer is lost: the answer broke off before its end (HTTP 200). The service said: half",
    outcomes["done-unread"].next,
  ],
])("The error for %j, %j says what happened and what to do", (failed, context, message, startOfRemedy) => {
  const { outcome = "unknown", code = "connection_lost", status: httpStatus } = failed;
  const error = errorFor(failed, context);
  expect(error).toMatchObject({ outcome, code, httpStatus, tries: 2, message });
  if (outcome === "rejected") expect(error).toMatchObject({ retryAfterMs: context.retryAfterMs });
  expect(error.remedy.slice(0, startOfRemedy.length)).toBe(startOfRemedy);
});

test("An error shows no secret, also not as its code; a word of ours is no secret", () => {
  const error = errorFor({ ...refused, code: "secret-word", serviceMessage: "it was secret-word" });
  expect(JSON.stringify(error)).not.toContain("secret-word");
  expect(errorFor({ ...refused, code: "http_404", status: 404 })).toMatchObject({ code: "http_404" });
});

describe("The remedy of an outcome that is open", () => {
  test("has the commands that resolve it, with the certificate that the answer names", () => {
    const error = errorFor({
      code: "http_502",
      status: 502,
      certificateId: "cert-7",
      serviceMessage: "Bad.",
    });
    expect(error).toMatchObject({ certificateId: "cert-7", attemptId: "a1" });
    expect(error.message).toBe(
      `${unknown}http_502 (HTTP 502). The answer names certificate cert-7. The service said: Bad.`,
    );
    expect(error.remedy.split("\n").filter((line) => line.startsWith("    "))).toEqual([
      '    await client.journal.resolve({ orderId: "order-1", attemptId: "a1", certificateId: "cert-7" })',
      '    await client.journal.resolve({ orderId: "order-1", attemptId: "a1", certificateId: null })',
    ]);
    const unread = errorFor(lost);
    expect(unread).toMatchObject({ attemptId: "a1" });
    expect(unread.remedy).toBe(
      `${outcomes["done-unread"].next}\n\nRecord the new certificate:\n\n    await client.journal.resolve({ orderId: "order-1", attemptId: "a1", certificateId: "CERTIFICATE_ID" })`,
    );
  });

  test("has none of them without a journal, or for a callback test", () => {
    expect(errorFor({}, { attemptId: undefined }).remedy).toBe(outcomes.unknown.next);
    expect(errorFor({ ...page }, ofTest).remedy).toMatch(/\. Then run the test again\.$/);
  });
});
