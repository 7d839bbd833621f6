import {
  CertOrderError,
  fieldRef,
  NotSentError,
  serviceMayTake,
  type Text,
  text,
  type WayOut,
} from "../contract/index.ts";
import { isOfNewerVersion } from "./damage.ts";
import type { Damage } from "./history.ts";
import type { JournalStore } from "./store.ts";

/** The journal cannot be read or written, so nothing is sent. */
const unavailable = "journal_unavailable";

export function isUnavailable(error: unknown): error is CertOrderError {
  return CertOrderError.is(error) && error.code === unavailable;
}

/** Why a store cannot be used: an error of the system, or a sentence as the code, with a remedy of its own. */
export interface StoreProblem extends NodeJS.ErrnoException {
  readonly remedy?: Text | undefined;
}

export function journalUnavailable(
  {
    title,
    remedy = "Check that it can be reached and written. The cause of this error says more.",
  }: Pick<JournalStore, "title" | "remedy">,
  cause: unknown,
): CertOrderError {
  const { code = "error", syscall = "", remedy: own } = cause as StoreProblem;
  if (own !== undefined) return unusable(title, code, own, cause);
  return unavailableError(`${title} cannot be used (${[syscall, code].join(" ").trim()}).`, remedy, cause);
}

/** An append does not create a journal: an unmounted volume or a new container would forget which keys were used. */
export function journalNotFound(title: string, place: string): CertOrderError {
  return new NotSentError(`${title} does not exist.`, {
    code: "journal_not_found",
    remedy: text`If it was there before, mount or restore it: a new one does not know earlier reissues. Or name another one with ${fieldRef("journal")}.`,
    waysOut: [{ when: "If it is new, create it once", paste: { kind: "init", place } }],
  });
}

export function journalNewer(title: string): CertOrderError {
  return newer(`${title} was laid out by a newer certorder.`);
}

/** An entry of an order has a format that this version does not know. */
export function entryNewer(orderId: string): CertOrderError {
  return newer(`The journal has an entry of order ${orderId} that a newer certorder wrote.`);
}

/** An order has entries that this version cannot read. */
export function entryUnreadable(orderId: string, damage: readonly Damage[]): CertOrderError {
  if (damage.some(isOfNewerVersion)) return entryNewer(orderId);
  return new NotSentError(`The journal has an entry of order ${orderId} that cannot be read.`, {
    code: "journal_damaged",
    remedy: "Look the order up in the service's portal.",
    waysOut: [
      { when: "If no reissue is under way, set the entry aside", paste: { kind: "repair", orderId } },
    ],
  });
}

function newer(message: string): CertOrderError {
  const remedy = "Update certorder on this machine.";
  return new NotSentError(message, { code: "journal_newer", remedy });
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
  return new NotSentError(message, { code: unavailable, remedy, cause, waysOut });
}
