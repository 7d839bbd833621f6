import { describe, expect, test } from "vitest";
import { howToResolve, isPlainId } from "../../src/contract/index.ts";

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

test("an id that a shell would take for more than a name is not part of a command to copy", () => {
  expect(howToResolve({ attemptId: "a1", happened: true, certificateId: "$(reboot)" })).toBe(
    "Then run: certorder journal resolve a1 --certificate-id ID",
  );
});

describe("a plain id", () => {
  test.each(["a", "0", "Cert-1.2_3:4", "x".repeat(64)])("is %s", (id) => {
    expect(isPlainId(id)).toBe(true);
  });

  test.each(["", "-a", ".a", "a b", "a\n", "$(a)", "x".repeat(65), " a"])("is not %j", (id) => {
    expect(isPlainId(id)).toBe(false);
  });
});
