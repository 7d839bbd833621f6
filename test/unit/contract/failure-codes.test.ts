import { expect, test } from "vitest";
import { failureCodes, isFinal } from "../../../src/contract/failure-codes.ts";

test("A retry helps, unless the server is not trusted, the time is over, or the caller ended the call", () => {
  expect(Object.keys(failureCodes).filter(isFinal).sort()).toEqual([
    "aborted",
    "deadline_exceeded",
    "tls_untrusted",
  ]);
});
