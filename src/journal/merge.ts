import type { Attempt } from "./attempt.ts";
import { latestAttempt } from "./rules.ts";

/** What Terraform's state knows about an order, beside the journal. */
export interface Witness {
  /** The attempt that made the stored certificate, and the attempt that is open, if any. */
  readonly attempts: readonly Attempt[];
  /** Earlier certificates of the order, from the state's list. */
  readonly earlier: readonly string[];
}

interface MergedHistory {
  readonly attempts: readonly Attempt[];
  /** A certificate that only the state knows, and that cannot be placed before or after the journal's latest. */
  readonly unclear: Attempt | undefined;
  /** An attempt that a person has moved after a mistaken import. */
  readonly corrected: Attempt | undefined;
}

/** Merges what the journal and states know. No clock decides the order. */
export function mergeHistory(journal: readonly Attempt[], witnesses: readonly Witness[]): MergedHistory {
  const attempts = [...journal];
  let unclear: Attempt | undefined;
  let corrected: Attempt | undefined;
  for (const { attempts: stored, earlier } of witnesses)
    for (const attempt of stored) {
      const indexById = attempts.findIndex(({ attemptId }) => attemptId === attempt.attemptId);
      const knownIndex =
        indexById >= 0 || attempt.status !== "succeeded" ? indexById : indexOfCertificate(attempts, attempt);
      if (indexById >= 0) attempts[indexById] = stronger(attempts[indexById] as Attempt, attempt);
      if (knownIndex >= 0 && isCorrection(attempt, attempts, knownIndex, earlier)) {
        corrected = attempts[knownIndex] as Attempt;
        attempts.splice(knownIndex, 1);
        attempts.push(corrected);
      }
      if (knownIndex >= 0) continue;
      const place = attempt.status === "succeeded" ? findPlace(attempt, attempts, earlier) : attempts.length;
      if (place === undefined) unclear = attempt;
      else attempts.splice(place, 0, attempt);
    }
  return { attempts, unclear, corrected };
}

/** The state has a known certificate, and lists as earlier what was imported after it by mistake. */
function isCorrection(
  attempt: Attempt,
  attempts: readonly Attempt[],
  knownIndex: number,
  earlier: readonly string[],
): boolean {
  const later = attempts.slice(knownIndex + 1).filter(({ status }) => status === "succeeded");
  return (
    attempt.status === "succeeded" && later.length > 0 && later.every((other) => isMistaken(other, earlier))
  );
}

/** It was imported as the latest, but the state lists it as earlier. */
function isMistaken({ isImported, certificateId = "" }: Attempt, earlier: readonly string[]): boolean {
  return isImported && earlier.includes(certificateId);
}

/** The place for a certificate that only the state knows. Undefined: its place is not clear. */
function findPlace(
  { certificateId, replaced: before }: Attempt,
  attempts: readonly Attempt[],
  earlier: readonly string[],
): number | undefined {
  // A void attempt proves nothing: what it wanted to replace may have been wrong.
  const later = attempts.findIndex(
    (attempt) =>
      attempt.status !== "void" &&
      attempt.replaced !== undefined &&
      attempt.replaced === certificateId &&
      !isMistaken(attempt, earlier),
  );
  if (later >= 0) return later;
  const latest = latestAttempt(attempts);
  // A resolved attempt replaced the stored certificate, so `earlier` does not list that one.
  const older = [before, ...earlier].filter((id) => id !== undefined);
  const isNewest = latest === undefined || older.includes(latest.certificateId ?? "");
  return isNewest ? attempts.length : undefined;
}

const strength = { open: 0, void: 1, succeeded: 2 } as const;

function stronger(journal: Attempt, state: Attempt): Attempt {
  if (strength[state.status] <= strength[journal.status]) return journal;
  const { status, lastEvent, certificateId, endedAt, issuedAt } = state;
  return { ...journal, status, lastEvent, certificateId, endedAt, issuedAt };
}

function indexOfCertificate(attempts: readonly Attempt[], { certificateId }: Attempt): number {
  return attempts.findIndex(
    (attempt) => attempt.status === "succeeded" && attempt.certificateId === certificateId,
  );
}
