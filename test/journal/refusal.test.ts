import { describe, expect, test } from "vitest";
import { byContract, say } from "../../src/contract/index.ts";
import type { Attempt } from "../../src/journal/attempt.ts";
import {
  describeRefusal,
  journalUnavailable,
  type Refusal,
  RefusedError,
  refusalOf,
  senderOf,
  unusable,
} from "../../src/journal/refusal.ts";
import { attempt } from "../proof/rules/subject.ts";

const now = new Date("2026-11-16T12:00:00.000Z");
const refused = (because: Refusal["because"], told: Partial<Attempt> = {}, inFlight = false) =>
  new RefusedError(
    "order-1",
    refusalOf(because, attempt("a1", told), "csr:1 sign_hash:2", { inFlight, now }),
  );
const said = (refusal: Refusal) => say(describeRefusal(refusal), byContract);
const done = { fate: "done", certificateId: "cert-1", what: "csr:1 sign_hash:2" } as const;

describe("a refusal says what stands in the way, and how to go on", () => {
  test.each<[Refusal["because"], Partial<Attempt>, string, RegExp, RegExp]>([
    [
      "open",
      { state: "unknown" },
      "unresolved_attempt",
      /what became of it is not known/,
      /resolve\("a1", null\) ; if it was, .*resolve\("a1", "CERTIFICATE_ID"\)/,
    ],
    [
      "open",
      { state: "unknown", certificateId: "cert-7" },
      "unresolved_attempt",
      /named certificate cert-7/,
      /resolve\("a1", "cert-7"\)/,
    ],
    [
      "open",
      { state: "done-unread" },
      "unresolved_attempt",
      /carried out.*id is lost/,
      /^(?!.*null).*resolve\("a1"/,
    ],
    [
      "open",
      { state: "damaged", process: "", sentAt: "" },
      "unresolved_attempt",
      /damaged \(a1\)/,
      /resolve\("a1"/,
    ],
    [
      "unshown",
      done,
      "unacknowledged_result",
      /certificate cert-1.*may not have been stored/,
      /resolve\("a1", "cert-1"\)/,
    ],
    [
      "name-used",
      { ...done, what: "csr:9 sign_hash:2" },
      "name_used",
      /by a request that differs in csr/,
      /another name/,
    ],
    ["name-used", done, "name_used", /wish of this name.*reissued since/, /another name/],
    [
      "reissued-since",
      { ...done, what: "csr:9 sign_hash:8" },
      "reissued_since",
      /certificate cert-1.*differs in csr, signHash/,
      /^Use that certificate.*anew: "a1"/,
    ],
    ["elsewhere", { ...done, service: "prod" }, "other_service", /history at prod/, /set service.*to prod/],
    ["expired", done, "certificate_expired", /cert-1.*has expired/, /anew: "a1".*another name/],
    ["sealed", { ...done, certificateId: undefined }, "result_sealed", /sealed/, /anew: "a1"/],
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
  for (const process of ["", "host", "/7"]) expect(senderOf(attempt("a1", { process }))).toBe("");
  expect(said(refused("open").refusal)).toContain(
    "(attempt a1, 2026-11-15T12:00:00.000Z, by process 1 on host, ",
  );
  expect(said(refused("open", { sentAt: "", process: "" }).refusal)).toContain("(attempt a1, a ");
});

test("a refusal says in which parts the request differs", () => {
  expect(refused("open", { what: "csr:1 sign_hash:2" }).refusal.differs).toEqual([]);
  expect(refused("open", { what: "csr:1 sign_hash:2" }).message).toContain("the same request");
  expect(refused("open", { what: "csr:1 triggers:3" }).refusal.differs).toEqual(["sign_hash", "triggers"]);
  expect(refused("open", { what: undefined }).refusal.differs).toEqual(["csr", "sign_hash"]);
  expect(refused("open", { what: undefined }).message).toContain("a request that is not known here");
});

test("for programs, a refusal has its reason, the attempt and the certificate", () => {
  expect(JSON.parse(JSON.stringify(refused("unshown", done)))).toMatchObject({
    ...{ because: "unshown", attemptId: "a1", certificateId: "cert-1", code: "unacknowledged_result" },
  });
});

test("a refusal is told from other errors by its name", () => {
  expect(String(refused("open"))).toMatch(/^RefusedError: The reissue/);
});

test("a journal that cannot be used says what failed, as far as the system says it", () => {
  const message = (cause: object) => journalUnavailable("The journal", cause).message;
  expect(message({ code: "EACCES", syscall: "open" })).toBe("The journal cannot be used (open EACCES).");
  expect(message({ code: "EIO" })).toBe("The journal cannot be used (EIO).");
  expect(message(new Error("whatever"))).toBe("The journal cannot be used (error).");
  const cause = new Error("refused");
  expect(unusable("The journal", "nobody answers", "Start the server.", cause)).toMatchObject({
    ...{ code: "journal_unavailable", outcome: "not-sent", remedy: "Start the server.", cause },
    message: "The journal cannot be used: nobody answers.",
  });
});

test("a refusal names the newest certificate as the one to use, not one that may have been revoked for it", () => {
  const old = attempt("a1", done);
  const newest = attempt("a2", { ...done, certificateId: "cert-2" });
  const remedyOf = (one: Attempt, head?: Attempt) =>
    new RefusedError("order-1", refusalOf("name-used", one, done.what, { inFlight: false, head, now }))
      .remedy;
  for (const head of [undefined, old]) expect(remedyOf(old, head)).toMatch(/^Use that certificate\. If one/);
  expect(remedyOf(old, newest)).toMatch(
    /newest certificate \(cert-2, attempt a2\), not the one of attempt a1\. If one/,
  );
  const sealed = { certificateId: undefined };
  expect(remedyOf({ ...old, ...sealed }, { ...newest, ...sealed })).toMatch(
    /\(sealed with another auth key, attempt a2\), not the one of attempt a1\./,
  );
});

test("a refusal knows of a newest certificate that nobody can use: its id is sealed", () => {
  const told = { ...done, certificateId: undefined };
  expect(refused("reissued-since", told).refusal.ofNoUse).toBe("sealed");
  expect(refused("reissued-since", done).refusal.ofNoUse).toBeUndefined();
});

test("a refusal points to no certificate that has expired", () => {
  const until = (validityDays: number) =>
    refusalOf(
      "reissued-since",
      attempt("a1", { ...done, sentAt: "2026-11-15T12:00:00.000Z", validityDays }),
      "",
      {
        inFlight: false,
        now,
      },
    );
  expect([until(1), until(2)].map(({ ofNoUse }) => ofNoUse)).toEqual(["expired", undefined]);
  expect(new RefusedError("order-1", until(1)).remedy).toMatch(/newest certificate has expired\. To reissue/);
  expect(new RefusedError("order-1", until(2)).remedy).toMatch(/^Use that certificate\. To reissue/);
});
