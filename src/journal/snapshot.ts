import type { CertOrderError, Resolution } from "../contract/index.ts";
import { type Attempt, isStrongerWord, withStatement } from "./attempt.ts";
import type { JournalEvent } from "./events.ts";
import type { Damage, OrderHistory } from "./history.ts";
import { applyImport, type ImportStatement, importedEvent, isImportKnown } from "./import.ts";
import { mergeHistory, type StateRecord } from "./merge.ts";
import { isOpen, latestAttempt } from "./rules.ts";
import { type ServiceRef, serviceName } from "./service-ref.ts";

/** What is known about an order at one moment: read once, passed on, never changed. */
export interface OrderSnapshot {
  readonly orderId: string;
  readonly damage: readonly Damage[];
  /** The attempts in the journal. */
  readonly inJournal: readonly Attempt[];
  /** The attempts in the journal, merged with statements and states. Decisions use this. */
  readonly merged: readonly Attempt[];
  readonly latest: Attempt | undefined;
  /** A certificate that only a state knows, and that may be older or newer than the journal's latest. */
  readonly unclear: Attempt | undefined;
  /** Events that the journal does not have yet. An apply writes them first; a plan never writes. */
  readonly unwritten: readonly JournalEvent[];
  /** Entries of `resolve` that are new to the journal, and that it accepts. */
  readonly resolutions: readonly Resolution[];
  /** Why other entries of `resolve` are refused. */
  readonly problems: readonly CertOrderError[];
  /** Entries of `resolve` that the journal had before, and that were corrected since. They do nothing. */
  readonly leftOver: readonly Resolution[];
}

/** What is known beside the journal. */
export interface Knowledge {
  /** What a person stated about attempts. */
  readonly resolutions?: readonly Resolution[] | undefined;
  readonly records?: readonly StateRecord[] | undefined;
  /** A certificate that a person imported, and that `records` do not have. `previous`: the latest certificate when they did. */
  readonly imported?: (ImportStatement & { readonly previous: string | undefined }) | undefined;
}

/** Adds the statements to the journal, merges the states, then imports. All `resolutions` have been checked. */
export function takeSnapshot(
  orderId: string,
  { attempts: inJournal, damage }: OrderHistory,
  { resolutions = [], records = [], imported }: Knowledge,
  {
    service,
    now,
    ...about
  }: { service: ServiceRef; now: Date } & Pick<OrderSnapshot, "problems" | "leftOver">,
): OrderSnapshot {
  const at = now.toISOString();
  const stated = new Map(resolutions.map((resolution) => [resolution.attemptId, resolution]));
  const resolve = (attempt: Attempt): Attempt => {
    const resolution = stated.get(attempt.attemptId);
    return resolution ? withStatement(attempt, resolution.certificateId, at) : attempt;
  };
  const states = records.map((record) => ({ ...record, attempts: record.attempts.map(resolve) }));
  const known = mergeHistory(inJournal.map(resolve), states);
  // What the states know is written before the import, so the import has to have seen it.
  const event = imported && importOnTop(orderId, known.attempts, imported, { service, at });
  const withImport = event && applyImport(known.attempts, event);
  const { attempts: merged, unclear } = withImport ? mergeHistory(withImport, states) : known;
  const before = new Map(inJournal.map((attempt) => [attempt.attemptId, attempt]));
  const unwritten = merged.flatMap((attempt, index): JournalEvent[] => {
    const written = before.get(attempt.attemptId);
    const fromState = () => fromStateEvent(attempt, merged[index - 1], service, at);
    // The import itself is written last.
    if (attempt.attemptId === event?.attempt) return [];
    if (written) return newEvents(attempt, written, fromState, at);
    // Whether a certificate is newer than an open attempt is known only after the attempt is resolved.
    const isPlaced = attempt.status !== "succeeded" || !merged.slice(0, index).some(isOpen);
    return isPlaced ? [fromState(), ...resolvedEvents(attempt, 0, at)] : [];
  });
  return {
    orderId,
    damage,
    inJournal,
    merged,
    latest: latestAttempt(merged),
    unclear,
    unwritten: event ? [...unwritten, event] : unwritten,
    resolutions,
    ...about,
  };
}

/** The entry for an import that is not written yet. None if the order was reissued since, or nothing changes. */
function importOnTop(
  orderId: string,
  attempts: readonly Attempt[],
  imported: NonNullable<Knowledge["imported"]>,
  context: { readonly service: ServiceRef; readonly at: string },
): ReturnType<typeof importedEvent> | undefined {
  const latest = latestAttempt(attempts)?.certificateId;
  // A journal without a certificate contradicts nothing: the import may come from a machine with another journal.
  const isExpected = [undefined, imported.previous, imported.certificateId].includes(latest);
  if (!isExpected || attempts.some(isOpen) || isImportKnown(attempts, imported)) return undefined;
  return importedEvent(orderId, attempts, imported, context);
}

/** What state and person know about an attempt, and the journal does not. */
function newEvents(
  attempt: Attempt,
  written: Attempt,
  fromState: () => JournalEvent,
  at: string,
): JournalEvent[] {
  const { attemptId, senderWord, senderCertificateId: certificate, endedAt } = attempt;
  const events: JournalEvent[] = [];
  if (isStrongerWord(senderWord, written.senderWord) && senderWord !== "sent")
    events.push(
      senderWord === "done"
        ? { event: senderWord, attempt: attemptId, at: endedAt ?? at, certificate: certificate ?? "" }
        : { event: senderWord, attempt: attemptId, at: endedAt ?? at, certificate },
    );
  if (attempt.storedStatement !== written.storedStatement) events.push(fromState());
  return [...events, ...resolvedEvents(attempt, written.statements.length, at)];
}

/** The statements about an attempt that the journal does not have: all but the first `known`. */
function resolvedEvents({ attemptId, statements }: Attempt, known: number, at: string): JournalEvent[] {
  return statements
    .slice(known)
    .map((certificate) => ({ event: "resolved", attempt: attemptId, at, certificate }));
}

function fromStateEvent(
  attempt: Attempt,
  previousAttempt: Attempt | undefined,
  service: ServiceRef,
  at: string,
): JournalEvent {
  const { attemptId, orderId, requestDigest: digest = "", idempotencyKey: key, issuedAt } = attempt;
  const { previous, validityDays, senderWord: word, senderCertificateId: certificate } = attempt;
  return {
    event: "from-state",
    attempt: attemptId,
    // An open attempt keeps its time: `not-happened` is refused until some minutes after it.
    at: isOpen(attempt) ? (attempt.endedAt ?? at) : at,
    order: orderId,
    digest,
    values: attempt.requestValues,
    key,
    previous,
    validityDays,
    service: attempt.service ?? serviceName(service),
    address: attempt.address ?? service.address,
    word,
    certificate,
    statement: attempt.storedStatement,
    issuedAt,
    follows: previousAttempt?.attemptId ?? null,
  };
}
