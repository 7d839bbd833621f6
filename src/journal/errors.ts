import { CertOrderError, howToResolve } from "../contract/index.ts";
import { type Attempt, isOnItsWay } from "./attempt.ts";

/** An earlier attempt at the same order is not settled, so nothing was sent. */
export class UnresolvedAttemptError extends CertOrderError {
  override readonly name = "UnresolvedAttemptError";
  readonly attempt: Attempt;

  constructor(orderId: string, attempt: Attempt, askId: string) {
    super(`The reissue of order ${orderId} was not sent: ${describe(attempt, askId)}`, {
      code: attempt.state === "done" ? "unacknowledged_result" : "unresolved_attempt",
      outcome: "not-sent",
      remedy: waysOut(attempt),
    });
    this.attempt = attempt;
  }
}

/** Somebody else is reissuing the order at this very time. */
export function orderBusy(orderId: string, attempt: Attempt): CertOrderError {
  return new CertOrderError(
    `The reissue of order ${orderId} was not sent: another reissue of this order went out at the same time (attempt ${attempt.attemptId}, ${attempt.sentAt}).`,
    {
      code: "order_busy",
      outcome: "not-sent",
      remedy:
        "See what became of the other one with certorder journal list --all; run this again if you want both.",
    },
  );
}

/** The journal cannot be read or written, so it cannot keep its promise. */
export function journalUnavailable(folder: string, cause: unknown): CertOrderError {
  const { code = "error", syscall = "" } = cause as NodeJS.ErrnoException;
  return new CertOrderError(
    `The journal in ${folder} cannot be used (${[syscall, code].join(" ").trim()}).`,
    {
      code: "journal_unavailable",
      outcome: "not-sent",
      remedy:
        "Make the folder writable, free space, or name another one with journal_dir or CERTORDER_JOURNAL. Without a journal a crash can lead to a second reissue; journal = off accepts that.",
    },
  );
}

function describe(attempt: Attempt, askId: string): string {
  const { attemptId, sentAt, state, certificateId } = attempt;
  const same = attempt.askId === askId ? "the same request" : "another request";
  switch (state) {
    case "done":
      return `an earlier reissue succeeded (certificate ${certificateId}, attempt ${attemptId}, ${sentAt}, ${same}), but its result may not have been stored.`;
    case "done-unread":
      return `an earlier reissue was carried out, but its certificate id is lost (attempt ${attemptId}, ${sentAt}, ${same}).`;
    case "unreadable":
      return `the journal of this order is damaged (${attemptId}); an earlier reissue may have been sent.`;
    default:
      return isOnItsWay(attempt)
        ? `another reissue of this order is on its way (attempt ${attemptId}, ${sentAt}, ${same}).`
        : `an earlier reissue was sent and what became of it is not known (attempt ${attemptId}, ${sentAt}, ${same}).`;
  }
}

function waysOut(attempt: Attempt): string {
  const resolve = (happened: boolean) => howToResolve({ ...attempt, happened });
  if (attempt.state === "done") return `Store that certificate id where it belongs. ${resolve(true)}`;
  if (attempt.state === "done-unread") return `Look the new certificate up at the service. ${resolve(true)}`;
  if (isOnItsWay(attempt)) return "Wait for it to end.";
  return `Look the order up at the service. ${resolve(false)}`;
}
