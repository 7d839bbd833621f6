import {
  type Attempt,
  blankAttempt,
  recordedAttempt,
  withResult,
  withStatement,
  withStoredStatement,
  withWord,
} from "./attempt.ts";
import { findOrder, type JournalEvent, type ReceiverEvent, type UnreadableEvent } from "./events.ts";
import { applyImport, isImportedId } from "./import.ts";

/** An entry of a log that cannot be read, and that no person has set aside. */
export interface Damage extends Pick<UnreadableEvent, "position" | "problem" | "object"> {
  readonly id: string;
}

/** All attempts of one order, oldest first. */
export interface OrderHistory {
  readonly attempts: readonly Attempt[];
  readonly damage: readonly Damage[];
}

export const emptyHistory: OrderHistory = { attempts: [], damage: [] };

export function readHistory(logOrder: string, events: readonly JournalEvent[]): OrderHistory {
  const history = new HistoryReader(findOrder(events) ?? logOrder);
  for (const event of events) history.add(event);
  return history.result();
}

class HistoryReader {
  readonly #orderId: string;
  readonly #attempts = new Map<string, Attempt>();
  readonly #damage = new Map<string, Damage>();
  #order: string[] = [];

  constructor(orderId: string) {
    this.#orderId = orderId;
  }

  result(): OrderHistory {
    return { attempts: this.#inOrder(), damage: [...this.#damage.values()] };
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
      // Receivers have logs of their own.
      case "issued":
      case "deploying":
      case "deployed":
      case "skipped":
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
    this.#attempts.set(attempt.attemptId, attempt);
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
    this.#put(attempt);
  }
}

type Following = Exclude<
  JournalEvent,
  ReceiverEvent | { event: "sent" | "from-state" | "imported" | "set-aside" | "unreadable" }
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
