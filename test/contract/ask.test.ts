import { expect, test } from "vitest";
import { howToResolve } from "../../src/contract/index.ts";

test("whether it happened is to be found out while nobody knows", () => {
  expect(howToResolve({ attemptId: "a1", happened: false })).toBe(
    "If it was not reissued, run: certorder journal resolve a1 --not-happened. If it was, run: certorder journal resolve a1 --certificate-id ID",
  );
});

test("what the service reported as success cannot be resolved as not happened", () => {
  expect(howToResolve({ attemptId: "a1", happened: true, certificateId: "cert-1" })).toBe(
    "Then run: certorder journal resolve a1 --certificate-id cert-1",
  );
});
