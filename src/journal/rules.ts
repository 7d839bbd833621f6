import type { Attempt } from "./attempt.ts";

/** One time that a person asked for a reissue. There is no clock, address or secret in here. */
export interface Intent {
  /** See `request-digest.ts`. Undefined while a part of the request is not known yet: then it equals no other. */
  readonly requestDigest: string | undefined;
  /** A key that led to a certificate is never sent again. */
  readonly idempotencyKey?: string | undefined;
  /** What the caller knows as the order's latest. Asked only where rules 3 and 4 need it. */
  readonly knownLatest: KnownLatest;
  /** Whether to reissue once more over a known latest that came from the same request. */
  readonly force: boolean | ((latest: Attempt) => boolean);
  /** A person names the latest attempt, and lifts rules 3 and 4 for that attempt only. */
  readonly supersede?: string | undefined;
}

/** Finds the latest in the history that the caller knows, by id or by time. */
export type KnownLatest = (history: readonly Attempt[]) => Attempt | undefined;

export type RuleDecision =
  | { readonly kind: "send" }
  /** Nothing has to be sent: this attempt made the certificate. */
  | { readonly kind: "already-done"; readonly attempt: Attempt }
  /** By rule 1, 2 or 4. */
  | {
      readonly kind: "blocked";
      readonly reason: "open" | "key-used" | "reissued-since";
      readonly attempt: Attempt;
    }
  /** `supersede` names an attempt, and the order has no certificate. */
  | { readonly kind: "blocked"; readonly reason: "nothing-to-supersede"; readonly attempt?: undefined };

/** Decides whether a reissue may be sent. Rule 5 is in `journal.ts`: it decides again once its own event is written. */
export function decide(history: readonly Attempt[], intent: Intent): RuleDecision {
  // Rule 1: nothing is sent while an earlier attempt is open.
  const open = history.find(isOpen);
  if (open) return { kind: "blocked", reason: "open", attempt: open };
  const latest = latestAttempt(history);

  // Rule 2: a key that was answered stays answered.
  const keyed = history.findLast((attempt) => answersKey(attempt, intent.idempotencyKey));
  if (keyed)
    return keyed === latest && isSameRequest(keyed, intent)
      ? { kind: "already-done", attempt: keyed }
      : { kind: "blocked", reason: "key-used", attempt: keyed };

  // Naming an attempt implies knowing it, and applies to no other attempt.
  if (intent.supersede !== undefined) {
    if (!latest) return { kind: "blocked", reason: "nothing-to-supersede" };
    if (latest.attemptId === intent.supersede) return { kind: "send" };
    return { kind: "blocked", reason: "reissued-since", attempt: latest };
  }
  if (latest === undefined) return { kind: "send" };
  const isKnown = intent.knownLatest(history) === latest;

  // Rule 3: the latest certificate came from the same request.
  if (isSameRequest(latest, intent) && !(isKnown && forces(intent, latest)))
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
    // The service may give one certificate id twice. Then the id alone does not tell which attempt is meant.
    const byCertificate = succeeded.filter((attempt) => attempt.certificateId === certificateId);
    const isReplaced = succeeded.some(({ replaced }) => replaced === certificateId);
    if (byId || certificateId === undefined) return byId;
    return byCertificate.length === 1 && !isReplaced ? byCertificate[0] : undefined;
  };
}

/** For a caller that knows nothing: a resource that is created, renamed or tainted. */
export const knowingNothing: KnownLatest = () => undefined;

/** A request with this key was answered with the attempt's certificate. */
export function answersKey(
  { status, idempotencyKey, answeredKeys }: Attempt,
  key: string | undefined,
): boolean {
  if (key === undefined || status !== "succeeded") return false;
  return idempotencyKey === key || answeredKeys.some((answer) => answer.key === key);
}

function isSameRequest({ requestDigest }: Attempt, intent: Intent): boolean {
  return intent.requestDigest !== undefined && requestDigest === intent.requestDigest;
}

function forces({ force }: Intent, latest: Attempt): boolean {
  return typeof force === "function" ? force(latest) : force;
}
