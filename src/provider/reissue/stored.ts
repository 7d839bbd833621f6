import { createHash } from "node:crypto";
import type { Attempt, Held } from "../../journal/index.ts";
import type { JsonObject } from "../../plugin/index.ts";
import { expiryEstimate } from "./renewal.ts";
import { whatOf } from "./request.ts";
import type { ReissueState } from "./schema.ts";
import { isUnresolved } from "./schema.ts";

// What a state knows of an order's history, and what the history knows of a state.

/** Begins the id that is made up for an attempt of which only the certificate is known. */
const fromState = "state-";

/** The order is part of it: the certificates of two orders may have the same id. */
export function idFromState(orderId: string | null, certificateId: string): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([orderId, certificateId]))
    .digest("hex");
  return fromState + digest.slice(0, 12);
}

/** What a certificate was made from is only what a configuration has said about it. */
export function isOnTrust({ attemptId }: Attempt): boolean {
  return attemptId.startsWith(fromState);
}

/** The attempts that a stored object tells of. */
export function attemptsOf(state: ReissueState | JsonObject): Attempt[] {
  const stored = state as ReissueState;
  const { attempt_id, certificate_id, fingerprint, issued_at, last_outcome } = stored;
  const isOpen = isUnresolved(last_outcome);
  const attempts: Attempt[] = [];
  // A state may be older than an attribute.
  if (typeof certificate_id === "string")
    attempts.push({
      ...attemptOf(stored),
      attemptId: (isOpen ? null : attempt_id) ?? idFromState(stored.order_id, certificate_id),
      what: madeFrom(stored) ?? undefined,
      replaced: stored.previous_certificate_id ?? undefined,
      certificateId: certificate_id,
      ...{ sentAt: issued_at ?? "", endedAt: issued_at ?? undefined, issuedAt: issued_at ?? undefined },
      ...{ state: "done", fate: "done" },
    });
  if (isOpen)
    attempts.push({
      ...attemptOf(stored),
      attemptId: attempt_id ?? "",
      what: fingerprint ?? undefined,
      replaced: certificate_id ?? undefined,
      certificateId: undefined,
      // Since when it is open, no state tells.
      ...{ sentAt: "", endedAt: undefined },
      ...{ state: last_outcome as "unknown" | "done-unread", fate: "open" },
    });
  return attempts;
}

function attemptOf({ order_id, validity_days }: ReissueState) {
  return {
    ...{ orderId: String(order_id), service: "", address: "", name: undefined, unshown: false },
    ...{ validityDays: validity_days ?? undefined, process: "", until: "" },
  };
}

/** What the certificate of a state was made from. Null: that is not known here, and taken on trust. */
export function madeFrom(state: ReissueState): string | null {
  const { fingerprint, last_outcome } = state;
  // While an attempt is open the fingerprint is of that one, and the arguments are those of the certificate.
  const isMadeFrom = isUnresolved(last_outcome) ? null : fingerprint;
  return isMadeFrom ?? (last_outcome === "imported" ? null : whatOf(state).what);
}

/** What the owner of a state knows as the order's newest. */
export function heldBy(state: Pick<ReissueState, "attempt_id" | "certificate_id"> | null): Held {
  return {
    attemptId: state?.attempt_id ?? undefined,
    certificateId: state?.certificate_id ?? undefined,
  };
}

/** What an object is once it has taken over the certificate of an attempt. */
export function takenFrom(attempt: Attempt, certificateId: string, validityDays: number | null) {
  const issuedAt = attempt.issuedAt ?? (attempt.sentAt || null);
  return {
    id: attempt.orderId,
    certificate_id: certificateId,
    previous_certificate_id: attempt.replaced ?? null,
    issued_at: issuedAt,
    expires_at_estimate: expiryEstimate(issuedAt, validityDays),
    renewal_due: false,
    last_outcome: "adopted",
    attempt_id: attempt.attemptId,
    fingerprint: attempt.what ?? null,
  };
}

/** A stored object in the light of what is known of its last attempt by now. Null: it never came into being. */
export function settledBy(history: readonly Attempt[], state: ReissueState): ReissueState | null {
  const attempt = history.find(({ attemptId }) => attemptId === state.attempt_id);
  if (!isUnresolved(state.last_outcome))
    // A person may have been mistaken about the certificate's id, and said so since.
    return attempt?.isTold && attempt.certificateId
      ? { ...state, certificate_id: attempt.certificateId }
      : state;
  if (attempt?.fate === "void")
    return state.certificate_id === null
      ? null
      : { ...state, last_outcome: "done", fingerprint: whatOf(state).what };
  if (attempt?.fate !== "done" || attempt.certificateId === undefined) return state;
  const taken = takenFrom(attempt, attempt.certificateId, state.validity_days);
  // The state keeps the arguments from before: the next plan sees by the fingerprint what the certificate was made from.
  // Where the line that said so is damaged, the state still knows.
  return { ...state, ...taken, last_outcome: "done", fingerprint: attempt.what ?? state.fingerprint };
}

/** What a new object asks for: one more of what it is to replace on purpose, and else only that there be one. */
export function wishFor(replaced: Held | undefined): { readonly held: Held; readonly again: boolean } {
  return { held: replaced ?? {}, again: replaced !== undefined };
}

/**
 * The core plans the replacement of an object by a second call, without the object, and hands it the private data of the
 * first. So this carries what is replaced; whoever is created without it replaces nothing on purpose.
 */
export function heldToPrivate(orderId: string, held: Held): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ orderId, held }));
}

export function heldInPrivate(data: Uint8Array, orderId: string | null): Held | undefined {
  if (data.length === 0) return undefined;
  const replaced = JSON.parse(new TextDecoder().decode(data)) as { orderId: string; held: Held };
  return replaced.orderId === orderId ? replaced.held : undefined;
}
