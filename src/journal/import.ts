import { createHash } from "node:crypto";
import { type Attempt, blankAttempt, withStatement } from "./attempt.ts";
import type { JournalEvent } from "./events.ts";
import { isOpen, latestAttempt } from "./rules.ts";
import { type ServiceRef, serviceName } from "./service-ref.ts";

type ImportedEvent = Extract<JournalEvent, { event: "imported" }>;

/** A person states that a certificate is the order's latest. What is left out is not known, and equals nothing. */
export interface ImportStatement {
  readonly certificateId: string;
  /** The digest of the request that made it. */
  readonly requestDigest?: string | undefined;
  readonly validityDays?: number | undefined;
  readonly issuedAt?: string | undefined;
}

/** The id of an attempt of which only the certificate is known. Certificates of two orders may have the same id. */
export function importedAttemptId(orderId: string, certificateId: string): string {
  const hash = createHash("sha256").update(JSON.stringify([orderId, certificateId]));
  return `import-${hash.digest("hex").slice(0, 12)}`;
}

/** The newest attempt that made the certificate. */
export function findMaker(attempts: readonly Attempt[], certificateId: string): Attempt | undefined {
  return attempts.findLast(
    (attempt) => attempt.status === "succeeded" && attempt.certificateId === certificateId,
  );
}

/**
 * Whether a reissue stands after the certificate: it was sent and succeeded, by the word of its sender or of a person. Earlier imports do
 * not count: the last one corrects them.
 */
export function isReissuedAfter(attempts: readonly Attempt[], certificateId: string): boolean {
  const made = findMaker(attempts, certificateId);
  const later = made ? attempts.slice(attempts.indexOf(made) + 1) : [];
  const isReissue = ({ status, isImported }: Attempt) => status === "succeeded" && !isImported;
  return (
    later.some(isReissue) ||
    attempts.some((attempt) => isReissue(attempt) && attempt !== made && attempt.previous === certificateId)
  );
}

/** Whether the latest certificate is this one, with nothing new to say about it. */
export function isImportKnown(
  attempts: readonly Attempt[],
  { certificateId, requestDigest, issuedAt, validityDays }: ImportStatement,
): boolean {
  const latest = latestAttempt(attempts);
  if (latest?.certificateId !== certificateId) return false;
  if (!latest.isImported) return true;
  return (
    (requestDigest ?? latest.requestDigest) === latest.requestDigest &&
    (issuedAt ?? latest.issuedAt) === latest.issuedAt &&
    (validityDays ?? latest.validityDays) === latest.validityDays
  );
}

/** The entry for an import on top of this history. */
export function importedEvent(
  orderId: string,
  attempts: readonly Attempt[],
  statement: ImportStatement,
  { service, at }: { readonly service: ServiceRef; readonly at: string },
): ImportedEvent {
  const { certificateId: certificate, requestDigest: digest = "", validityDays, issuedAt } = statement;
  const latest = latestAttempt(attempts);
  return {
    event: "imported",
    attempt: findMaker(attempts, certificate)?.attemptId ?? importedAttemptId(orderId, certificate),
    at,
    order: orderId,
    service: serviceName(service),
    address: service.address,
    digest,
    previous: latest?.certificateId === certificate ? latest.previous : latest?.certificateId,
    validityDays,
    certificate,
    issuedAt,
    follows: attempts.at(-1)?.attemptId ?? null,
  };
}

/**
 * The history after an import: its certificate is the latest. Undefined if the import does not count, because an attempt is open,
 * or was sent after the last one that the importer saw.
 */
export function applyImport(attempts: readonly Attempt[], event: ImportedEvent): Attempt[] | undefined {
  const { attempt: id, certificate, at, follows } = event;
  const seen = follows === null ? 0 : attempts.findLastIndex(({ attemptId }) => attemptId === follows) + 1;
  const isOvertaken = attempts.slice(seen).some(({ status, isImported }) => status !== "void" && !isImported);
  if (isOvertaken || attempts.some(isOpen)) return undefined;
  const known = attempts.find(({ attemptId }) => attemptId === id);
  const attempt = known && !known.isImported ? known : importedAttempt(event, known);
  const isNamed = attempt.status === "succeeded" && attempt.certificateId === certificate;
  return [
    ...attempts.filter(({ attemptId }) => attemptId !== id),
    isNamed ? attempt : withStatement(attempt, certificate, at),
  ];
}

/** An attempt that only imports know. The last one tells its facts. */
function importedAttempt(event: ImportedEvent, known: Attempt | undefined): Attempt {
  const { attempt, order, service, address, digest, previous, validityDays, issuedAt, certificate, at } =
    event;
  const imported = {
    ...blankAttempt(attempt, order),
    service: service || undefined,
    address: address || undefined,
    previous,
    validityDays,
    requestDigest: digest || undefined,
    issuedAt,
    isImported: true,
    answeredKeys: known?.answeredKeys ?? [],
    statements: known?.statements ?? [],
  };
  return { ...withStatement(imported, certificate, at), issuedAt };
}
