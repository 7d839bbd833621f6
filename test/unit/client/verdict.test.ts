import { describe, expect, test } from "vitest";
import { callbackVerdict, RejectedError, UnknownOutcomeError } from "../../../src/client/index.ts";
import { checkCallbackTest, InvalidRequestError } from "../../../src/contract/index.ts";

const details = (code: string) => ({ code, remedy: "" });

describe("The verdict about a callback", () => {
  test.each([
    [new RejectedError("", details("callback_send_error")), "fail"],
    [new RejectedError("", details("request_too_fast")), "unknown"],
    [new RejectedError("", details("a_new_word")), "unknown"],
    [new UnknownOutcomeError("", details("callback_send_error")), "unknown"],
    [new InvalidRequestError("", checkCallbackTest({ url: "http://example.com" })), "fail"],
    [new InvalidRequestError("", checkCallbackTest({ url: "" })), "unknown"],
  ])("follows from the error: %s means %s", (error, verdict) => {
    expect(callbackVerdict(error)).toBe(verdict);
  });
});
