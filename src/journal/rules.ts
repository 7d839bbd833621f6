import type { Attempt } from "./attempt.ts";
import { differOnlyInTriggers } from "./request-digest.ts";

/** One time that a person asked for a reissue. There is no address or secret in here. */
export interface Intent {
  /** See `request-digest.ts`. Undefined while a part of the request is not known yet: then it equals no other. */
  readonly requestDigest: string | undefined;
  /** A key that led to a certificate is never sent again. */
  readonly idempotencyKey?: string | undefined;
  /** A renewal: reissue only if the latest certificate is older than this. */
  readonly maxAgeMs?: number | undefined;
  /** What the caller knows as the order's latest. Asked only where rules 3 and 4 need it. */
  readonly knownLatest: KnownLatest;
  /** Whether to reissue once more over a known latest that came from the same request. */
  readonly force: boolean;
  /** A person names the latest attempt, and lifts rules 3 and 4 for that attempt only. */
  readonly supersede?: string | undefined;
}

/** Finds the latest in the history that the caller knows. */
export type KnownLatest = (history: readonly Attempt[]) => Attempt | undefined;

export type RuleDecision =
  | { readonly kind: "send" }
  /** Nothing has to be sent: this attempt made the certificate. */
  | { readonly kind: "already-done"; readonly attempt: Attempt }
  /** By rule 1, 2 or 4, or because the latest is too young for a renewal. */
  | {
      readonly kind: "blocked";
      readonly reason: "open" | "key-used" | "reissued-since" | "too-young";
      readonly attempt: Attempt;
    }
  /** The order has no certificate to renew or to supersede. */
  | { readonly kind: "blocked"; readonly reason: "no-certificate"; readonly attempt?: undefined };

/**
 * Decides whether a reissue may be sent. Rule 5 is in `journal.ts`: it decides again once its own event is written. The clock
 * orders nothing: it tells the age of the latest certificate for a renewal.
 */
export function applyRules(history: readonly Attempt[], intent: Intent, now: Date): RuleDecision {
  // Rule 1: nothing is sent while an earlier attempt is open.
  const open = history.find(isOpen);
  if (open) return { kind: "blocked", reason: "open", attempt: open };
  const latest = latestAttempt(history);

  // Rule 2: a key that was answered stays answered.
  const keyed = history.findLast((attempt) => answersKey(attempt, intent.idempotencyKey));
  if (keyed)
    return isSameRequest(keyed, intent) && isStillLatest(keyed, latest)
      ? { kind: "already-done", attempt: keyed }
      : { kind: "blocked", reason: "key-used", attempt: keyed };

  // An empty journal must not look like an order that was never reissued.
  const needsCertificate = intent.supersede !== undefined || intent.maxAgeMs !== undefined;
  if (!latest) return needsCertificate ? { kind: "blocked", reason: "no-certificate" } : { kind: "send" };

  // Naming an attempt implies knowing it, and applies to no other attempt.
  if (intent.supersede !== undefined)
    return latest.attemptId === intent.supersede
      ? { kind: "send" }
      : { kind: "blocked", reason: "reissued-since", attempt: latest };

  // A renewal asks for the age alone. A CSR that a script makes each night must not buy each night.
  if (intent.maxAgeMs !== undefined && !isOlderThan(latest, intent.maxAgeMs, now))
    return hasAge(latest, now) && differOnlyInTriggers(latest.requestDigest, intent.requestDigest)
      ? { kind: "already-done", attempt: latest }
      : { kind: "blocked", reason: "too-young", attempt: latest };

  const isKnown = intent.knownLatest(history) === latest;

  // Rule 3: the latest certificate came from the same request.
  if (isSameRequest(latest, intent) && !(isKnown && intent.force))
    return { kind: "already-done", attempt: latest };

  // Rule 4: the caller does not know the latest certificate.
  return isKnown ? { kind: "send" } : { kind: "blocked", reason: "reissued-since", attempt: latest };
}

/** The newest attempt that succeeded. It made the order's latest certificate. */
export function latestAttempt(history: readonly Attempt[]): Attempt | undefined {
  return history.findLast(({ status }) => status === "succeeded");
}

/** Whether the attempt has no known outcome yet, and so blocks its order. */
export function isOpen({ status }: Attempt): boolean {
  return status === "open";
}

/** For a caller that knows an attempt, or only the id of a certificate. */
export function knowing({
  attemptId,
  certificateId,
}: {
  readonly attemptId?: string | undefined;
  readonly certificateId?: string | undefined;
}): KnownLatest {
  return (history) => {
    const succeeded = history.filter(({ status }) => status === "succeeded");
    const byId = succeeded.find((attempt) => attempt.attemptId === attemptId);
    const named = succeeded.filter(
      (attempt) => certificateId !== undefined && attempt.certificateId === certificateId,
    );
    // The service may give one certificate id twice. Then the id alone does not tell which attempt is meant.
    const isTwice = named.filter(({ isImported }) => !isImported).length > 1;
    const isReplaced = succeeded.some(({ previous }) => previous === certificateId);
    const known = byId ?? (isTwice || isReplaced ? undefined : named.at(-1));
    // A later import of the same certificate stands for the attempt that made it.
    const id = known ? known.certificateId : certificateId;
    return succeeded.findLast(
      (attempt) =>
        attempt === known || (attempt.isImported && id !== undefined && attempt.certificateId === id),
    );
  };
}

/**
 * Whether the attempt made the latest certificate: the latest may be an import of it. Equal ids alone do not tell that, because
 * the service may give one id twice.
 */
function isStillLatest(attempt: Attempt, latest: Attempt | undefined): boolean {
  if (attempt === latest) return true;
  const { isImported, certificateId, requestDigest = attempt.requestDigest } = latest ?? {};
  return (
    isImported === true && certificateId === attempt.certificateId && requestDigest === attempt.requestDigest
  );
}

/** For a caller that knows nothing: a resource that is created, renamed or tainted. */
export const knowingNothing: KnownLatest = () => undefined;

/** A request with this key was answered with the attempt's certificate. */
export function answersKey(
  { status, idempotencyKey, answeredKeys }: Attempt,
  key: string | undefined,
): boolean {
  if (key === undefined || status !== "succeeded") return false;
  return idempotencyKey === key || answeredKeys.includes(key);
}

/** When the age of an attempt's certificate begins: when it was sent, or the time of issue that an import states. */
export function ageStart({ sentAt, issuedAt, isImported }: Attempt): string | undefined {
  return isImported ? issuedAt : (sentAt ?? issuedAt);
}

/** Its age. Not a number if the time is not known, below 0 if that is in the future. */
export function certificateAge(attempt: Attempt, now: Date): number {
  return now.getTime() - Date.parse(ageStart(attempt) ?? "");
}

/** Whether its age begins later than now: a clock was wrong then, or is wrong now. */
export function isInFuture(attempt: Attempt, now: Date): boolean {
  return certificateAge(attempt, now) < 0;
}

function isOlderThan(attempt: Attempt, maxAgeMs: number, now: Date): boolean {
  return certificateAge(attempt, now) > maxAgeMs;
}

/** Its age is known, and not in the future. */
function hasAge(attempt: Attempt, now: Date): boolean {
  return certificateAge(attempt, now) >= 0;
}

function isSameRequest({ requestDigest }: Attempt, intent: Intent): boolean {
  return intent.requestDigest !== undefined && requestDigest === intent.requestDigest;
}
