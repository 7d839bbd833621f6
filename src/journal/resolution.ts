import {
  type CertOrderError,
  fieldRef,
  InputProblem,
  InvalidInputError,
  isPlaceholder,
  NotSentError,
  nameProblem,
  type Resolution,
  text,
  type WayOut,
  waysToResolve,
  whenNotHappened,
} from "../contract/index.ts";
import type { Attempt } from "./attempt.ts";
import { describeSender } from "./blocked.ts";
import { findResolvableTime, mayBeAtWork } from "./in-flight.ts";
import { isOpen } from "./rules.ts";

/** Why a statement about an attempt is not accepted. `stands`: the attempt has this result. Undefined: it is accepted. */
export async function resolutionProblem(
  attempt: Attempt,
  attempts: readonly Attempt[],
  { certificateId, isSameId }: Resolution,
  { now, isSenderAtWork }: { now: Date; isSenderAtWork: () => Promise<boolean | undefined> },
): Promise<CertOrderError | "stands" | undefined> {
  const { attemptId, status } = attempt;
  if (attempt.isImported)
    return resolutionRefused(
      `${attemptId} is not a reissue: a person imported its certificate.`,
      "To correct it, import the right certificate.",
    );
  const result = status === "succeeded" ? attempt.certificateId : null;
  if (!isOpen(attempt) && result === certificateId) return "stands";
  if (isOpen(attempt) && (await isSenderAtWork()))
    return new NotSentError(
      `Attempt ${attemptId} may still be in flight: its sender still runs (${describeSender(attempt)}).`,
      { code: "order_busy", remedy: "Wait for it to end, or end it. Then look the order up again." },
    );
  if (certificateId === null) return notHappenedProblem(attempt, now);
  if (isAnswered(attempt)) return resolvedDifferently(attempt);
  return isSameId || !isKnownId(attempt, attempts, certificateId)
    ? undefined
    : namesKnown(attempt, certificateId);
}

/** The service named a certificate in its answer. No statement changes that. */
function isAnswered({ senderWord, senderCertificateId }: Attempt): boolean {
  return senderWord === "done" && senderCertificateId !== undefined;
}

function notHappenedProblem(attempt: Attempt, now: Date): CertOrderError | undefined {
  const { attemptId, status, senderWord, certificateId } = attempt;
  // A certificate never becomes "not happened": the next one supersedes it.
  if (status === "succeeded")
    return resolutionRefused(
      `Attempt ${attemptId} made certificate ${certificateId ?? "(encrypted)"}.`,
      `${isAnswered(attempt) ? "" : "If that is wrong, resolve it with the right certificate. "}To reissue the order once more, supersede the attempt.`,
    );
  if (senderWord === "done-unread")
    return new NotSentError(`Attempt ${attemptId} did happen: the service reported success.`, {
      code: "resolution_refused",
      remedy: "Look the new certificate up in the service's portal.",
      waysOut: waysToResolve({ ...attempt, happened: true }),
    });
  if (isOpen(attempt) && mayBeAtWork(attempt, now))
    return new NotSentError(
      `Attempt ${attemptId} may still be in flight: not-happened is accepted ${whenNotHappened}.`,
      {
        code: "order_busy",
        remedy: `Look the order up again after ${findResolvableTime(attempt).toISOString()}.`,
      },
    );
  return undefined;
}

/** Another reissue of the order made this certificate, or it was replaced by this attempt or an earlier one. */
function isKnownId(attempt: Attempt, attempts: readonly Attempt[], certificateId: string): boolean {
  const own = attempts.findIndex(({ attemptId }) => attemptId === attempt.attemptId);
  return attempts.some(
    (other, index) =>
      // A later attempt may have replaced what this one made, on another machine that knows it.
      (index <= own && other.status !== "void" && other.previous === certificateId) ||
      // A person may have imported what this attempt made.
      (index !== own &&
        !other.isImported &&
        other.status === "succeeded" &&
        other.certificateId === certificateId),
  );
}

function namesKnown(
  { attemptId, orderId, senderWord, status }: Attempt,
  certificateId: string,
): CertOrderError {
  const waysOut: WayOut[] = [
    {
      when: "If the service gave the new certificate the same id, confirm that",
      paste: { kind: "resolve", orderId, attemptId, certificateId, isSameId: true },
    },
    ...(senderWord === "done-unread" || status === "succeeded"
      ? []
      : [
          {
            when: `If the order was not reissued, ${whenNotHappened}`,
            paste: { kind: "resolve", orderId, attemptId, certificateId: null } as const,
          },
        ]),
  ];
  return new NotSentError(
    `Order ${orderId} had certificate ${certificateId} before attempt ${attemptId}, or another attempt made it. So this attempt did not make it.`,
    { code: "resolution_refused", remedy: "Name the certificate that the reissue made.", waysOut },
  );
}

/** Another statement, or the sender's outcome, arrived at the same time and counts. */
export function resolutionOvertaken({ attemptId, lastEvent, certificateId }: Attempt): CertOrderError {
  const made = certificateId ? `, certificate ${certificateId}` : "";
  return resolutionRefused(
    `Attempt ${attemptId} got another result at the same time (${lastEvent}${made}).`,
    "Look at the order again. If that result is wrong, resolve the attempt once more.",
  );
}

/** The service named another certificate in its answer. */
function resolvedDifferently({ attemptId, certificateId }: Attempt): CertOrderError {
  return resolutionRefused(
    `The service answered attempt ${attemptId} with certificate ${certificateId}.`,
    "There is nothing to resolve: the service's answer counts.",
  );
}

/** Throws if the text cannot be the id of a certificate. */
export function checkCertificateId(certificateId: string, what = "The attempt was not resolved"): void {
  const problem = nameProblem(certificateId);
  if (problem === undefined && !isPlaceholder(certificateId)) return;
  // A message does not repeat a text that cannot be printed.
  const message =
    problem === undefined
      ? `${certificateId} is not the id of a certificate.`
      : text`${fieldRef("certificate_id")} ${problem}.`;
  throw new InvalidInputError(what, [
    new InputProblem("certificate_id", "name", message, "Use the id that the service shows."),
  ]);
}

/** The stated result contradicts what the journal knows about the attempt. */
function resolutionRefused(message: string, remedy: string): NotSentError {
  return new NotSentError(message, { code: "resolution_refused", remedy });
}
