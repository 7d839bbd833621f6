import { createHash } from "node:crypto";
import { type Attempt, blankAttempt, withStatement } from "./attempt.ts";
import type { JournalEvent } from "./events.ts";
import { ageStart, latestAttempt } from "./rules.ts";
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

const importedIds = "import-";

/** The id of an attempt of which only the certificate is known. Certificates of two orders may have the same id. */
export function importedAttemptId(orderId: string, certificateId: string): string {
  const hash = createHash("sha256").update(JSON.stringify([orderId, certificateId]));
  return `${importedIds}${hash.digest("hex").slice(0, 12)}`;
}

/** Whether an attempt is known by an import only. A state may have brought it here. */
export function isImportedId(attemptId: string): boolean {
  return attemptId.startsWith(importedIds);
}

/** The newest attempt that made the certificate. */
export function findMaker(attempts: readonly Attempt[], certificateId: string): Attempt | undefined {
  return attempts.findLast(
    (attempt) => attempt.status === "succeeded" && attempt.certificateId === certificateId,
  );
}

/**
 * Whether a reissue stands after the certificate: it was sent and succeeded, by the word of its sender or of a person. Imports do not
 * count, because the last one corrects those before it, unless the certificate of one was made by a reissue.
 */
export function isReissuedAfter(attempts: readonly Attempt[], certificateId: string): boolean {
  const succeeded = attempts.filter(({ status }) => status === "succeeded");
  const reissued = new Set(
    succeeded.filter(({ isImported }) => !isImported).map((attempt) => attempt.certificateId),
  );
  const isReissue = (attempt: Attempt) => reissued.has(attempt.certificateId);
  const made = succeeded.findLastIndex((attempt) => attempt.certificateId === certificateId);
  if (made >= 0) return succeeded.slice(made + 1).some(isReissue);
  return succeeded.some((attempt) => isReissue(attempt) && attempt.previous === certificateId);
}

/** Whether the certificate was imported before, and another one is the latest now. */
export function isLeftOver(attempts: readonly Attempt[], certificateId: string): boolean {
  const isLatest = latestAttempt(attempts)?.certificateId === certificateId;
  return (
    !isLatest && attempts.some((attempt) => attempt.isImported && attempt.certificateId === certificateId)
  );
}

/** Whether the latest entry is an import of this certificate, with nothing new to say about it. */
export function isImportKnown(
  attempts: readonly Attempt[],
  { certificateId, requestDigest, issuedAt, validityDays }: ImportStatement,
): boolean {
  const latest = latestAttempt(attempts);
  return (
    latest?.certificateId === certificateId &&
    latest.isImported &&
    (requestDigest ?? latest.requestDigest) === latest.requestDigest &&
    (issuedAt ?? latest.issuedAt) === latest.issuedAt &&
    (validityDays ?? latest.validityDays) === latest.validityDays
  );
}

/**
 * The entry for an import on top of this history. It is an attempt of its own, also for a certificate that another attempt made: a
 * later correction of that attempt must not change what is the latest. It repeats what is known about the certificate.
 */
export function importedEvent(
  orderId: string,
  attempts: readonly Attempt[],
  statement: ImportStatement,
  { service, at }: { readonly service: ServiceRef; readonly at: string },
): ImportedEvent {
  const { certificateId } = statement;
  const latest = latestAttempt(attempts);
  const maker = findMaker(attempts, certificateId);
  return {
    event: "imported",
    attempt: importedAttemptId(orderId, certificateId),
    at,
    order: orderId,
    service: serviceName(service),
    address: service.address,
    digest: maker?.requestDigest ?? statement.requestDigest ?? "",
    previous: latest?.certificateId === certificateId ? latest.previous : latest?.certificateId,
    validityDays: maker?.validityDays ?? statement.validityDays,
    certificate: certificateId,
    issuedAt: statement.issuedAt ?? (maker && ageStart(maker)),
    seen: seenDigest(attempts),
  };
}

/** Names the attempts of a history. Their outcomes may still arrive, and change nothing about the import. */
function seenDigest(attempts: readonly Attempt[]): string {
  const ids = attempts.map(({ attemptId }) => attemptId);
  return createHash("sha256").update(JSON.stringify(ids)).digest("hex").slice(0, 16);
}

/** The history after an import: its certificate is the latest. Undefined if its importer did not see all attempts before it. */
export function applyImport(attempts: readonly Attempt[], event: ImportedEvent): Attempt[] | undefined {
  if (event.seen !== seenDigest(attempts)) return undefined;
  const known = attempts.find(({ attemptId }) => attemptId === event.attempt);
  return [...attempts.filter((attempt) => attempt !== known), importedAttempt(event, known)];
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
    isImported: true,
    answeredKeys: known?.answeredKeys ?? [],
  };
  return { ...withStatement(imported, certificate, at), issuedAt };
}
