import { type Attempt, withStoredStatement, withWord } from "./attempt.ts";
import { findMaker } from "./import.ts";
import { latestAttempt } from "./rules.ts";

/** What Terraform's state knows about an order, beside the journal. */
export interface StateRecord {
  /** The attempt that made the stored certificate, and the attempt that is open, if any. */
  readonly attempts: readonly Attempt[];
  /** Earlier certificates of the order, from the state's list. */
  readonly earlier: readonly string[];
}

interface MergedHistory {
  readonly attempts: readonly Attempt[];
  /** A certificate that only the state knows, and that cannot be placed before or after the journal's latest. */
  readonly unclear: Attempt | undefined;
}

/** Merges what the journal and states know. No clock decides the order. */
export function mergeHistory(journal: readonly Attempt[], records: readonly StateRecord[]): MergedHistory {
  const attempts = withMakers(journal, records);
  let unclear: Attempt | undefined;
  for (const { attempts: stored, earlier } of records)
    for (const attempt of stored) {
      const index = attempts.findIndex(({ attemptId }) => attemptId === attempt.attemptId);
      if (index >= 0) {
        attempts[index] = mergeAttempt(attempts[index] as Attempt, attempt);
        continue;
      }
      const isSuccess = attempt.status === "succeeded";
      if (isSuccess && findMaker(attempts, String(attempt.certificateId))) continue;
      const place = isSuccess ? findPlace(attempt, attempts, earlier) : attempts.length;
      if (place === undefined) unclear = attempt;
      else attempts.splice(place, 0, attempt);
    }
  return { attempts, unclear };
}

/**
 * The journal, and before its imports the attempts of a state that made their certificates, by what a person states now. They are
 * merged first, because they prove what an imported certificate replaced.
 */
function withMakers(journal: readonly Attempt[], records: readonly StateRecord[]): Attempt[] {
  const isInJournal = (id: string) => journal.some(({ attemptId }) => attemptId === id);
  const makers = records
    .flatMap(({ attempts }) => attempts)
    .filter(({ attemptId, statements }) => statements.length > 0 && !isInJournal(attemptId));
  return journal.flatMap((attempt) => {
    const { isImported, certificateId } = attempt;
    const maker = isImported && certificateId && makers.find((one) => one.certificateId === certificateId);
    return maker ? [maker, attempt] : [attempt];
  });
}

/** One attempt, known to both: the word of its sender counts, and what a person stated. */
function mergeAttempt(journal: Attempt, state: Attempt): Attempt {
  const { senderWord, senderCertificateId: certificateId, issuedAt, endedAt } = state;
  const heard = withWord(journal, senderWord, { certificateId, at: issuedAt ?? endedAt });
  // The person stated it to the journal, and the state repeats it.
  const isRepeated = journal.statements.some((statement) => statement === state.storedStatement);
  return isRepeated ? heard : withStoredStatement(heard, state.storedStatement, endedAt);
}

/** The place for a certificate that only the state knows. Undefined: its place is not clear. */
function findPlace(
  { certificateId, previous }: Attempt,
  attempts: readonly Attempt[],
  earlier: readonly string[],
): number | undefined {
  // A void attempt proves nothing: what it wanted to replace may have been wrong.
  const later = attempts.findIndex(
    (attempt) =>
      attempt.status !== "void" && attempt.previous !== undefined && attempt.previous === certificateId,
  );
  if (later >= 0) return later;
  const latest = latestAttempt(attempts);
  // A resolved attempt replaced the stored certificate, so `earlier` does not list that one.
  const older = [previous, ...earlier].filter((id) => id !== undefined);
  const isNewest = latest === undefined || older.includes(latest.certificateId ?? "");
  return isNewest ? attempts.length : undefined;
}
