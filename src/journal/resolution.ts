import {
  type CertOrderError,
  fieldRef,
  isPlaceholder,
  NotSentError,
  nameProblem,
  type Text,
  text,
  type WayOut,
  whenNotHappened,
} from "../contract/index.ts";
import type { Attempt } from "./attempt.ts";
import { describeSender } from "./blocked.ts";
import { findResolvableTime, isFromTheFuture, mayBeAtWork } from "./in-flight.ts";
import { isOpen } from "./rules.ts";

/** Why an attempt cannot be resolved with this result. `already-resolved`: it has this result. Undefined: it can. */
export async function resolutionProblem(
  attempt: Attempt,
  certificateId: string | null,
  { now, isSenderAtWork }: { now: Date; isSenderAtWork: () => Promise<boolean | undefined> },
): Promise<CertOrderError | "already-resolved" | undefined> {
  const { attemptId, orderId, lastEvent, status, sentAt } = attempt;
  const happened = certificateId !== null;
  const isReplaced = happened && certificateId === attempt.replaced;
  if (!isOpen(attempt)) {
    const isSame = status === "succeeded" ? certificateId === attempt.certificateId : !happened;
    if (isSame) return "already-resolved";
    // A person may name the certificate later: to correct a mistake or a callback, or because its id is encrypted with an
    // older key.
    const isIdMissing = status === "succeeded" && attempt.certificateId === undefined;
    const isCorrectable = attempt.resolvedBy !== undefined || isIdMissing;
    if (!happened || !isCorrectable) return resolvedDifferently(attempt);
    return isReplaced ? namesReplaced(attempt, certificateId) : undefined;
  }
  if (await isSenderAtWork())
    return journalRefusal(
      `Attempt ${attemptId} may still be in flight: its sender still runs (${describeSender(attempt)}).`,
      "Wait for it to end, or end it. Then look the order up again.",
    );
  if (isReplaced) return namesReplaced(attempt, certificateId);
  if (happened) return undefined;
  if (lastEvent === "done-unread")
    return journalRefusal(
      `Attempt ${attemptId} did happen: the service reported success.`,
      "Resolve it with the id of the new certificate.",
    );
  if (isFromTheFuture(attempt, now))
    return journalRefusal(
      `Attempt ${attemptId} was sent at ${sentAt}, which is in the future by this clock. So its age is not known.`,
      "Correct the clock of this machine.",
      [{ when: "If the clock is right, and the order was not reissued", paste: { kind: "repair", orderId } }],
    );
  if (mayBeAtWork(attempt, now))
    return journalRefusal(
      `Attempt ${attemptId} may still be in flight: not-happened is accepted ${whenNotHappened}.`,
      `Look the order up again after ${findResolvableTime(attempt).toISOString()}.`,
    );
  return undefined;
}

function namesReplaced({ attemptId }: Attempt, certificateId: string): CertOrderError {
  return journalRefusal(
    `Certificate ${certificateId} is the one that attempt ${attemptId} was to replace.`,
    "Name the certificate that the reissue made. If there is none, it did not happen.",
  );
}

/** The journal has another result of the attempt. */
export function resolvedDifferently(
  { attemptId, lastEvent, certificateId }: Attempt,
  remedy = "There is nothing to resolve: the recorded result counts.",
): CertOrderError {
  const made = certificateId ? `, certificate ${certificateId}` : "";
  return journalRefusal(`Attempt ${attemptId} already has a result (${lastEvent}${made}).`, remedy);
}

/** Throws if the text cannot be the id of a certificate. */
export function checkCertificateId(certificateId: string): void {
  const remedy = "Use the id that the service shows.";
  const problem = nameProblem(certificateId);
  // The message does not repeat such a text.
  if (problem !== undefined) throw journalRefusal(text`${fieldRef("certificate_id")} ${problem}.`, remedy);
  if (isPlaceholder(certificateId))
    throw journalRefusal(`${certificateId} is not the id of a certificate.`, remedy);
}

/** A request of a person that the journal refuses. */
export function journalRefusal(message: Text, remedy: Text, waysOut?: readonly WayOut[]): NotSentError {
  return new NotSentError(message, { code: "journal_refused", remedy, waysOut });
}
