import { describe, expect, test } from "vitest";
import type { Attempt } from "../../src/journal/attempt.ts";
import {
  describeRefusal,
  type Refusal,
  RefusedError,
  refusalOf,
  senderOf,
} from "../../src/journal/refusal.ts";
import { attempt } from "../proof/rules/subject.ts";

const refused = (because: Refusal["because"], told: Partial<Attempt> = {}, inFlight = false) =>
  new RefusedError("order-1", refusalOf(because, attempt("a1", told), "csr:1 sign_hash:2", inFlight));
const done = { fate: "done", certificateId: "cert-1", what: "csr:1 sign_hash:2" } as const;

describe("a refusal says what stands in the way, and how to go on", () => {
  test.each<[Refusal["because"], Partial<Attempt>, string, RegExp, RegExp]>([
    [
      "open",
      { state: "unknown" },
      "unresolved_attempt",
      /what became of it is not known/,
      /resolve a1 --not-happened.*--certificate-id ID/,
    ],
    [
      "open",
      { state: "unknown", certificateId: "cert-7" },
      "unresolved_attempt",
      /named certificate cert-7/,
      /--certificate-id cert-7/,
    ],
    [
      "open",
      { state: "done-unread" },
      "unresolved_attempt",
      /carried out.*id is lost/,
      /^(?!.*not-happened).*resolve a1/,
    ],
    [
      "open",
      { state: "damaged", process: "", sentAt: "" },
      "unresolved_attempt",
      /damaged \(a1\)/,
      /resolve a1/,
    ],
    [
      "unshown",
      done,
      "unacknowledged_result",
      /certificate cert-1.*may not have been stored/,
      /resolve a1 --certificate-id cert-1/,
    ],
    ["name-used", { ...done, what: "csr:9 sign_hash:2" }, "name_used", /by another csr/, /another name/],
    ["name-used", done, "name_used", /reissued since/, /another name/],
    [
      "reissued-since",
      { ...done, what: "csr:9 sign_hash:8" },
      "reissued_since",
      /certificate cert-1.*another csr, sign_hash/,
      /--anew a1/,
    ],
    ["elsewhere", { ...done, service: "prod" }, "other_service", /history at prod/, /set service.*to prod/],
    ["expired", done, "certificate_expired", /cert-1.*has expired/, /--anew a1.*another name/],
    ["sealed", { ...done, certificateId: undefined }, "result_sealed", /sealed/, /--anew a1/],
  ])("%s: %o", (because, told, code, message, remedy) => {
    const error = refused(because, told);
    expect(error).toMatchObject({ code, outcome: "not-sent" });
    expect(error.message).toMatch(/^The reissue of order order-1 was not sent: /);
    expect(error.message).toMatch(message);
    expect(error.remedy).toMatch(remedy);
    expect(error.attempt.attemptId).toBe("a1");
  });

  test("one that is on its way has to be waited for", () => {
    const error = refused("open", { state: "sent" }, true);
    expect(error).toMatchObject({ code: "order_busy", remedy: "Wait for it to end." });
    expect(error.message).toMatch(/on its way/);
  });
});

test("a refusal names who has sent the attempt, where that is known", () => {
  expect(senderOf(attempt("a1", { process: "host/7/123" }))).toBe("process 7 on host");
  expect(senderOf(attempt("a1", { process: "https://github.com/o/r/actions/runs/1" }))).toMatch(/^https:/);
  expect(senderOf(attempt("a1", { process: "host/7/123 https://ci.example/1" }))).toBe(
    "process 7 on host (https://ci.example/1)",
  );
  expect(senderOf(attempt("a1", { process: "" }))).toBe("");
  expect(describeRefusal(refused("open").refusal)).toContain("by process 1 on host");
});

test("a refusal says in which parts the request differs", () => {
  expect(refused("open", { what: "csr:1 sign_hash:2" }).refusal.differs).toEqual([]);
  expect(refused("open", { what: "csr:1 triggers:3" }).refusal.differs).toEqual(["sign_hash", "triggers"]);
  expect(refused("open", { what: undefined }).refusal.differs).toEqual(["csr", "sign_hash"]);
});

test("for programs, a refusal has its reason, the attempt and the certificate", () => {
  expect(JSON.parse(JSON.stringify(refused("unshown", done)))).toMatchObject({
    ...{ because: "unshown", attemptId: "a1", certificateId: "cert-1", code: "unacknowledged_result" },
  });
});
