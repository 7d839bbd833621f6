import type { Resolution } from "../contract/index.ts";
import type { Attempt, IssuedCertificate } from "./attempt.ts";
import { isOpen } from "./rules.ts";

/**
 * The callbacks that may tell which certificate an open attempt made: they came after it was sent, and no other
 * attempt has their certificate. Silence proves nothing, and a reissue in a portal calls back too.
 */
export function findEvidence(attempt: Attempt, attempts: readonly Attempt[]): readonly IssuedCertificate[] {
  if (!isOpen(attempt) || attempt.callbacks.length === 0) return [];
  const known = new Set(attempts.flatMap(({ certificateId, replaced }) => [certificateId, replaced]));
  // An unclear answer may have named the attempt's own certificate.
  return attempt.callbacks.filter(
    ({ certificateId }) => certificateId === attempt.certificateId || !known.has(certificateId),
  );
}

/** The callback that tells the certificate: there is no other that may. */
export function onlyCallback(evidence: readonly IssuedCertificate[]): IssuedCertificate | undefined {
  return evidence.length === 1 ? evidence[0] : undefined;
}

/** The resolution by callback, if only one attempt is open and only one certificate can be its own. */
export function resolveByCallback(attempts: readonly Attempt[]): Resolution | undefined {
  const [attempt, ...others] = attempts.filter(isOpen);
  if (!attempt || others.length > 0) return undefined;
  const callback = onlyCallback(findEvidence(attempt, attempts));
  return callback && { attemptId: attempt.attemptId, certificateId: callback.certificateId, by: "callback" };
}
