import { describe, expect, test } from "vitest";
import type { Failed } from "../../../src/client/messages.ts";
import { describeOperation, toError } from "../../../src/client/messages.ts";
import { redactor } from "../../../src/client/text.ts";
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
      isOurs: failed.status === undefined,
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
const callbackTestContext = { operation: callbackTestOperation, attemptId: undefined };

test("An operation has a name in a sentence", () => {
  expect(describeOperation(reissueOperation, { order_id: "order-1" })).toBe("The reissue of order order-1");
  expect(describeOperation(callbackTestOperation, {})).toBe("The callback test");
});

describe("A request that was not sent", () => {
  test("says why, and what helps", () => {
    const error = errorFor({ outcome: "not-sent", code: "connection_refused" });
    expect(error).toMatchObject({
      outcome: "not-sent",
      code: "connection_refused",
      tries: 2,
      httpStatus: undefined,
      message: "It was not sent: the connection was refused.",
      remedy: expect.stringContaining("Check host and port"),
    });
  });

  test("names the detail, without secrets", () => {
    const message = (detail: string) =>
      errorFor({ outcome: "not-sent", code: "proxy_failed", detail }).message;
    expect(message("it said 407")).toMatch(/^It was not sent: the proxy .* \(it said 407\)\.$/);
    expect(message("it said secret-word")).not.toContain("secret-word");
  });

  test("A reason without a text is named by its code", () => {
    expect(errorFor({ outcome: "not-sent", code: "made_up" })).toMatchObject({
      message: "It was not sent: made_up.",
      remedy: outcomes["not-sent"].next,
    });
  });
});

describe("A request that was refused", () => {
  const refused = { outcome: "rejected", code: "order_closed", status: 400 } as const;

  test("quotes the service", () => {
    const error = errorFor({ ...refused, serviceMessage: "No more." }, { retryAfterMs: 5 });
    expect(error).toMatchObject({
      outcome: "rejected",
      code: "order_closed",
      httpStatus: 400,
      tries: 2,
      retryAfterMs: 5,
      message: "It was refused: order_closed (HTTP 400). The service said: No more.",
      remedy: outcomes.rejected.next,
    });
    expect(errorFor(refused).message).toBe("It was refused: order_closed (HTTP 400).");
  });

  test("shows no secret, also not as its code; a word of ours is no secret", () => {
    const error = errorFor({ ...refused, code: "secret-word", serviceMessage: "it was secret-word" });
    expect(JSON.stringify(error)).not.toContain("secret-word");
    expect(errorFor({ ...refused, code: "http_404", status: 404 })).toMatchObject({ code: "http_404" });
  });

  test("A code of the service that looks like one of ours is still the service's", () => {
    expect(errorFor({ ...refused, code: "aborted" })).toMatchObject({
      message: "It was refused: aborted (HTTP 400).",
      remedy: outcomes.rejected.next,
    });
  });

  test("A request that was too fast has to wait", () => {
    const { remedy } = errorFor({ ...refused, code: "http_429", status: 429, isRateLimited: true });
    expect(remedy).toBe("Wait, then run it again.");
  });

  test("A callback test explains the codes that it knows", () => {
    const code = "callback_send_error";
    const { cause, remedy } = callbackCodes[code];
    const serviceMessage = "something else";
    expect(errorFor({ ...refused, code, serviceMessage }, callbackTestContext)).toMatchObject({
      remedy,
      message: `It failed: ${code}. ${cause} The service said: something else`,
    });
    expect(
      errorFor({ ...refused, code: "request_too_fast", isRateLimited: true }, callbackTestContext),
    ).toMatchObject({
      message: expect.stringMatching(/^It was refused: request_too_fast/),
      remedy: callbackCodes.request_too_fast.remedy,
    });
    // The whole answer, quoted, would say nothing more.
    expect(
      errorFor({ ...refused, code, serviceMessage: '{"code":"callback_send_error"}' }, callbackTestContext),
    ).toMatchObject({ message: `It failed: ${code}. ${cause}` });
    // For a reissue the same word means nothing.
    expect(errorFor({ ...refused, code, serviceMessage }).message).toBe(
      `It was refused: ${code} (HTTP 400). The service said: something else`,
    );
    expect(errorFor(refused, callbackTestContext).message).toBe(
      "It was refused: order_closed (the service answered HTTP 400).",
    );
  });
});

describe("An unknown outcome", () => {
  const lines = (remedy: string) => remedy.split("\n").filter((line) => line.startsWith("    "));

  test("says what is known, what the answer names, and how to resolve it", () => {
    const error = errorFor({
      code: "http_502",
      status: 502,
      certificateId: "cert-7",
      serviceMessage: "Bad gateway.",
    });
    expect(error).toMatchObject({
      outcome: "unknown",
      code: "http_502",
      certificateId: "cert-7",
      attemptId: "a1",
      httpStatus: 502,
      message:
        "It was sent, and its outcome is unknown: http_502 (HTTP 502). The answer names certificate cert-7. The service said: Bad gateway.",
    });
    expect(error.remedy.startsWith(outcomes.unknown.next)).toBe(true);
    expect(lines(error.remedy)).toEqual([
      '    await client.journal.resolve({ orderId: "order-1", attemptId: "a1", certificateId: "cert-7" })',
      '    await client.journal.resolve({ orderId: "order-1", attemptId: "a1", certificateId: null })',
    ]);
    expect(errorFor({}).message).toBe(
      "It was sent, and its outcome is unknown: the connection was lost before an answer came.",
    );
    const page = errorFor({ code: "response_unreadable", status: 200, isOurs: true });
    expect(page.message).toMatch(/unknown: the answer is not what the service sends \(HTTP 200\)\.$/);
    expect(page.remedy).toMatch(/^Check that .* Look the order up/);
  });

  test("Without a journal there is nothing to resolve", () => {
    expect(errorFor({}, { attemptId: undefined }).remedy).toBe(outcomes.unknown.next);
  });

  test("A callback test is simply run again", () => {
    expect(errorFor({}, callbackTestContext).remedy).toBe("Run the test again.");
  });
});

describe("A lost answer", () => {
  const lost = { outcome: "done-unread", code: "response_cut", status: 200, isOurs: true } as const;

  test("says that the reissue happened, and how to record its certificate", () => {
    const error = errorFor({ ...lost, serviceMessage: "half" });
    expect(error).toMatchObject({
      outcome: "done-unread",
      code: "response_cut",
      httpStatus: 200,
      attemptId: "a1",
      message:
        "It was carried out, but its answer is lost: the answer broke off before its end (HTTP 200). The service said: half",
    });
    expect(error.remedy).toBe(
      `${outcomes["done-unread"].next}\n\nRecord the new certificate:\n\n    await client.journal.resolve({ orderId: "order-1", attemptId: "a1", certificateId: "CERTIFICATE_ID" })`,
    );
  });

  test("A callback test is run again once the network works", () => {
    expect(errorFor({ ...lost, outcome: "unknown" }, callbackTestContext).remedy).toMatch(
      /^Check the network.* Then run the test again\.$/,
    );
  });
});
