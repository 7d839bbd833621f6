import type { Attempt, IssuedCertificate } from "./attempt.ts";
import { isOpen } from "./rules.ts";

/**
 * The callbacks that may tell which certificate an open attempt made: they came after it was sent, and no other
 * attempt has their certificate. They settle nothing: a reissue in a portal calls back too.
 */
export function findEvidence(attempt: Attempt, attempts: readonly Attempt[]): readonly IssuedCertificate[] {
  if (!isOpen(attempt) || attempt.callbacks.length === 0) return [];
  const known = new Set(attempts.flatMap(({ certificateId, previous }) => [certificateId, previous]));
  // An unclear answer may have named the attempt's own certificate.
  return attempt.callbacks.filter(
    ({ certificateId }) => certificateId === attempt.certificateId || !known.has(certificateId),
  );
}

/** The callback that tells the certificate: there is no other that may. */
export function onlyCallback(evidence: readonly IssuedCertificate[]): IssuedCertificate | undefined {
  return evidence.length === 1 ? evidence[0] : undefined;
}

/** The callback about the certificate of an attempt that succeeded. One that came before the attempt was sent is not about it. */
export function findOwnCallback({
  status,
  certificateId,
  callbacks,
}: Attempt): IssuedCertificate | undefined {
  if (status !== "succeeded") return undefined;
  return callbacks.find((callback) => callback.certificateId === certificateId);
}
