import type { ErrorDetails, Mention, Words } from "../contract/index.ts";
import { CertOrderError, howToResolve, join, named, words } from "../contract/index.ts";
import type { Attempt } from "./attempt.ts";
import type { Reason } from "./rules.ts";
import { unavailable } from "./unavailable.ts";
import { day } from "./waiting.ts";
import { differences } from "./what.ts";

/**
 * Why a wish was not sent, as data, so that every face can say it in its own words. Beside the reasons of the rules:
 * `elsewhere`: the order has a history that may be another service's, and nobody has said so. `expired`, `sealed`: there is
 * an answer, but it is of no use to whoever asks.
 */
export interface Refusal {
  readonly because: Reason | "elsewhere" | "expired" | "sealed";
  readonly attempt: Attempt;
  /** Whoever sent it may still wait for the answer. */
  readonly inFlight: boolean;
  /** In which parts what is asked now differs from what the attempt asked. */
  readonly differs: readonly string[];
  /** The order's newest, where that is another one. */
  readonly newest?: Attempt | undefined;
  /** Why nobody can use the newest certificate instead: it has expired, or its id is sealed. */
  readonly ofNoUse?: "expired" | "sealed" | undefined;
}

/** Nothing was sent, because of what the order's history says. */
export class RefusedError extends CertOrderError {
  override readonly name = "RefusedError";
  declare readonly outcome: "not-sent";
  readonly refusal: Refusal;

  constructor(orderId: string, refusal: Refusal) {
    super(words`The reissue of order ${orderId} was not sent: ${describeRefusal(refusal)}`, {
      code: codeOf(refusal),
      outcome: "not-sent",
      remedy: waysOut(refusal),
    });
    this.refusal = refusal;
  }

  get attempt(): Attempt {
    return this.refusal.attempt;
  }

  override toJSON(): object {
    const { attemptId, certificateId } = this.attempt;
    return { ...super.toJSON(), because: this.refusal.because, attemptId, certificateId };
  }
}

export function refusalOf(
  because: Refusal["because"],
  attempt: Attempt,
  what: string | undefined,
  {
    inFlight,
    head = attempt,
    now,
  }: { readonly inFlight: boolean; readonly head?: Attempt | undefined; readonly now: Date },
): Refusal {
  return {
    ...{ because, attempt, inFlight },
    differs: differences(attempt.what, what),
    newest: head === attempt ? undefined : head,
    ofNoUse: head.certificateId === undefined ? "sealed" : hasExpired(head, now) ? "expired" : undefined,
  };
}

/** Going by what was asked for: what the certificate itself says is not known here. */
export function hasExpired({ issuedAt, sentAt, validityDays }: Attempt, now: Date): boolean {
  return validityDays !== undefined && Date.parse(issuedAt ?? sentAt) + validityDays * day <= now.getTime();
}

/** The certificate that whoever is refused may use instead: the newest, which an older one may have been revoked for. */
export function certificateToUse({ attempt, newest, ofNoUse }: Refusal): string {
  if (ofNoUse === "expired") return "By what was asked for, the order's newest certificate has expired.";
  if (newest === undefined) return "Use that certificate.";
  const { certificateId, attemptId } = newest;
  return `Use the order's newest certificate (${certificateId ?? "sealed with another auth key"}, attempt ${attemptId}), not the one of attempt ${attempt.attemptId}.`;
}

const codes = {
  open: "unresolved_attempt",
  unshown: "unacknowledged_result",
  "name-used": "name_used",
  "reissued-since": "reissued_since",
  elsewhere: "other_service",
  expired: "certificate_expired",
  sealed: "result_sealed",
} as const satisfies Record<Refusal["because"], string>;

export function codeOf({ because, inFlight }: Refusal): string {
  return inFlight ? "order_busy" : codes[because];
}

/** Half a sentence: why nothing was sent. */
export function describeRefusal({ because, attempt, inFlight, differs }: Refusal): Words {
  const { attemptId, state, certificateId, service } = attempt;
  const certificate = `certificate ${certificateId ?? "whose id is sealed with another auth key"}`;
  const who = senderOf(attempt);
  const which = `attempt ${attemptId}${attempt.sentAt && `, ${attempt.sentAt}`}${who && `, by ${who}`}`;
  const request =
    attempt.what === undefined
      ? "a request that is not known here"
      : differs.length === 0
        ? "the same request"
        : words`a request that differs in ${inNames(differs)}`;
  switch (because) {
    case "open":
      if (inFlight)
        return words`another reissue of this order is on its way until ${attempt.until} at the latest (${which}, ${request}).`;
      if (state === "damaged")
        return `the history of this order is damaged (${attemptId}); an earlier reissue may have been sent.`;
      return state === "done-unread"
        ? words`an earlier reissue was carried out, but its certificate id is lost (${which}, ${request}).`
        : words`an earlier reissue was sent, and what became of it is not known (${which}, ${request}${certificateId ? `; the answer named certificate ${certificateId}` : ""}).`;
    case "unshown":
      return words`an earlier reissue succeeded (${certificate}, ${which}, ${request}), but its result may not have been stored.`;
    case "name-used":
      return differs.length > 0
        ? words`a wish of this name was fulfilled already (${certificate}, ${which}), by ${request}.`
        : `a wish of this name was fulfilled already (${certificate}, ${which}), and the order has been reissued since.`;
    case "reissued-since":
      return words`the order's newest, ${certificate} (${which}), was made by ${request}, and this does not build on it.`;
    case "elsewhere":
      return `the order has a history at ${service || "another address"} (${which}), and whether this is the same service nobody has said.`;
    case "expired":
      return `it was carried out already (${certificate}, ${which}), but by what was asked for that certificate has expired.`;
    case "sealed":
      return `it was carried out already (${which}), but the certificate's id was sealed with another auth key.`;
  }
}

/** The names of what differs, as whoever reads them calls it. */
export function inNames(differs: readonly string[]): Words {
  return join(
    differs.map((name) => named(name)),
    ", ",
  );
}

/** Who sent an attempt, as it appears in a sentence. Empty where that is not known. */
export function senderOf({ process }: Attempt): string {
  if (process.startsWith("http")) return process;
  const [name = "", job] = process.split(" ");
  const [host, pid] = name.split("/");
  return host && pid ? `process ${pid} on ${host}${job === undefined ? "" : ` (${job})`}` : "";
}

function waysOut(refusal: Refusal): Words {
  const { because, attempt, inFlight } = refusal;
  const { attemptId, orderId } = attempt;
  const resolve = (happened: boolean) => howToResolve({ ...attempt, happened });
  const onTop: Mention = { of: "anew", attemptId, orderId };
  const anew = words`To reissue once more on top of it, ${onTop}.`;
  switch (because) {
    case "open":
      if (inFlight) return "Wait for it to end.";
      return attempt.state === "done-unread"
        ? words`Look the new certificate up at the service. ${resolve(true)}`
        : words`Look the order up at the service. ${resolve(false)}`;
    case "unshown":
      return words`Store that certificate id where it belongs. ${resolve(true)}`;
    case "name-used":
      return `${certificateToUse(refusal)} If one more reissue is meant, ask under another name.`;
    case "reissued-since":
      return words`${certificateToUse(refusal)} ${anew}`;
    case "elsewhere":
      return words`If it is the same service, set ${named("service")} (CERTORDER_SERVICE) to ${attempt.service || "the name it has there"}. If it is another one, or one more reissue is meant all the same, ${onTop}.`;
    case "expired":
    case "sealed":
      // A name stands for one reissue, whatever became of its certificate.
      return words`${anew} What was asked for under a name needs another name instead.`;
  }
}

/** The journal cannot be read or written, so it cannot keep its promise. */
export function journalUnavailable(title: string, cause: unknown): CertOrderError {
  const { code = "error", syscall = "" } = cause as NodeJS.ErrnoException;
  return refused(`${title} cannot be used (${[syscall, code].join(" ").trim()}).`, {
    code: unavailable,
    remedy: words`Make the folder and its files yours alone (chown, chmod 700) and writable, or free space. Another folder (${named("journal_dir")}, CERTORDER_JOURNAL) knows nothing of what stands in this one: name one only for orders that were never reissued from here. Without a journal a crash can lead to a second reissue; ${named("journal", "off")} accepts that.`,
    cause,
  });
}

/** The same, where it is known why, and what helps. */
export function unusable(title: string, why: string, remedy: Words, cause?: unknown): CertOrderError {
  return refused(`${title} cannot be used: ${why}.`, { code: unavailable, remedy, cause });
}

/** What a person says of an attempt cannot be so. */
export function contradicted(message: Words, remedy: Words): CertOrderError {
  return refused(message, { code: "journal_refused", remedy });
}

function refused(message: Words, details: Omit<ErrorDetails, "outcome">): CertOrderError {
  return new CertOrderError(message, { outcome: "not-sent", ...details });
}
