import {
  type CertOrderError,
  fieldRef,
  InputProblem,
  InvalidInputError,
  isPlaceholder,
  NotSentError,
  nameProblem,
  text,
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
    return new NotSentError(
      `Attempt ${attemptId} may still be in flight: its sender still runs (${describeSender(attempt)}).`,
      { code: "order_busy", remedy: "Wait for it to end, or end it. Then look the order up again." },
    );
  if (isReplaced) return namesReplaced(attempt, certificateId);
  if (happened) return undefined;
  if (lastEvent === "done-unread")
    return resolutionRefused(
      `Attempt ${attemptId} did happen: the service reported success.`,
      "Resolve it with the id of the new certificate.",
    );
  if (isFromTheFuture(attempt, now))
    return new NotSentError(
      `Attempt ${attemptId} was sent at ${sentAt}, which is in the future by this clock. So its age is not known.`,
      {
        code: "clock_wrong",
        remedy: "Correct the clock of this machine.",
        waysOut: [
          {
            when: "If the clock is right, and the order was not reissued",
            paste: { kind: "repair", orderId },
          },
        ],
      },
    );
  if (mayBeAtWork(attempt, now))
    return new NotSentError(
      `Attempt ${attemptId} may still be in flight: not-happened is accepted ${whenNotHappened}.`,
      {
        code: "order_busy",
        remedy: `Look the order up again after ${findResolvableTime(attempt).toISOString()}.`,
      },
    );
  return undefined;
}

function namesReplaced({ attemptId }: Attempt, certificateId: string): CertOrderError {
  return resolutionRefused(
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
  return resolutionRefused(`Attempt ${attemptId} already has a result (${lastEvent}${made}).`, remedy);
}

/** Throws if the text cannot be the id of a certificate. */
export function checkCertificateId(certificateId: string): void {
  const problem = nameProblem(certificateId);
  if (problem === undefined && !isPlaceholder(certificateId)) return;
  // A message does not repeat a text that cannot be printed.
  const message =
    problem === undefined
      ? `${certificateId} is not the id of a certificate.`
      : text`${fieldRef("certificate_id")} ${problem}.`;
  throw new InvalidInputError("The attempt was not resolved", [
    new InputProblem("certificate_id", "name", message, "Use the id that the service shows."),
  ]);
}

/** The stated result contradicts what the journal knows about the attempt. */
function resolutionRefused(message: string, remedy: string): NotSentError {
  return new NotSentError(message, { code: "resolution_refused", remedy });
}
