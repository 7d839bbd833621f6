import {
  type Attempt,
  blankAttempt,
  type IssuedCertificate,
  recordedAttempt,
  withResult,
  withStatement,
  withStoredStatement,
  withWord,
} from "./attempt.ts";
import { findOrder, type JournalEvent, type UnreadableEvent } from "./events.ts";
import { findOwnCallback } from "./evidence.ts";
import { applyImport, isImportedId } from "./import.ts";

/** An entry of a log that cannot be read, and that no person has set aside. */
export interface Damage extends Pick<UnreadableEvent, "position" | "problem" | "object"> {
  readonly id: string;
}

/** All attempts of one order, oldest first. */
export interface OrderHistory {
  readonly attempts: readonly Attempt[];
  readonly damage: readonly Damage[];
  /** What the service announced in callbacks, oldest first, each certificate once. */
  readonly issued: readonly IssuedCertificate[];
}

export const emptyHistory: OrderHistory = { attempts: [], damage: [], issued: [] };

export function readHistory(logOrder: string, events: readonly JournalEvent[]): OrderHistory {
  const history = new HistoryReader(findOrder(events) ?? logOrder);
  for (const event of events) history.add(event);
  return history.result();
}

class HistoryReader {
  readonly #orderId: string;
  readonly #attempts = new Map<string, Attempt>();
  readonly #damage = new Map<string, Damage>();
  readonly #issued = new Map<string, IssuedCertificate>();
  readonly #open = new Set<string>();
  /** The attempts that named a certificate. A callback about it need not look at all attempts. */
  readonly #byCertificate = new Map<string, Set<string>>();
  #order: string[] = [];

  constructor(orderId: string) {
    this.#orderId = orderId;
  }

  result(): OrderHistory {
    return {
      attempts: this.#inOrder(),
      damage: [...this.#damage.values()],
      issued: [...this.#issued.values()],
    };
  }

  add(event: JournalEvent): void {
    switch (event.event) {
      case "unreadable": {
        const { entry, position, problem, object } = event;
        this.#damage.set(entry, { id: entry, position, problem, object });
        break;
      }
      case "set-aside":
        this.#damage.delete(event.entry);
        break;
      case "issued":
        this.#addCallback(event);
        break;
      case "handled": {
        const callback = this.#issued.get(event.certificate);
        if (callback) this.#issued.set(event.certificate, { ...callback, isPending: false });
        break;
      }
      case "receiving":
        break;
      case "sent":
        if (!this.#attempts.has(event.attempt)) this.#insert(sentAttempt(event), this.#order.length);
        break;
      case "from-state":
        this.#addFromState(event);
        break;
      case "imported":
        this.#addImported(event);
        break;
      default: {
        // The entry that began the attempt was unreadable and has been set aside.
        if (!this.#attempts.has(event.attempt))
          this.#insert(blankAttempt(event.attempt, this.#orderId), this.#order.length);
        this.#put(applyEvent(this.#attempts.get(event.attempt) as Attempt, event));
      }
    }
  }

  #inOrder(): Attempt[] {
    return this.#order.map((id) => this.#attempts.get(id) as Attempt);
  }

  #put(attempt: Attempt): void {
    const { attemptId, status, certificateId } = attempt;
    this.#attempts.set(attemptId, attempt);
    if (certificateId !== undefined)
      this.#byCertificate.set(
        certificateId,
        (this.#byCertificate.get(certificateId) ?? new Set()).add(attemptId),
      );
    if (status === "open") this.#open.add(attemptId);
    else this.#open.delete(attemptId);
  }

  #insert(attempt: Attempt, place: number): void {
    this.#put(attempt);
    this.#order.splice(place, 0, attempt.attemptId);
  }

  #addFromState(event: Extract<JournalEvent, { event: "from-state" }>): void {
    const { attempt: id, word, certificate: certificateId, statement, at, issuedAt, follows } = event;
    const known = this.#attempts.get(id);
    const place = follows === null ? 0 : this.#order.lastIndexOf(follows) + 1 || this.#order.length;
    if (!known) {
      this.#insert(attemptFromState(event), place);
      return;
    }
    // The sender's word, or a statement that was corrected through another journal, came here by the state.
    const heard = withWord(known, word, { certificateId, at: issuedAt ?? at });
    this.#put(withStoredStatement(heard, statement, at));
  }

  #addImported(event: Extract<JournalEvent, { event: "imported" }>): void {
    const attempts = applyImport(this.#inOrder(), event);
    const attempt = attempts?.at(-1);
    if (!attempts || !attempt) return;
    this.#order = attempts.map(({ attemptId }) => attemptId);
    const callback = this.#issued.get(event.certificate);
    this.#put(callback && attempt.isImported ? { ...attempt, callbacks: [callback] } : attempt);
  }

  #addCallback(event: Extract<JournalEvent, { event: "issued" }>): void {
    const { certificate: certificateId, at, receiver, pending = false } = event;
    const known = this.#issued.get(certificateId);
    const ids = new Set([...this.#open, ...(this.#byCertificate.get(certificateId) ?? [])]);
    const attempts = [...ids].map((id) => this.#attempts.get(id) as Attempt);
    // A callback that is delivered again is handled once, unless a later attempt made a certificate with the same id.
    const isFirst =
      !known || known.isPending || attempts.some((attempt) => isUnannounced(attempt, certificateId));
    const callback = { certificateId, at, receiver, isPending: pending && isFirst };
    this.#issued.set(certificateId, callback);
    for (const attempt of attempts) this.#put({ ...attempt, callbacks: [...attempt.callbacks, callback] });
  }
}

/** The attempt made the certificate, and no callback has announced it since the attempt was sent. */
function isUnannounced(attempt: Attempt, certificateId: string): boolean {
  return (
    attempt.status === "succeeded" && attempt.certificateId === certificateId && !findOwnCallback(attempt)
  );
}

type Following = Exclude<
  JournalEvent,
  {
    event:
      | "sent"
      | "from-state"
      | "imported"
      | "set-aside"
      | "unreadable"
      | "issued"
      | "handled"
      | "receiving";
  }
>;

function applyEvent(attempt: Attempt, event: Following): Attempt {
  switch (event.event) {
    case "key-answered":
      return { ...attempt, answeredKeys: [...attempt.answeredKeys, event.key] };
    case "resolved":
      return withStatement(attempt, event.certificate, event.at);
    default:
      return withWord(attempt, event.event, { certificateId: event.certificate, at: event.at });
  }
}

function sentAttempt(event: Extract<JournalEvent, { event: "sent" }>): Attempt {
  const { at, process, deadline } = event;
  return withResult({
    ...recordedAttempt(event),
    sentAt: at || undefined,
    process: process || undefined,
    deadline: deadline || undefined,
    senderWord: "sent",
  });
}

function attemptFromState(event: Extract<JournalEvent, { event: "from-state" }>): Attempt {
  const { attempt, word, certificate, statement, at, issuedAt } = event;
  return withResult({
    ...recordedAttempt(event),
    senderWord: word,
    senderCertificateId: certificate,
    storedStatement: statement,
    endedAt: at,
    issuedAt,
    isImported: isImportedId(attempt),
  });
}
