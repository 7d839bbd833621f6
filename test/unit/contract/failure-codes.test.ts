import { expect, test } from "vitest";
import { type FailureReason, failures, isFinal } from "../../../src/contract/failure-codes.ts";

test("A retry helps, unless the server is not trusted, the time is over, or the caller ended the call", () => {
  expect((Object.keys(failures) as FailureReason[]).filter(isFinal).sort()).toEqual([
    "aborted",
    "deadline-exceeded",
    "tls-untrusted",
  ]);
});
