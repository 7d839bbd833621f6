import { CertOrderError, fieldRef, serviceMayTake, type Text, text, type WayOut } from "../contract/index.ts";

/** The journal cannot be read or written, so nothing is sent. */
const unavailable = "journal_unavailable";

export function isUnavailable(error: unknown): error is CertOrderError {
  return CertOrderError.is(error) && error.code === unavailable;
}

export function journalUnavailable(title: string, cause: unknown): CertOrderError {
  const { code = "error", syscall = "" } = cause as NodeJS.ErrnoException;
  return unavailableError(
    `${title} cannot be used (${[syscall, code].join(" ").trim()}).`,
    text`Make the folder and its files yours alone (chown, chmod 700) and writable, or free space. Another folder (${fieldRef("journal_dir")}, CERTORDER_JOURNAL_DIR) does not know the reissues of this one.`,
    cause,
  );
}

/** What to do if a `sent` shows up that a store did not confirm in time. */
export function ifItBlocks(attemptId: string, deadline: string): string {
  return `If attempt ${attemptId} blocks the order later, it was not sent: resolve it as not-happened, ${serviceMayTake.inWords} after ${deadline}.`;
}

/** The journal cannot be used, for a known reason. */
export function unusable(
  title: string,
  why: string,
  remedy: Text,
  cause?: unknown,
  waysOut?: readonly WayOut[],
): CertOrderError {
  return unavailableError(`${title} cannot be used: ${why}.`, remedy, cause, waysOut);
}

/** The error with a message of its own. */
export function unavailableError(
  message: Text,
  remedy: Text,
  cause?: unknown,
  waysOut?: readonly WayOut[],
): CertOrderError {
  return new CertOrderError(message, { code: unavailable, outcome: "not-sent", remedy, cause, waysOut });
}
