import type { Ask } from "../../contract/index.ts";
import { CertOrderError } from "../../contract/index.ts";
import type { Entry } from "./entry.ts";

type OrderName = Pick<Ask, "orderId">;

/** The record holds the result of this very ask already: there is nothing to send. */
export class AlreadyDoneError extends CertOrderError {
  override readonly name = "AlreadyDoneError";
  readonly certificateId: string;

  constructor({ orderId }: OrderName, certificateId: string) {
    super(`The reissue of order ${orderId} was not sent: this run has done it already.`, {
      code: "already_done",
      outcome: "not-sent",
      remedy: "Nothing to do.",
    });
    this.certificateId = certificateId;
  }
}

function refused(ask: OrderName, code: string, because: string, remedy: string): CertOrderError {
  return new CertOrderError(`The reissue of order ${ask.orderId} was not sent: ${because}`, {
    code,
    outcome: "not-sent",
    remedy,
  });
}

/** Where a person writes what became of an attempt. */
export function waysToResolve(
  attemptId: string,
  happened: boolean,
  certificateId = "CERTIFICATE_ID",
): string {
  const did = `Start a new run with the input resolve: ${attemptId} happened ${certificateId}`;
  return happened
    ? `Look the new certificate up at the service. ${did}.`
    : `Look the order up at the service. If it was reissued: ${did}. If it was not, with resolve: ${attemptId} not-happened. If a run is still at work on it, wait for that one.`;
}

export function unfinished(ask: OrderName, entry: Entry, happened: boolean, runUrl: string): CertOrderError {
  return refused(
    ask,
    "unresolved_attempt",
    happened
      ? `an earlier reissue was carried out, but its certificate id is lost (attempt ${entry.attemptId}, ${entry.createdAt}, ${runUrl}).`
      : `an earlier reissue may have been sent, and what became of it is not known (attempt ${entry.attemptId}, ${entry.createdAt}, ${runUrl}).`,
    waysToResolve(entry.attemptId, happened),
  );
}

export function forged(ask: OrderName, id: number): CertOrderError {
  return refused(
    ask,
    "record_not_genuine",
    `the record of this order was changed by somebody who does not have the auth key (deployment ${id}).`,
    "Find out which workflow writes deployments in the environment certorder-record. Look the order up at the service, then delete that deployment.",
  );
}

export function outrun(ask: OrderName, entry: Entry, runUrl: string): CertOrderError {
  return refused(
    ask,
    "order_busy",
    `another run is reissuing it at the same time (attempt ${entry.attemptId}, ${runUrl}).`,
    "See what became of that run; run this one again if you want both. Give jobs that reissue one order the same concurrency group.",
  );
}

export function unwritten(ask: OrderName, lines: readonly string[], attemptId?: string): CertOrderError {
  const [what = "", ...remedy] = lines;
  const left = attemptId
    ? `If a later run is held back by attempt ${attemptId}: it was not sent, so use resolve: ${attemptId} not-happened.`
    : undefined;
  return new RecordUnavailableError(ask, what, left ? [...remedy, left] : remedy);
}

/** The record cannot be read or written, so it cannot keep its promise. */
export class RecordUnavailableError extends CertOrderError {
  override readonly name = "RecordUnavailableError";
  /** The remedy line by line: it may be YAML to copy. */
  readonly lines: readonly string[];

  constructor({ orderId }: OrderName, what: string, lines: readonly string[]) {
    super(`The reissue of order ${orderId} was not sent: ${what}`, {
      code: "record_unavailable",
      outcome: "not-sent",
      remedy: lines.join(" "),
    });
    this.lines = lines;
  }
}
