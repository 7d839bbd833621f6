import { expect, test } from "vitest";
import { throwJournalFailure } from "../../../src/client/errors.ts";
import {
  callbackVerdict,
  DoneUnreadError,
  RejectedError,
  UnknownOutcomeError,
} from "../../../src/client/index.ts";
import {
  CertOrderError,
  checkCallbackTest,
  InputProblem,
  InvalidInputError,
  NotSentError,
} from "../../../src/contract/index.ts";
import { type Blocked, BlockedError } from "../../../src/journal/index.ts";
import { unavailableError } from "../../../src/journal/unavailable.ts";

const details = {
  code: "connect_failed",
  remedy: "Do something.",
  attemptId: "a1",
  certificateId: "cert-1",
} as const;
const asJson = (error: CertOrderError) => JSON.parse(JSON.stringify(error));

test.each([
  [new NotSentError("Oh.", details), "NotSentError", "not-sent", {}],
  [
    new RejectedError("Oh.", { ...details, retryAfterMs: 5 }),
    "RejectedError",
    "rejected",
    { retryAfterMs: 5 },
  ],
  [new UnknownOutcomeError("Oh.", details), "UnknownOutcomeError", "unknown", details],
  [new DoneUnreadError("Oh.", details), "DoneUnreadError", "done-unread", { attemptId: "a1" }],
])("A failure of a request has a name and an outcome: %s", (error, name, outcome, more) => {
  const { code, remedy } = details;
  expect(String(error)).toBe(`${name}: Oh.`);
  expect(error).toMatchObject({ outcome, ...more });
  expect(asJson(error)).toEqual({ name, outcome, code, remedy, message: "Oh.", tries: 0, ...more });
  expect(CertOrderError.is(error)).toBe(true);
});

test("Every reissue that the journal keeps from being sent is a NotSentError", () => {
  const blocked = new BlockedError({ orderId: "o", reason: "damaged", attempt: undefined } as Blocked);
  for (const error of [
    blocked,
    new NotSentError("No.", { code: "resolution_refused", remedy: "Stop." }),
    unavailableError("No.", "Stop."),
  ]) {
    expect(NotSentError.is(error)).toBe(true);
    expect(error.outcome).toBe("not-sent");
  }
});

test("An invalid request names every error, and each remedy once, beside the warnings", () => {
  const problem = (severity: InputProblem["severity"], message: string, remedy: string) => {
    const code = message === "A." ? "invalid_setting" : "invalid_request";
    return new InputProblem("csr", "pem", message, remedy, { severity, code });
  };
  const problems = [
    problem("warning", "Hm.", "Think."),
    problem("error", "A.", "Fix."),
    problem("error", "B.", "Fix."),
    problem("error", "C.", "Mend."),
  ];
  const error = new InvalidInputError("Not sent", problems);
  expect(String(error)).toBe("InvalidInputError: Not sent: A. B. C.");
  expect(error).toMatchObject({
    code: "invalid_setting",
    outcome: "not-sent",
    remedy: "Fix. Mend.",
    problems,
  });
  expect(asJson(error)).toMatchObject({ name: "InvalidInputError", problems });
  expect(new InvalidInputError("Not sent", []).code).toBe("invalid_request");
});

test("An error of a journal is passed on if it has an outcome, and else means that nothing was sent", () => {
  const refusal = new CertOrderError("No.", { code: "order_busy", outcome: "not-sent", remedy: "Wait." });
  expect(() => throwJournalFailure(refusal)).toThrow(refusal);
  const cause = new Error("disk on fire");
  expect(() => throwJournalFailure(cause)).toThrow(
    expect.objectContaining({ code: "journal_unavailable", outcome: "not-sent", cause }),
  );
});

const coded = (code: string) => ({ code, remedy: "" });
test.each([
  [new RejectedError("", coded("callback_send_error")), "fail"],
  [new RejectedError("", coded("request_too_fast")), "unknown"],
  [new RejectedError("", coded("a_new_word")), "unknown"],
  [new UnknownOutcomeError("", coded("callback_send_error")), "unknown"],
  [new InvalidInputError("", checkCallbackTest({ url: "http://example.com" })), "fail"],
  [new InvalidInputError("", checkCallbackTest({ url: "" })), "unknown"],
])("The verdict about a callback follows from the error: %s means %s", (error, verdict) => {
  expect(callbackVerdict(error)).toBe(verdict);
});
