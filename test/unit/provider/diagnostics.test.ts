import { expect, test } from "vitest";
import { CertOrderError, Issue } from "../../../src/contract/index.ts";
import { fromError, fromIssues } from "../../../src/provider/diagnostics.ts";

test.each([
  ["csr", "form", ["csr"]],
  ["csr", "private_key", undefined],
  ["elsewhere", "form", undefined],
] as const)("A problem of %s (%s) points at %j: the core quotes the lines there", (field, rule, path) => {
  const [diagnostic] = fromIssues([new Issue(field, rule, "m", "r")], { attributes: { csr: {} } });
  expect(diagnostic?.path).toEqual(path);
  expect(diagnostic?.detail).toContain(rule === "private_key" ? "csr: m r" : "m r");
});

test.each([
  ["not-sent", "cancelled", "Nothing was sent"],
  ["not-sent", "journal_unavailable", "The journal cannot be used"],
  ["not-sent", "journal_refused", "The resolution does not apply"],
  ["rejected", "no", "The service refused the request"],
  ["unknown", "lost", "The outcome is unknown"],
  ["done-unread", "lost", "The answer of a successful request is lost"],
] as const)("A failure that is %s (%s) has its own title, and ends with its code", (outcome, code, title) => {
  const failure = new CertOrderError("It failed.", { outcome, code, remedy: "Do that." });
  expect(fromError(failure)).toEqual({
    severity: "error",
    summary: title,
    detail: `It failed.\n\nDo that.\n\nCode: ${code}`,
  });
});
