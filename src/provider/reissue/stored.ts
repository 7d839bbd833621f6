import type { Attempt, StateRecord } from "../../journal/index.ts";
import { blankAttempt, findMaker, importedAttemptId, isImportedId, withResult } from "../../journal/index.ts";
import type { JsonObject } from "../../plugin/index.ts";
import { recordArguments } from "./request.ts";
import type { ReissueState } from "./schema.ts";
import { historyLength } from "./schema.ts";

// Converts between states and the order's history.

/** What a stored object knows about its order. */
export function toStateRecord(state: ReissueState | JsonObject): StateRecord {
  const stored = state as ReissueState;
  const attempts = [certificateAttempt(stored), openAttempt(stored)].filter((one) => one !== undefined);
  return { attempts, earlier: stored.certificate_history ?? [] };
}

/** The attempt that made the stored certificate. */
function certificateAttempt(stored: ReissueState): Attempt | undefined {
  const { certificate_id: certificateId, certificate_source, attempt_id, issued_at } = stored;
  if (typeof certificateId !== "string") return undefined;
  const attemptId = attempt_id ?? importedAttemptId(String(stored.order_id), certificateId);
  const isNamedByService = certificate_source === ("service" satisfies CertificateSource);
  return withResult({
    ...storedAttempt(stored, attemptId),
    requestDigest: certificateDigest(stored) ?? undefined,
    previous: stored.certificate_history?.[0],
    sentAt: issued_at ?? undefined,
    issuedAt: issued_at ?? undefined,
    isImported: isImportedId(attemptId),
    ...(isNamedByService
      ? { senderWord: "done", senderCertificateId: certificateId }
      : { storedStatement: certificateId }),
  });
}

/** The later attempt without a known outcome. */
function openAttempt(stored: ReissueState): Attempt | undefined {
  const { open_attempt_id: attemptId, certificate_id, last_outcome } = stored;
  if (typeof attemptId !== "string") return undefined;
  return withResult({
    ...storedAttempt(stored, attemptId),
    requestDigest: stored.request_digest ?? undefined,
    previous: certificate_id ?? undefined,
    senderWord: last_outcome === "done-unread" ? "done-unread" : "unknown",
  });
}

function storedAttempt({ order_id, service, validity_days }: ReissueState, attemptId: string): Attempt {
  return {
    ...blankAttempt(attemptId, String(order_id)),
    service: service || undefined,
    address: service || undefined,
    validityDays: validity_days ?? undefined,
  };
}

/** Who named a stored certificate. Missing in a state: a person did. */
type CertificateSource = "service" | "person";

/** The service's answer outranks a person's statement, here and in every other journal. */
function certificateSource({ senderWord }: Pick<Attempt, "senderWord">): CertificateSource {
  return senderWord === "done" ? "service" : "person";
}

/** The digest of the request that made the stored certificate. Null: it is not known, and the configuration is trusted. */
export function certificateDigest(state: ReissueState): string | null {
  const { request_digest, open_attempt_id, last_outcome } = state;
  if (last_outcome === "imported") return request_digest;
  if (open_attempt_id === null) return request_digest ?? recordArguments(state).requestDigest;
  // While an attempt is open, the stored digest is that attempt's, and the arguments are still the certificate's.
  return hasNoArguments(state) ? null : recordArguments(state).requestDigest;
}

/** Whether the object was imported and not adopted yet. Such an object has no arguments. */
export function hasNoArguments(state: ReissueState): boolean {
  return (state.sign_hash as string | null) === null;
}

type MadeBy = Pick<
  Attempt,
  "certificateId" | "previous" | "sentAt" | "issuedAt" | "requestDigest" | "service" | "senderWord"
> & { readonly attemptId: string | undefined };

/** When an attempt made its certificate, as far as that is known. */
export function madeAt({ issuedAt, sentAt }: Pick<Attempt, "issuedAt" | "sentAt">): string | null {
  return issuedAt ?? sentAt ?? null;
}

/** The certificate and its attempt, as a resource stores them. */
export function adoptAttempt(attempt: MadeBy, history: readonly Attempt[], prior: ReissueState | null) {
  const { certificateId = null, attemptId = null, previous } = attempt;
  const at = history.findIndex((one) => one.attemptId === attemptId);
  return {
    certificate_id: certificateId,
    certificate_source: certificateSource(attempt),
    certificate_history: certificateHistory(
      [
        previous,
        ...listCertificates(at < 0 ? history : history.slice(0, at)),
        prior?.certificate_id,
        ...(prior?.certificate_history ?? []),
      ],
      certificateId,
    ),
    issued_at: madeAt(attempt),
    issued_event_at: null,
    renewal_due: false,
    last_outcome: "done",
    attempt_id: attemptId,
    open_attempt_id: null,
    request_digest: attempt.requestDigest ?? null,
    service: attempt.service ?? null,
  };
}

/** The certificates of a history, the latest first, with those that only their successors name. */
export function listCertificates(history: readonly Attempt[]): (string | undefined)[] {
  const succeeded = history.filter(({ status }) => status === "succeeded");
  return succeeded.reverse().flatMap(({ certificateId, previous }) => [certificateId, previous]);
}

/** Earlier certificates, each once, without the current one. */
export function certificateHistory(
  ids: readonly (string | null | undefined)[],
  current: string | null,
): string[] {
  const known = ids.filter((id): id is string => typeof id === "string" && id !== current);
  return [...new Set(known)].slice(0, historyLength);
}

/** A stored object, updated with what the history knows about its attempts. Null: its only attempt did not happen. */
export function resolvedState(state: ReissueState, history: readonly Attempt[]): ReissueState | null {
  const find = (id: string | null) => history.find(({ attemptId }) => attemptId === id);
  if (state.last_outcome === "imported") return withJournalFacts(state, history);
  if (state.open_attempt_id === null) {
    const attempt = find(state.attempt_id);
    // A person has corrected their statement since, or the service's answer has arrived.
    if (attempt?.status !== "succeeded" || attempt.certificateId === undefined) return state;
    return attempt.certificateId === state.certificate_id
      ? state
      : { ...state, certificate_id: attempt.certificateId, certificate_source: certificateSource(attempt) };
  }
  const attempt = find(state.open_attempt_id);
  if (attempt?.status === "void") {
    if (state.certificate_id === null) return null;
    const before = { ...state, open_attempt_id: null };
    return hasNoArguments(state)
      ? withJournalFacts({ ...before, last_outcome: "imported", request_digest: null }, history)
      : { ...before, last_outcome: "done", request_digest: recordArguments(state).requestDigest };
  }
  if (attempt?.status !== "succeeded" || attempt.certificateId === undefined) return state;
  // The arguments are still those from before. The digest tells the next plan what the certificate was made from.
  return {
    ...state,
    ...adoptAttempt(attempt, history, state),
    request_digest: attempt.requestDigest ?? state.request_digest,
  };
}

/**
 * A person who types a time of issue corrects every state. What one state has written to the journal tells another one nothing, nor
 * does a journal that does not know how the state got its certificate.
 */
export function withStatedTime(state: ReissueState, history: readonly Attempt[]): ReissueState {
  const certificateId = String(state.certificate_id);
  const own = state.attempt_id ?? importedAttemptId(String(state.order_id), certificateId);
  const issuedAt = findMaker(history, certificateId)?.typedTime;
  const isKnown = history.some(({ attemptId }) => attemptId === own);
  return isKnown && issuedAt !== undefined && issuedAt !== state.issued_at
    ? { ...state, issued_at: issuedAt }
    : state;
}

/** An import of a certificate that the journal has learned about since. */
function withJournalFacts(state: ReissueState, history: readonly Attempt[]): ReissueState {
  const maker = findMaker(history, String(state.certificate_id));
  if (maker?.requestDigest === undefined || state.request_digest !== null) return state;
  return {
    ...state,
    certificate_history: certificateHistory(
      [...(state.certificate_history ?? []), maker.previous],
      state.certificate_id,
    ),
    request_digest: maker.requestDigest,
  };
}

/**
 * The core plans a replacement with a second call, without the object, and passes the private data of the first call.
 * So private data names the order that was there before. `read` adds the entries of `resolve` and `supersede`: a
 * saved plan keeps them. `endedAt` is the time at which the open attempt ended: `not-happened` is refused for some minutes after it.
 */
export type ReissuePrivate = {
  readonly order?: string | undefined;
  readonly resolve?: string | undefined;
  readonly supersede?: string | undefined;
  readonly endedAt?: string | undefined;
};

/** Removes all private data. */
export const noPrivate: ReissuePrivate = {};
