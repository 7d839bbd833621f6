import { expect, test } from "vitest";
import { failures, isFinal } from "../../src/client/failure-codes.ts";

test("trying again helps, except where nobody is to be trusted, has time, or wants it", () => {
  expect(Object.keys(failures).filter(isFinal).sort()).toEqual([
    ...["aborted", "deadline_exceeded", "tls_untrusted"],
  ]);
});
