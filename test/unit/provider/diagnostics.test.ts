import { expect, test } from "vitest";
import { CallbackRequiredError } from "../../../src/client/index.ts";
import type { FailureReason, Outcome } from "../../../src/contract/index.ts";
import { CertOrderError, InputProblem } from "../../../src/contract/index.ts";
import { fromCallbackTest, fromError, fromProblems } from "../../../src/provider/diagnostics.ts";

test.each([
  ["csr", "form", ["csr"]],
  ["csr", "private_key", undefined],
  ["elsewhere", "form", undefined],
] as const)("A problem of %s (%s) points at %j: the core quotes the lines there", (field, rule, path) => {
  const [diagnostic] = fromProblems([new InputProblem(field, rule, "m", "r")], { attributes: { csr: {} } });
  expect(diagnostic?.path).toEqual(path);
  expect(diagnostic?.detail).toContain(rule === "private_key" ? "csr: m r" : "m r");
});

test.each<[Exclude<Outcome, "done">, code: string, title: string, failure?: FailureReason]>([
  ["not-sent", "cancelled", "Nothing was sent"],
  ["not-sent", "journal_unavailable", "The journal cannot be used"],
  ["not-sent", "connect_failed", "Nothing was sent: the connection was refused", "connection-refused"],
  ["rejected", "no", "The service refused the request"],
  ["rejected", "permission_denied", "The service refused the request"],
  [
    "unknown",
    "deadline_exceeded",
    "The outcome is unknown: no whole answer came in time",
    "response-timeout",
  ],
  ["unknown", "lost", "The outcome is unknown"],
  ["done-unread", "lost", "The answer of a successful request is lost"],
])("A failure that is %s (%s) has its own title, and ends with its code", (outcome, code, title, failure) => {
  const error = new CertOrderError("It failed.", { outcome, code, failure, remedy: "Do that." });
  const { severity, summary, detail } = fromError(error);
  expect([severity, summary]).toEqual(["error", title]);
  expect(detail).toMatch(/^It failed\.\n\nDo that\.\n\n/);
  expect(detail).toMatch(new RegExp(`\nCode: ${code}$`));
});

test.each([
  ["journal_unavailable", /\n\nMore: https:\S+\/errors\/journal_unavailable\/\nCode: journal_unavailable$/],
  ["code_of_the_service", /^It failed\.\n\nDo that\.\n\nCode: code_of_the_service$/],
])("A diagnostic links to the page about its code, if there is one: %s", (code, end) => {
  const failure = new CertOrderError("It failed.", { outcome: "rejected", code, remedy: "Do that." });
  expect(fromError(failure).detail).toMatch(end);
});

test("A callback test that failed is titled by what is wrong with the callback", () => {
  const failure = (outcome: "rejected" | "unknown", code: string) =>
    new CertOrderError("It failed.", { outcome, code, remedy: "Do that." });
  const code = "callback_response_not_200";
  expect(fromCallbackTest(failure("rejected", code)).summary).toBe(
    "The callback answered with another status than 200",
  );
  expect(fromCallbackTest(failure("unknown", code)).summary).toBe("The outcome is unknown");
  const required = new CallbackRequiredError("It", failure("rejected", code), 0);
  expect(fromError(required).summary).toBe(
    "Nothing was sent: the callback answered with another status than 200",
  );
});
