import type { Resolution } from "../contract/index.ts";
import type { Attempt } from "./attempt.ts";
import type { IssuedCertificate } from "./callback-log.ts";
import { isOpen } from "./rules.ts";

/**
 * The callbacks that may tell which certificate an open attempt made: they came after it was sent, and no other
 * attempt has their certificate. They settle nothing: a reissue in a portal calls back too.
 */
export function findEvidence(
  attempt: Attempt,
  attempts: readonly Attempt[],
  issued: readonly IssuedCertificate[],
): readonly IssuedCertificate[] {
  return isOpen(attempt) ? findAnnounced(attempt, attempts, issued) : [];
}

/** The same callbacks, also after a person stated that the attempt did not happen. */
function findAnnounced(
  attempt: Attempt,
  attempts: readonly Attempt[],
  issued: readonly IssuedCertificate[],
): readonly IssuedCertificate[] {
  if (issued.length === 0) return [];
  const known = new Set(attempts.flatMap(({ certificateId, previous }) => [certificateId, previous]));
  // An unclear answer may have named the attempt's own certificate.
  const isUnknown = (id: string) => id === attempt.certificateId || !known.has(id);
  const after = issued.filter(
    ({ attempts, certificateId }) => attempts.includes(attempt.attemptId) && isUnknown(certificateId),
  );
  // Two receivers may have recorded one callback.
  return [
    ...new Map(after.toReversed().map((callback) => [callback.certificateId, callback])).values(),
  ].reverse();
}

/** The callbacks that speak against what a person states about an attempt. None if one of them names the stated certificate. */
export function findContradicting(
  { attemptId, certificateId }: Resolution,
  attempts: readonly Attempt[],
  issued: readonly IssuedCertificate[],
): readonly IssuedCertificate[] {
  const attempt = attempts.find((each) => each.attemptId === attemptId);
  const callbacks = attempt ? findAnnounced(attempt, attempts, issued) : [];
  return callbacks.some((callback) => callback.certificateId === certificateId) ? [] : callbacks;
}

/** The callback that tells the certificate: there is no other that may. */
export function onlyCallback(evidence: readonly IssuedCertificate[]): IssuedCertificate | undefined {
  return evidence.length === 1 ? evidence[0] : undefined;
}

/**
 * The attempts that a callback which comes now may be about: all without those whose sender knows another certificate. What the
 * others came to may be corrected later. Undefined: the callbacks before it name all of them.
 */
export function findPossibleMakers(
  attempts: readonly Attempt[],
  issued: readonly IssuedCertificate[],
  certificateId: string,
): string[] | undefined {
  const mayMake = ({ senderWord, senderCertificateId: own }: Attempt) =>
    senderWord !== "done" || own === undefined || own === certificateId;
  const makers = attempts.filter(mayMake).map(({ attemptId }) => attemptId);
  const before = issued.filter((callback) => callback.certificateId === certificateId);
  const named = new Set(before.flatMap((callback) => callback.attempts));
  return before.length > 0 && makers.every((id) => named.has(id)) ? undefined : makers;
}

/**
 * The callback about the certificate of an attempt that succeeded. One that came before the attempt was sent is not about it, because
 * a service may give one id twice. Of an attempt that was not sent through this journal, the certificate alone tells.
 */
export function findOwnCallback(
  { status, certificateId, attemptId, sentAt }: Attempt,
  issued: readonly IssuedCertificate[],
): IssuedCertificate | undefined {
  if (status !== "succeeded") return undefined;
  return issued.find(
    (callback) =>
      callback.certificateId === certificateId &&
      (sentAt === undefined || callback.attempts.includes(attemptId)),
  );
}
