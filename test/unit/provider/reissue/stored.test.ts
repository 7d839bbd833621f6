import { describe, expect, test } from "vitest";
import {
  type Attempt,
  blankAttempt,
  importedAttemptId,
  requestDigest,
  withResult,
} from "../../../../src/journal/index.ts";
import {
  adoptAttempt,
  certificateDigest,
  certificateHistory,
  resolvedState,
  toStateRecord,
} from "../../../../src/provider/reissue/stored.ts";
import { attempt } from "../../../harness/journal/attempts.ts";
import { fullState } from "../states.ts";
import { address } from "./configured.ts";

const digest = requestDigest("order-1", { sign_hash: "sha256", validity_days: 90 });
const otherDigest = requestDigest("order-1", { sign_hash: "sha512" });
const issued = "2026-11-01T00:00:00.000Z";
const done = fullState({
  order_id: "order-1",
  sign_hash: "sha256",
  validity_days: 90,
  request_digest: otherDigest,
  certificate_id: "cert-1",
  certificate_source: "service",
  attempt_id: "a1",
  last_outcome: "done",
  certificate_history: ["cert-0"],
  issued_at: issued,
  service: address,
});
const open = { ...done, last_outcome: "unknown", open_attempt_id: "a2" };
/** An attempt of the order's history. */
const historyAttempt = (
  id: string,
  senderWord: Attempt["senderWord"],
  { certificateId: senderCertificateId, ...more }: Partial<Attempt> = {},
) => attempt(id, { senderWord, senderCertificateId, sentAt: issued, requestDigest: undefined, ...more });

describe("A state", () => {
  const certificate = withResult({
    ...blankAttempt("a1", "order-1"),
    senderWord: "done",
    senderCertificateId: "cert-1",
    requestDigest: otherDigest,
    service: address,
    address,
    validityDays: 90,
    previous: "cert-0",
    sentAt: issued,
    issuedAt: issued,
  });

  test("records the attempt that made its certificate, and of the certificates before it", () => {
    expect(toStateRecord(done)).toEqual({ attempts: [certificate], earlier: ["cert-0"] });
    const values = { order_id: "order-1", certificate_id: "cert-1", attempt_id: "a1", last_outcome: "done" };
    const little = fullState({ ...values, request_digest: otherDigest });
    const { requestDigest } = certificate;
    const known = { ...blankAttempt("a1", "order-1"), requestDigest };
    // Without a source, a person named the certificate.
    expect(toStateRecord(little).attempts).toEqual([withResult({ ...known, storedStatement: "cert-1" })]);
  });

  test("records the service's word only if it says so: else a person named the certificate", () => {
    const sourceOf = (certificate_source: string | null) =>
      toStateRecord({ ...done, certificate_source }).attempts[0];
    expect(sourceOf("service")).toMatchObject({ senderWord: "done", storedStatement: undefined });
    for (const source of ["person", null])
      expect(sourceOf(source)).toMatchObject({
        senderWord: "unknown",
        storedStatement: "cert-1",
        status: "succeeded",
        certificateId: "cert-1",
        isStated: true,
      });
  });

  test("records a certificate alone, under an id that no other certificate or order has", () => {
    const [only] = toStateRecord({ ...done, attempt_id: null }).attempts;
    expect(only?.attemptId).toBe(importedAttemptId("order-1", "cert-1"));
    const ids = [
      only?.attemptId,
      importedAttemptId("order-1", "cert-2"),
      importedAttemptId("order-2", "cert-1"),
    ];
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^import-[0-9a-f]{12}$/);
  });

  test.each(["unknown", "done-unread"] as const)(
    "records the open attempt beside its certificate (%s)",
    (last_outcome) => {
      const opened = withResult({
        ...blankAttempt("a2", "order-1"),
        senderWord: last_outcome,
        requestDigest: otherDigest,
        service: address,
        address,
        validityDays: 90,
        previous: "cert-1",
      });
      expect(toStateRecord({ ...open, last_outcome }).attempts).toEqual([
        // The stored digest is the open attempt's; the arguments are the certificate's.
        { ...certificate, requestDigest: digest },
        opened,
      ]);
      const created = { certificate_id: null, attempt_id: null, request_digest: null };
      expect(toStateRecord({ ...open, last_outcome, ...created }).attempts).toEqual([
        { ...opened, requestDigest: undefined, previous: undefined },
      ]);
    },
  );

  test("records nothing if it has neither", () => {
    for (const nothing of [fullState({ order_id: "order-1" }), { order_id: "order-1" }])
      expect(toStateRecord(nothing)).toEqual({ attempts: [], earlier: [] });
  });
});

test("The digest of a certificate is the stored one, or that of the arguments, or not known", () => {
  expect(certificateDigest(done)).toBe(otherDigest);
  expect(certificateDigest({ ...done, request_digest: null })).toBe(digest);
  expect(certificateDigest(open)).toBe(digest);
  const imported = fullState({ order_id: "order-1", certificate_id: "cert-1", last_outcome: "imported" });
  expect(certificateDigest(imported)).toBeNull();
  expect(certificateDigest({ ...imported, request_digest: otherDigest })).toBe(otherDigest);
  // A reissue on top of an import that was not adopted yet has a lost answer.
  const lost = { last_outcome: "unknown", open_attempt_id: "a2", request_digest: otherDigest };
  expect(certificateDigest({ ...imported, ...lost })).toBeNull();
});

test("An adopted certificate has the dates of its attempt, and all certificates before it", () => {
  const history = [
    historyAttempt("a0", "done", { certificateId: "cert-0", previous: "cert-x" }),
    historyAttempt("a9", "rejected", { certificateId: "cert-9" }),
    historyAttempt("a1", "done", { certificateId: "cert-1", previous: "cert-0", requestDigest: digest }),
    historyAttempt("a2", "done", { certificateId: "cert-2" }),
  ] as const;
  const [, , made] = history;
  const issuedAt = "2026-11-02T00:00:00.000Z";
  const prior = { ...done, certificate_id: "cert-y", certificate_history: ["cert-z", "cert-1"] };
  expect(adoptAttempt({ ...made, issuedAt }, history, prior)).toEqual({
    certificate_id: "cert-1",
    certificate_source: "service",
    attempt_id: "a1",
    issued_at: issuedAt,
    issued_event_at: null,
    renewal_due: false,
    last_outcome: "done",
    open_attempt_id: null,
    request_digest: digest,
    service: address,
    certificate_history: ["cert-0", "cert-x", "cert-y", "cert-z"],
  });
  // An attempt that was made after the history was read.
  const later = historyAttempt("a3", "done", {
    certificateId: "cert-3",
    sentAt: undefined,
    service: undefined,
  });
  expect(adoptAttempt(later, history, null)).toMatchObject({
    issued_at: null,
    request_digest: null,
    service: null,
    certificate_history: ["cert-2", "cert-1", "cert-0", "cert-x"],
  });
});

test("A state keeps at most 50 earlier certificates, each once and without the current one", () => {
  const ids = Array.from({ length: 60 }, (_, n) => `cert-${n}`);
  const kept = certificateHistory(["cert-1", null, undefined, ...ids], "cert-0");
  expect(kept).toEqual(ids.slice(1, 51));
});

describe("A state that its history resolves", () => {
  const others = [historyAttempt("a1", "done", { certificateId: "cert-1" })];

  test("stays the same object if there is nothing to resolve", () => {
    const nothing = [[], others, [historyAttempt("a2", "unknown")], [historyAttempt("a2", "done")]];
    for (const history of nothing) expect(resolvedState(open, history)).toBe(open);
    const told = historyAttempt("a1", "unknown", { statements: ["cert-1"] });
    for (const history of [[], others, [told], [historyAttempt("a1", "rejected")]])
      expect(resolvedState(done, history)).toBe(done);
  });

  test("has the certificate that a person has named since, or that the service has, and who named it", () => {
    const told = historyAttempt("a1", "unknown", { statements: ["cert-typo", "cert-right"] });
    const changed = (certificate_source: string) => ({
      ...done,
      certificate_id: "cert-right",
      certificate_source,
    });
    expect(resolvedState(done, [told])).toEqual(changed("person"));
    const answered = historyAttempt("a1", "done", { certificateId: "cert-right", statements: ["cert-typo"] });
    expect(resolvedState(done, [answered])).toEqual(changed("service"));
    // Its certificate is encrypted with another key.
    expect(resolvedState(done, [historyAttempt("a1", "done")])).toBe(done);
  });

  test("has what it had if its open attempt did not happen, or is gone", () => {
    const history = [...others, historyAttempt("a2", "unknown", { statements: [null] })];
    expect(resolvedState(open, history)).toEqual({ ...done, request_digest: digest });
    expect(resolvedState({ ...open, certificate_id: null }, history)).toBeNull();
    const bare = fullState({ order_id: "order-1", certificate_id: "cert-7", last_outcome: "imported" });
    const lost = { ...bare, last_outcome: "unknown", open_attempt_id: "a2", request_digest: otherDigest };
    expect(resolvedState(lost, history)).toEqual(bare);
  });

  test("has the new certificate if its open attempt succeeded", () => {
    const made = historyAttempt("a2", "done", { certificateId: "cert-2", previous: "cert-1" });
    expect(resolvedState(open, [...others, { ...made, requestDigest: digest }])).toMatchObject({
      certificate_id: "cert-2",
      certificate_source: "service",
      last_outcome: "done",
      attempt_id: "a2",
      open_attempt_id: null,
      request_digest: digest,
      sign_hash: "sha256",
      certificate_history: ["cert-1", "cert-0"],
    });
    // The journal does not know the request, but the state does.
    expect(resolvedState(open, [made])).toMatchObject({ request_digest: otherDigest });
  });

  test("has what its history knows about an imported certificate, and stays an import", () => {
    const imported = fullState({
      order_id: "order-1",
      certificate_id: "cert-1",
      attempt_id: importedAttemptId("order-1", "cert-1"),
      last_outcome: "imported",
    });
    const made = historyAttempt("a1", "done", {
      certificateId: "cert-1",
      previous: "cert-0",
      requestDigest: digest,
      issuedAt: issued,
    });
    expect(resolvedState(imported, [made])).toEqual({
      ...imported,
      certificate_history: ["cert-0"],
      request_digest: digest,
    });
    // What the import says itself stays.
    const dated = { ...imported, issued_at: "2026-10-01T00:00:00.000Z", certificate_history: ["cert-x"] };
    expect(resolvedState(dated, [made])).toEqual({
      ...dated,
      certificate_history: ["cert-x", "cert-0"],
      request_digest: digest,
    });
    const ofOther = historyAttempt("a1", "done", { certificateId: "cert-2", requestDigest: digest });
    for (const history of [[], [ofOther], [{ ...made, requestDigest: undefined }]])
      expect(resolvedState(imported, history)).toBe(imported);
    const known = { ...imported, request_digest: otherDigest };
    expect(resolvedState(known, [made])).toBe(known);
  });
});
