import { describe, expect, test } from "vitest";
import { toJournalFailure } from "../../../src/client/errors.ts";
import { DoneUnreadError, RejectedError, UnknownOutcomeError } from "../../../src/client/index.ts";
import { CertOrderError, InvalidRequestError, Issue, NotSentError } from "../../../src/contract/index.ts";
import { type Blocked, BlockedError, journalRefusal } from "../../../src/journal/index.ts";
import { unavailableError } from "../../../src/journal/unavailable.ts";

const details = { code: "some_code", remedy: "Do something.", attemptId: "a1", certificateId: "cert-1" };
const asJson = (error: CertOrderError) => JSON.parse(JSON.stringify(error));

test.each([
  ["blocked", new BlockedError({ orderId: "o", reason: "damaged", attempt: undefined } as Blocked)],
  ["refused by the journal", journalRefusal("No.", "Stop.")],
  ["without a journal", unavailableError("No.", "Stop.")],
])("A reissue that is %s is a NotSentError", (_, error) => {
  expect(NotSentError.is(error)).toBe(true);
  expect(error.outcome).toBe("not-sent");
});

describe("A failure of a request", () => {
  test.each([
    [new NotSentError("Oh.", details), "NotSentError", "not-sent", {}],
    [new RejectedError("Oh.", details), "RejectedError", "rejected", {}],
    [new UnknownOutcomeError("Oh.", details), "UnknownOutcomeError", "unknown", details],
    [new DoneUnreadError("Oh.", details), "DoneUnreadError", "done-unread", { attemptId: "a1" }],
  ])("has a name and an outcome: %s", (error, name, outcome, more) => {
    const { code, remedy } = details;
    expect(String(error)).toBe(`${name}: Oh.`);
    expect(error).toMatchObject({ outcome, ...more });
    expect(asJson(error)).toEqual({ name, outcome, code, remedy, message: "Oh.", tries: 0, ...more });
    expect(CertOrderError.is(error)).toBe(true);
  });

  test("says how long to wait, if the service did", () => {
    expect(new RejectedError("Oh.", { ...details, retryAfterMs: 5 }).retryAfterMs).toBe(5);
  });
});

describe("An invalid request", () => {
  const issue = (severity: Issue["severity"], message: string, remedy: string): Issue =>
    new Issue("csr", "pem", message, remedy, { severity, code: `code_of_${message}` });

  test("names every error, and each remedy once, beside the warnings", () => {
    const issues = [
      issue("warning", "Hm.", "Think."),
      issue("error", "A.", "Fix."),
      issue("error", "B.", "Fix."),
      issue("error", "C.", "Mend."),
    ];
    const error = new InvalidRequestError("Not sent", issues);
    expect(String(error)).toBe("InvalidRequestError: Not sent: A. B. C.");
    expect(error).toMatchObject({ code: "code_of_A.", outcome: "not-sent", remedy: "Fix. Mend.", issues });
    expect(asJson(error)).toMatchObject({ name: "InvalidRequestError", issues });
  });

  test("has a code by default", () => {
    expect(new InvalidRequestError("Not sent", []).code).toBe("invalid_request");
  });
});

describe("An error of a journal", () => {
  test("is passed on if it has an outcome, and else means that nothing was sent", () => {
    const refusal = new CertOrderError("No.", { code: "order_busy", outcome: "not-sent", remedy: "Wait." });
    expect(toJournalFailure(refusal)).toBe(refusal);
    const cause = new Error("disk on fire");
    expect(toJournalFailure(cause)).toMatchObject({ code: "journal_failed", outcome: "not-sent", cause });
  });
});
