import type { CertOrderError, Resolution } from "../contract/index.ts";
import {
  type Attempt,
  type Damage,
  type JournalEvent,
  type OrderHistory,
  resolvedAttempt,
} from "./attempt.ts";
import { mergeHistory, type Witness } from "./merge.ts";
import { isOpen, latestAttempt } from "./rules.ts";
import { type ServiceRef, serviceName } from "./service-ref.ts";

/** What is known about an order at one moment: read once, passed on, never changed. */
export interface OrderSnapshot {
  readonly orderId: string;
  readonly damage: readonly Damage[];
  /** The attempts in the journal. */
  readonly recorded: readonly Attempt[];
  /** The attempts in the journal, merged with `resolve` and states. Decisions use this. */
  readonly attempts: readonly Attempt[];
  readonly latest: Attempt | undefined;
  /** A certificate that only a state knows, and that may be older or newer than the journal's latest. */
  readonly unclear: Attempt | undefined;
  /** Events that the journal does not have yet. An apply writes them first; a plan never writes. */
  readonly unwritten: readonly JournalEvent[];
  /** Entries of `resolve` that apply: their attempt is open and can be resolved. */
  readonly resolutions: readonly Resolution[];
  /** Why other entries of `resolve` do not apply. */
  readonly problems: readonly CertOrderError[];
}

/** What is known beside the journal. */
export interface Knowledge {
  /** What a person stated about open attempts. */
  readonly resolutions?: readonly Resolution[] | undefined;
  readonly witnesses?: readonly Witness[] | undefined;
}

/** Applies the resolutions, then merges. All `resolutions` have been checked. */
export function takeSnapshot(
  orderId: string,
  { attempts: recorded, damage }: OrderHistory,
  { resolutions = [], witnesses = [] }: Knowledge,
  { service, now, problems }: { service: ServiceRef; now: Date; problems: readonly CertOrderError[] },
): OrderSnapshot {
  const at = now.toISOString();
  const stated = new Map(resolutions.map((resolution) => [resolution.attemptId, resolution]));
  const resolve = (attempt: Attempt): Attempt => {
    const resolution = stated.get(attempt.attemptId);
    return resolution === undefined || !isOpen(attempt)
      ? attempt
      : resolvedAttempt(attempt, resolution.certificateId, at, resolution.by);
  };
  const resolved = recorded.map(resolve);
  const { attempts, unclear, corrected } = mergeHistory(
    resolved,
    witnesses.map((witness) => ({ ...witness, attempts: witness.attempts.map(resolve) })),
  );
  const before = new Map(recorded.map((attempt) => [attempt.attemptId, attempt]));
  const unwritten = attempts.flatMap((attempt, index): JournalEvent[] => {
    const { attemptId, certificateId, issuedAt, status } = attempt;
    const written = before.get(attemptId);
    // A person has moved it after a mistaken import.
    if (attempt === corrected) return [importedEvent(attempt, attempts[index - 1], service, at)];
    if (!written) {
      // Whether a certificate is newer than an open attempt is known only after the attempt is resolved.
      const isPlaced = status !== "succeeded" || !attempts.slice(0, index).some(isOpen);
      return isPlaced ? [importedEvent(attempt, attempts[index - 1], service, at)] : [];
    }
    if (written.status === status) return [];
    const resolution = stated.get(attemptId);
    const isStated =
      resolution?.certificateId === null ? status === "void" : resolution?.certificateId === certificateId;
    if (resolution && isStated) {
      const { certificateId: certificate, by } = resolution;
      return [{ event: "resolved", attempt: attemptId, at, certificate, by }];
    }
    // The state has the certificate of an attempt whose outcome never reached the journal.
    return [{ event: "done", attempt: attemptId, at: issuedAt ?? at, certificate: certificateId ?? "" }];
  });
  const latest = latestAttempt(attempts);
  return { orderId, damage, recorded, attempts, latest, unclear, unwritten, resolutions, problems };
}

function importedEvent(
  attempt: Attempt,
  previous: Attempt | undefined,
  service: ServiceRef,
  at: string,
): JournalEvent {
  const {
    attemptId,
    orderId,
    requestDigest: digest = "",
    idempotencyKey: key,
    lastEvent,
    issuedAt,
  } = attempt;
  const { replaced, validityDays, certificateId: certificate } = attempt;
  return {
    event: "imported",
    attempt: attemptId,
    // An open attempt keeps its time: `not-happened` is refused until some minutes after it.
    at: isOpen(attempt) ? (attempt.endedAt ?? at) : at,
    order: orderId,
    digest,
    key,
    replaced,
    validityDays,
    service: attempt.service ?? serviceName(service),
    address: attempt.address ?? service.address,
    outcome: lastEvent as "done" | "unknown" | "done-unread" | "not-happened",
    certificate,
    issuedAt,
    follows: previous?.attemptId ?? null,
  };
}
