import type { Outcome } from "../contract/index.ts";

interface AttemptEvent {
  /** The id of the attempt. */
  readonly attempt: string;
  readonly at: string;
}

/** What every attempt is recorded with. */
interface Recorded extends AttemptEvent {
  readonly order: string;
  /** The service's name, or its address if it has no name. */
  readonly service: string;
  readonly address: string;
  /** The request digest; empty if it is not known. */
  readonly digest: string;
  readonly key?: string | undefined;
  /** The certificate that the caller knew as the latest. */
  readonly replaced?: string | undefined;
  readonly validityDays?: number | undefined;
}

/** One entry of an order's log. The first entry of an attempt is `sent` or `imported`. */
export type JournalEvent =
  | (Recorded & {
      readonly event: "sent";
      /** The workflow run that sent it: its creation time and id, in a form that sorts. */
      readonly run?: string | undefined;
      /** The process that waits for the answer, and until when. */
      readonly process: string;
      readonly deadline: string;
    })
  /** An attempt that only Terraform's state knew, in one event: a reader never sees half of it. */
  | (Recorded & {
      readonly event: "imported";
      readonly outcome: "done" | "unknown" | "done-unread" | "not-happened";
      readonly certificate?: string | undefined;
      readonly issuedAt?: string | undefined;
      /** The attempt before this one; null: it comes first. The event's position in the log does not order it. */
      readonly follows: string | null;
    })
  | (AttemptEvent & { readonly event: "done"; readonly certificate: string })
  /** `certificate`: named by an answer that did not say clearly whether the reissue happened. */
  | (AttemptEvent & { readonly event: Exclude<Outcome, "done">; readonly certificate?: string | undefined })
  /** A person looked the order up, or a callback announced the certificate. Null: the reissue did not happen. */
  | (AttemptEvent & {
      readonly event: "resolved";
      readonly certificate: string | null;
      readonly by?: "callback" | undefined;
    })
  /** A request with this idempotency key was answered with the attempt's certificate, and nothing was sent. */
  | (AttemptEvent & {
      readonly event: "key-answered";
      readonly key: string;
      readonly run?: string | undefined;
    })
  /** A person confirmed that an unreadable entry no longer counts. */
  | { readonly event: "set-aside"; readonly at: string; readonly entry: string }
  /** The service called back: it issued a certificate of the order. */
  | {
      readonly event: "issued";
      readonly at: string;
      readonly order: string;
      readonly certificate: string;
      readonly receiver: string;
      /** A program of the receiver has to handle it: `handled` follows. */
      readonly pending?: boolean | undefined;
    }
  /** The receiver's program has handled the callback about this certificate. */
  | { readonly event: "handled"; readonly at: string; readonly certificate: string }
  /** A receiver writes to this journal. */
  | { readonly event: "receiving"; readonly at: string; readonly receiver: string }
  | UnreadableEvent;

/** An entry that cannot be read. It may have said that a request was sent, so it blocks its order. */
export interface UnreadableEvent {
  readonly event: "unreadable";
  /** Names this entry: its position and a sum of its text. */
  readonly entry: string;
  /** Counted from 1. */
  readonly position: number;
  /** Why it does not count. Left out: it is not a whole entry. */
  readonly problem?: "missing" | "newer-version" | "other-order" | undefined;
  /** The name of an object that another program put beside the entries. */
  readonly object?: string | undefined;
}

/** A certificate that the service announced by a callback. */
export interface IssuedCertificate {
  readonly certificateId: string;
  /** When the callback was recorded. */
  readonly at: string;
  /** The name of the receiver that recorded it. */
  readonly receiver: string;
  /** A program of the receiver has not handled it yet. */
  readonly isPending: boolean;
}

/** What an order's log says about one attempt to reissue. */
export interface Attempt {
  /** Names the attempt in messages, `resolve` and `supersede`. */
  readonly attemptId: string;
  readonly orderId: string;
  /** The service's name, or its address if it has no name. */
  readonly service: string | undefined;
  /** The service's address when the attempt was sent. */
  readonly address: string | undefined;
  /** Equal digests are the same request. Undefined if it is not known what was requested. */
  readonly requestDigest: string | undefined;
  /** The key of the request, if it had one. */
  readonly idempotencyKey: string | undefined;
  /** Further requests that were answered with this attempt's certificate. */
  readonly answeredKeys: readonly { readonly key: string; readonly run: string | undefined }[];
  /** The workflow run that sent it. Runs sort by their creation. */
  readonly run: string | undefined;
  /** The certificate that the caller knew as the latest. */
  readonly replaced: string | undefined;
  /** The requested validity in days, if there was one. */
  readonly validityDays: number | undefined;
  readonly sentAt: string | undefined;
  /** The process that waits for the answer. */
  readonly process: string | undefined;
  /** How long it waits. */
  readonly deadline: string | undefined;
  /** `sent`: no outcome was recorded. `not-happened`: a person said so. */
  readonly lastEvent: "sent" | "not-happened" | Outcome;
  /** `open`: it is not known whether the reissue happened. `void`: it had no effect. */
  readonly status: "open" | "succeeded" | "void";
  /** When its outcome was recorded. */
  readonly endedAt: string | undefined;
  /** When it made its certificate, if known. An estimate is too early rather than too late. */
  readonly issuedAt: string | undefined;
  /** The certificate that it made. Of an open attempt: the one that an unclear answer named. */
  readonly certificateId: string | undefined;
  /** The outcome is what a person said, or what a callback announced. */
  readonly resolvedBy: "person" | "callback" | undefined;
  /** The callbacks that came while it was open. Any of them may be about another reissue, made in a portal. */
  readonly callbacks: readonly IssuedCertificate[];
  /** It was not sent through this journal: a person or a state named its certificate. */
  readonly isImported: boolean;
}

const statuses: Readonly<Record<Attempt["lastEvent"], Attempt["status"]>> = {
  sent: "open",
  unknown: "open",
  "done-unread": "open",
  done: "succeeded",
  rejected: "void",
  "not-sent": "void",
  "not-happened": "void",
};

/** An entry of a log that cannot be read, and that no person has set aside. */
export interface Damage extends Pick<UnreadableEvent, "position" | "problem" | "object"> {
  readonly id: string;
}

/** All attempts of one order, oldest first. */
export interface OrderHistory {
  readonly attempts: readonly Attempt[];
  readonly damage: readonly Damage[];
  /** What the service announced by callbacks, oldest first, each certificate once. */
  readonly issued: readonly IssuedCertificate[];
}

export const emptyHistory: OrderHistory = { attempts: [], damage: [], issued: [] };

/** The order that a log is about, by its events. A file's name has only a part of the order's id. */
export function findOrder(events: readonly JournalEvent[]): string | undefined {
  return events.find((event) => "order" in event)?.order;
}

export function readHistory(logOrder: string, events: readonly JournalEvent[]): OrderHistory {
  const orderId = findOrder(events) ?? logOrder;
  const attempts = new Map<string, Attempt>();
  const damage = new Map<string, Damage>();
  const issued = new Map<string, IssuedCertificate>();
  const open = new Set<string>();
  let order: string[] = [];
  const put = (attempt: Attempt) => {
    const { attemptId, status } = attempt;
    attempts.set(attemptId, attempt);
    if (status === "open") open.add(attemptId);
    else open.delete(attemptId);
  };
  const add = (attempt: Attempt) => {
    put(attempt);
    order.push(attempt.attemptId);
  };
  /** A success stays a success, even if two machines write in another order. */
  const change = (known: Attempt, changed: Attempt) => {
    if (known.status !== "succeeded" || changed.status === "succeeded") put(changed);
  };
  for (const event of events) {
    switch (event.event) {
      case "unreadable": {
        const { entry, position, problem, object } = event;
        damage.set(entry, { id: entry, position, problem, object });
        break;
      }
      case "set-aside":
        damage.delete(event.entry);
        break;
      case "issued": {
        const { certificate: certificateId, at, receiver, pending = false } = event;
        if (issued.has(certificateId)) break;
        const callback = { certificateId, at, receiver, isPending: pending };
        issued.set(certificateId, callback);
        for (const id of open) {
          const attempt = attempts.get(id) as Attempt;
          put({ ...attempt, callbacks: [...attempt.callbacks, callback] });
        }
        break;
      }
      case "handled": {
        const callback = issued.get(event.certificate);
        if (callback) issued.set(event.certificate, { ...callback, isPending: false });
        break;
      }
      case "receiving":
        break;
      case "sent":
        if (!attempts.has(event.attempt)) add(sentAttempt(event));
        break;
      case "imported": {
        const id = event.attempt;
        const known = attempts.get(id);
        const imported = importedAttempt(event, known);
        change(known ?? imported, imported);
        // An open attempt keeps its place: no later attempt may move before it.
        if (known?.status === "open") break;
        if (known) order = order.filter((other) => other !== id);
        const place = event.follows === null ? 0 : order.lastIndexOf(event.follows) + 1 || order.length;
        order.splice(place, 0, id);
        break;
      }
      default: {
        // The entry that began the attempt was unreadable and has been set aside.
        if (!attempts.has(event.attempt)) add(blankAttempt(event.attempt, orderId));
        const known = attempts.get(event.attempt) as Attempt;
        change(known, applyEvent(known, event));
      }
    }
  }
  return {
    attempts: order.map((id) => attempts.get(id) as Attempt),
    damage: [...damage.values()],
    issued: [...issued.values()],
  };
}

type Following = Exclude<
  JournalEvent,
  { event: "sent" | "imported" | "set-aside" | "unreadable" | "issued" | "handled" | "receiving" }
>;

function applyEvent(attempt: Attempt, event: Following): Attempt {
  switch (event.event) {
    case "key-answered":
      return { ...attempt, answeredKeys: [...attempt.answeredKeys, { key: event.key, run: event.run }] };
    case "resolved":
      return resolvedAttempt(attempt, event.certificate, event.at, event.by);
    default: {
      const { event: outcome, at: endedAt, certificate } = event;
      const issuedAt = outcome === "done" ? endedAt : undefined;
      return {
        ...attempt,
        ...statusAfter(outcome),
        endedAt,
        issuedAt,
        certificateId: certificate || undefined,
        resolvedBy: undefined,
      };
    }
  }
}

/** The attempt after it was resolved, by a person or a callback. Null: the reissue did not happen. */
export function resolvedAttempt(
  attempt: Attempt,
  certificateId: string | null,
  endedAt: string,
  resolvedBy: Attempt["resolvedBy"] = "person",
): Attempt {
  if (certificateId === null) return { ...attempt, ...statusAfter("not-happened"), endedAt, resolvedBy };
  return {
    ...attempt,
    ...statusAfter("done"),
    endedAt,
    certificateId,
    resolvedBy,
    // A person may look an order up long after the reissue.
    issuedAt: attempt.issuedAt ?? attempt.sentAt,
  };
}

export function statusAfter(lastEvent: Attempt["lastEvent"]) {
  return { lastEvent, status: statuses[lastEvent] };
}

function sentAttempt(event: Extract<JournalEvent, { event: "sent" }>): Attempt {
  const { at, process, deadline, run } = event;
  return {
    ...recordedAttempt(event),
    sentAt: at || undefined,
    process: process || undefined,
    deadline: deadline || undefined,
    run,
    ...statusAfter("sent"),
  };
}

function importedAttempt(
  event: Extract<JournalEvent, { event: "imported" }>,
  known: Attempt | undefined,
): Attempt {
  const { outcome, certificate: certificateId, issuedAt, at: endedAt } = event;
  return {
    ...(known ?? {
      ...recordedAttempt(event),
      isImported: true,
      resolvedBy: outcome === "not-happened" ? "person" : undefined,
    }),
    ...statusAfter(outcome),
    certificateId,
    endedAt,
    issuedAt: issuedAt ?? known?.issuedAt,
  };
}

function recordedAttempt(event: Recorded): Attempt {
  const { attempt, order, service, address, digest, key, replaced, validityDays } = event;
  return {
    ...blankAttempt(attempt, order),
    service: service || undefined,
    address: address || undefined,
    replaced,
    validityDays,
    requestDigest: digest || undefined,
    idempotencyKey: key,
  };
}

/** An attempt with a known id and nothing else. */
export function blankAttempt(attemptId: string, orderId: string): Attempt {
  return {
    attemptId,
    orderId,
    service: undefined,
    address: undefined,
    requestDigest: undefined,
    idempotencyKey: undefined,
    answeredKeys: [],
    run: undefined,
    replaced: undefined,
    validityDays: undefined,
    sentAt: undefined,
    process: undefined,
    deadline: undefined,
    ...statusAfter("unknown"),
    endedAt: undefined,
    issuedAt: undefined,
    certificateId: undefined,
    resolvedBy: undefined,
    callbacks: [],
    isImported: false,
  };
}
