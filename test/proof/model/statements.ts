import { dayMs } from "../../../src/contract/index.ts";
import { type Attempt, differingParts, isOpen, requestDigest } from "../../../src/journal/index.ts";
import { requestArguments } from "./order.ts";
import type { ImportStatement } from "./types.ts";

// How the journal takes what people state: about an attempt, and about an order.

/** What an attempt came to, by the strongest word of its sender and the last statement of a person. */
const table = {
  sent: { none: "open", "not-happened": "void", certificate: "succeeded" },
  unknown: { none: "open", "not-happened": "void", certificate: "succeeded" },
  rejected: { none: "void", "not-happened": "void", certificate: "succeeded" },
  "not-sent": { none: "void", "not-happened": "void", certificate: "succeeded" },
  "done-unread": { none: "open", "not-happened": "open", certificate: "succeeded" },
  done: { none: "succeeded", "not-happened": "succeeded", certificate: "succeeded" },
} as const satisfies Record<Attempt["senderWord"], Record<string, Attempt["status"]>>;

export function isByTable(attempt: Attempt): boolean {
  const { senderWord, senderCertificateId, status, certificateId } = attempt;
  const said = findStatement(attempt);
  const column = said === undefined ? "none" : said === null ? "not-happened" : "certificate";
  const made = senderWord === "done" ? senderCertificateId : said;
  return status === table[senderWord][column] && (status !== "succeeded" || certificateId === made);
}

/** The last certificate that was stated, else "not happened" (null). What a state brought comes before what the journal heard. */
function findStatement({ storedStatement, statements }: Attempt): string | null | undefined {
  const all = [storedStatement, ...statements].filter((one) => one !== undefined);
  return all.findLast((one) => one !== null) ?? all.at(-1);
}

/** Whether a statement about an attempt is taken. `stands`: it is the result already. */
export function judgeStatement(
  attempt: Attempt,
  attempts: readonly Attempt[],
  certificate: string | null,
): "taken" | "stands" | "refused" {
  const { status, senderWord, isImported } = attempt;
  if (isImported) return "refused";
  if (!isOpen(attempt) && certificate === (status === "succeeded" ? attempt.certificateId : null))
    return "stands";
  if (certificate === null)
    return status === "succeeded" || senderWord === "done-unread" || (isOpen(attempt) && isEarly(attempt))
      ? "refused"
      : "taken";
  const own = attempts.indexOf(attempt);
  const isKnown = attempts.some(
    (other, index) =>
      (index <= own && other.status !== "void" && other.previous === certificate) ||
      (index !== own &&
        !other.isImported &&
        other.status === "succeeded" &&
        other.certificateId === certificate),
  );
  return senderWord === "done" || isKnown ? "refused" : "taken";
}

/** The service may still carry it out. Of an attempt that only a state knew, the journal has the time at which it ended. */
function isEarly({ sentAt, endedAt }: Attempt): boolean {
  return Date.now() - Date.parse(sentAt ?? endedAt ?? "") < 3_600_000;
}

/** Whether an import is taken on top of this history. `isKept`: it stands in a file, which may bring it again. */
export function isImportTaken(
  attempts: readonly Attempt[],
  statement: ImportStatement,
  isKept: boolean,
): boolean {
  const { certificate, as, issuedAt = "" } = statement;
  if (attempts.some(isOpen)) return false;
  const succeeded = attempts.filter(({ status }) => status === "succeeded");
  if (!isKept && contradicts(succeeded, statement)) return false;
  const madeBy = succeeded.filter(({ certificateId }) => certificateId === certificate);
  const reissue = madeBy.findLast(({ isImported }) => !isImported);
  if (reissue && isBefore(issuedAt, reissue)) return false;
  if (isKept && contradictsTime(madeBy.at(-1), issuedAt)) return false;
  const latest = succeeded.at(-1);
  if (!latest || latest.certificateId === certificate || as === "bring-back") return true;
  const isImported = madeBy.some((one) => one.isImported);
  const bought = succeeded.findLast(({ isImported }) => !isImported);
  const isIssuedBefore = bought !== undefined && isBefore(issuedAt, bought);
  return (
    as === "latest" && !isReissuedAfter(succeeded, certificate) && !(isKept && isImported) && !isIssuedBefore
  );
}

function isBefore(issuedAt: string, { sentAt, issuedAt: recordedAt }: Attempt): boolean {
  return Date.parse(issuedAt) + dayMs < Date.parse(sentAt ?? recordedAt ?? "");
}

/** The last import of the certificate into this journal stated another day. Only a command corrects it. */
function contradictsTime(maker: Attempt | undefined, issuedAt: string): boolean {
  const isStated = maker?.isImported && maker.statements.length > 0;
  return isStated === true && Math.abs(Date.parse(issuedAt) - Date.parse(maker?.issuedAt ?? "")) >= dayMs;
}

/** It states another request than the known one, and does not correct an import. Every request of the model has all its parts. */
function contradicts(succeeded: readonly Attempt[], { certificate, as, request }: ImportStatement): boolean {
  const makers = succeeded.filter(
    (one) => one.certificateId === certificate && one.requestDigest !== undefined,
  );
  const maker = makers.at(-1);
  if (!request || !maker) return false;
  const stated = requestDigest(maker.orderId, requestArguments(request));
  if (differingParts(maker.requestDigest, stated).every((part) => part === "triggers")) return false;
  return as !== "correct" || makers.some(({ isImported }) => !isImported);
}

/** A certificate that a reissue made stands after this one. */
function isReissuedAfter(succeeded: readonly Attempt[], certificate: string): boolean {
  const place = succeeded.findLastIndex(({ certificateId }) => certificateId === certificate);
  const later =
    place < 0 ? succeeded.filter(({ previous }) => previous === certificate) : succeeded.slice(place + 1);
  return later.some(
    ({ certificateId }) =>
      certificateId !== certificate &&
      succeeded.some((one) => !one.isImported && one.certificateId === certificateId),
  );
}
