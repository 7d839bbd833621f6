import { createHash } from "node:crypto";
import { type Attempt, recordedAttempt, withStatement } from "./attempt.ts";
import type { JournalEvent } from "./events.ts";
import { differOnlyInTriggers } from "./request-digest.ts";
import type { RecordedRequest } from "./request-values.ts";
import { ageStart, latestAttempt } from "./rules.ts";
import { type ServiceRef, serviceName } from "./service-ref.ts";

type ImportedEvent = Extract<JournalEvent, { event: "imported" }>;

/** A person states that a certificate is the order's latest. What is left out is not known, and equals nothing. */
export interface ImportStatement extends RecordedRequest {
  readonly certificateId: string;
  readonly validityDays?: number | undefined;
  readonly issuedAt?: string | undefined;
}

interface NewImport extends ImportStatement {
  /** A person types it now. False for what a file may keep for long. */
  readonly isTyped?: boolean | undefined;
  /** Its date takes the place of the one that the journal knows. */
  readonly setsDate?: boolean | undefined;
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

/** When the certificate was issued, by the import of it that counts. A copy from a state is none. */
export function findStatedTime(attempts: readonly Attempt[], certificateId: string): string | undefined {
  const maker = findMaker(attempts, certificateId);
  return maker?.isImported && maker.statements.length > 0 ? maker.issuedAt : undefined;
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

/** Whether only imports know the request of the certificate: no reissue that the journal recorded made it. */
export function isOnlyImported(attempts: readonly Attempt[], certificateId: string): boolean {
  return attempts.every(
    ({ isImported, status, requestDigest, certificateId: made }) =>
      isImported || status !== "succeeded" || requestDigest === undefined || made !== certificateId,
  );
}

/** Whether the certificate was imported before. */
export function wasImported(attempts: readonly Attempt[], certificateId: string): boolean {
  return attempts.some((attempt) => attempt.isImported && attempt.certificateId === certificateId);
}

/** Whether the latest entry is an import of this certificate, and `importedEvent` would add nothing to it. */
export function isImportKnown(attempts: readonly Attempt[], statement: NewImport): boolean {
  const latest = latestAttempt(attempts);
  const { requestDigest, issuedAt, typedTime, validityDays } = importedFacts(attempts, statement);
  return (
    latest?.certificateId === statement.certificateId &&
    latest.isImported &&
    latest.requestDigest === requestDigest &&
    latest.issuedAt === issuedAt &&
    latest.typedTime === typedTime &&
    latest.validityDays === validityDays
  );
}

/**
 * What is known about an imported certificate. An import that a file may keep does not change its date, nor its request, so that a new
 * CSR beside it is not paired with an old certificate. Only triggers can be stated again: in Terraform, an import adopts those of the
 * configuration. A person corrects the request of an earlier import, or the order could not be renewed by the right one.
 */
function importedFacts(
  attempts: readonly Attempt[],
  { certificateId, isTyped = false, setsDate = false, ...stated }: NewImport,
) {
  const known = findMaker(attempts, certificateId);
  const typedTime = setsDate ? stated.issuedAt : undefined;
  const isSame = differOnlyInTriggers(known?.requestDigest, stated.requestDigest);
  const isCorrected =
    isTyped && stated.requestDigest !== undefined && isOnlyImported(attempts, certificateId);
  const request = isSame || isCorrected || known?.requestDigest === undefined ? stated : known;
  return {
    requestDigest: request.requestDigest,
    requestValues: request.requestValues,
    validityDays: isCorrected ? stated.validityDays : (known?.validityDays ?? stated.validityDays),
    issuedAt:
      typedTime ?? findStatedTime(attempts, certificateId) ?? stated.issuedAt ?? (known && ageStart(known)),
    typedTime: typedTime ?? known?.typedTime,
    keepsDate: typedTime === undefined || undefined,
  };
}

/**
 * The entry for an import on top of this history. It is an attempt of its own, also for a certificate that another attempt made: a
 * later correction of that attempt must not change what is the latest. It repeats what is known about the certificate.
 */
export function importedEvent(
  orderId: string,
  attempts: readonly Attempt[],
  statement: NewImport,
  { service, at }: { readonly service: ServiceRef; readonly at: string },
): ImportedEvent {
  const { certificateId } = statement;
  const latest = latestAttempt(attempts);
  const facts = importedFacts(attempts, statement);
  const { requestDigest: digest = "", requestValues: values, validityDays, issuedAt, keepsDate } = facts;
  const attempt = importedAttemptId(orderId, certificateId);
  return {
    event: "imported",
    attempt,
    at,
    order: orderId,
    service: serviceName(service),
    address: service.address,
    digest,
    values,
    previous: latest?.certificateId === certificateId ? latest.previous : latest?.certificateId,
    validityDays,
    certificate: certificateId,
    issuedAt,
    keepsDate,
    seen: seenDigest(attempts, attempt),
  };
}

/** Names the other attempts of a history. Their outcomes may still arrive, and change nothing about the import. */
function seenDigest(attempts: readonly Attempt[], own: string): string {
  const ids = attempts.map(({ attemptId }) => attemptId).filter((id) => id !== own);
  return createHash("sha256").update(JSON.stringify(ids)).digest("hex").slice(0, 16);
}

/** The history after an import: its certificate is the latest. Undefined if its importer did not see all attempts before it. */
export function applyImport(attempts: readonly Attempt[], event: ImportedEvent): Attempt[] | undefined {
  if (event.seen !== seenDigest(attempts, event.attempt)) return undefined;
  const others = attempts.filter(({ attemptId }) => attemptId !== event.attempt);
  return [...others, importedAttempt(attempts, event)];
}

/** An attempt that only imports know. The last one tells its facts, but for a date that a person typed. */
function importedAttempt(attempts: readonly Attempt[], event: ImportedEvent): Attempt {
  const { attempt: id, certificate, issuedAt, keepsDate, at } = event;
  const typedTime = keepsDate ? findMaker(attempts, certificate)?.typedTime : issuedAt;
  const imported = {
    ...recordedAttempt(event),
    isImported: true,
    typedTime,
    answeredKeys: attempts.find(({ attemptId }) => attemptId === id)?.answeredKeys ?? [],
  };
  return {
    ...withStatement(imported, certificate, at),
    // The action cannot read a certificate that is encrypted with an older auth key.
    certificateId: certificate || undefined,
    issuedAt: typedTime ?? issuedAt,
  };
}
