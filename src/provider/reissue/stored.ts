import { createHash } from "node:crypto";
import type { Attempt, Witness } from "../../journal/index.ts";
import { blankAttempt, statusAfter } from "../../journal/index.ts";
import type { JsonObject } from "../../plugin/index.ts";
import { expiryEstimate } from "./renewal.ts";
import { digestArguments } from "./request.ts";
import type { ReissueState } from "./schema.ts";
import { historyLength } from "./schema.ts";

// Converts between states and the order's history.

/** What a stored object knows about its order. */
export function toWitness(state: ReissueState | JsonObject): Witness {
  const stored = state as ReissueState;
  const { certificate_id, open_attempt_id, issued_at, last_outcome, service } = stored;
  const orderId = String(stored.order_id);
  const attempt = (id: string): Attempt => ({
    ...blankAttempt(id, orderId),
    service: service || undefined,
    address: service || undefined,
    validityDays: stored.validity_days ?? undefined,
  });
  const attempts: Attempt[] = [];
  if (typeof certificate_id === "string")
    attempts.push({
      ...attempt(stored.attempt_id ?? importedAttemptId(orderId, certificate_id)),
      ...statusAfter("done"),
      requestDigest: certificateDigest(stored) ?? undefined,
      replaced: stored.previous_certificate_id ?? undefined,
      certificateId: certificate_id,
      sentAt: issued_at ?? undefined,
      issuedAt: issued_at ?? undefined,
    });
  if (typeof open_attempt_id === "string")
    attempts.push({
      ...attempt(open_attempt_id),
      ...statusAfter(last_outcome === "done-unread" ? "done-unread" : "unknown"),
      requestDigest: stored.request_digest ?? undefined,
      replaced: certificate_id ?? undefined,
      endedAt: stored.open_attempt_ended_at ?? undefined,
    });
  return { attempts, earlier: stored.certificate_history ?? [] };
}

/** The id of an attempt of which only the certificate is known. Certificates of two orders may have the same id. */
export function importedAttemptId(orderId: string, certificateId: string): string {
  const hash = createHash("sha256").update(JSON.stringify([orderId, certificateId]));
  return `import-${hash.digest("hex").slice(0, 12)}`;
}

/** The digest of the request that made the stored certificate. Null: it is not known, and the configuration is trusted. */
export function certificateDigest(state: ReissueState): string | null {
  const { request_digest, open_attempt_id, last_outcome } = state;
  if (last_outcome === "imported") return request_digest;
  if (open_attempt_id === null) return request_digest ?? digestArguments(state).digest;
  // While an attempt is open, the stored digest is that attempt's, and the arguments are still the certificate's.
  return hasNoArguments(state) ? null : digestArguments(state).digest;
}

/** Whether the object was imported and not adopted yet. Such an object has no arguments. */
export function hasNoArguments(state: ReissueState): boolean {
  return (state.sign_hash as string | null) === null;
}

type MadeBy = Pick<
  Attempt,
  "orderId" | "certificateId" | "replaced" | "sentAt" | "issuedAt" | "requestDigest" | "service"
> & { readonly attemptId: string | undefined };

/** The certificate and its attempt, as a resource stores them. */
export function adoptAttempt(
  attempt: MadeBy,
  history: readonly Attempt[],
  prior: ReissueState | null,
  days: number | null,
) {
  const { orderId, certificateId = null, attemptId = null, replaced = null } = attempt;
  const issuedAt = attempt.issuedAt ?? attempt.sentAt ?? null;
  const at = history.findIndex((one) => one.attemptId === attemptId);
  return {
    id: orderId,
    certificate_id: certificateId,
    previous_certificate_id: replaced,
    certificate_history: certificateHistory(
      [
        replaced,
        ...listCertificates(at < 0 ? history : history.slice(0, at)),
        prior?.certificate_id,
        ...(prior?.certificate_history ?? []),
      ],
      certificateId,
    ),
    issued_at: issuedAt,
    issued_event_at: null,
    expires_at_estimate: expiryEstimate(issuedAt, days),
    renewal_due: false,
    last_outcome: "done",
    attempt_id: attemptId,
    open_attempt_id: null,
    open_attempt_ended_at: null,
    request_digest: attempt.requestDigest ?? null,
    service: attempt.service ?? null,
  };
}

/** The certificates of a history, the latest first, with those that only their successors name. */
function listCertificates(history: readonly Attempt[]): (string | undefined)[] {
  const succeeded = history.filter(({ status }) => status === "succeeded");
  return succeeded.reverse().flatMap(({ certificateId, replaced }) => [certificateId, replaced]);
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
    // A person has named another certificate since.
    const { certificateId = state.certificate_id, resolvedBy } = attempt ?? {};
    return resolvedBy === "person" && certificateId !== state.certificate_id
      ? { ...state, certificate_id: certificateId }
      : state;
  }
  const attempt = find(state.open_attempt_id);
  if (attempt?.status === "void") {
    if (state.certificate_id === null) return null;
    const before = { ...state, open_attempt_id: null, open_attempt_ended_at: null };
    return hasNoArguments(state)
      ? withJournalFacts({ ...before, last_outcome: "imported", request_digest: null }, history)
      : { ...before, last_outcome: "done", request_digest: digestArguments(state).digest };
  }
  if (attempt?.status !== "succeeded" || attempt.certificateId === undefined) return state;
  // The arguments are still those from before. The digest tells the next plan what the certificate was made from.
  return {
    ...state,
    ...adoptAttempt(attempt, history, state, state.validity_days),
    request_digest: attempt.requestDigest ?? state.request_digest,
  };
}

/** An import of a certificate that the journal has learned about since. */
function withJournalFacts(state: ReissueState, history: readonly Attempt[]): ReissueState {
  const attempt = history.findLast(
    ({ status, certificateId, isImported }) =>
      status === "succeeded" && certificateId === state.certificate_id && !isImported,
  );
  if (!attempt || state.request_digest !== null) return state;
  return {
    ...state,
    previous_certificate_id: state.previous_certificate_id ?? attempt.replaced ?? null,
    issued_at: state.issued_at ?? attempt.issuedAt ?? null,
    attempt_id: attempt.attemptId,
    request_digest: attempt.requestDigest ?? null,
  };
}

/**
 * The core plans a replacement with a second call, without the object, and passes the private data of the first call.
 * So private data names the order that was there before. `read` adds the entries of `resolve` and `supersede`: a
 * saved plan keeps them.
 */
export interface PrivateData {
  readonly order?: string | undefined;
  readonly resolve?: string | undefined;
  readonly supersede?: string | undefined;
}

export function toPrivate(data: PrivateData): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(data));
}

export function fromPrivate(data: Uint8Array): PrivateData {
  return data.length === 0 ? {} : (JSON.parse(new TextDecoder().decode(data)) as PrivateData);
}

export const noPrivate = new Uint8Array();
