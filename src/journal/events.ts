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
  /** The public values of the request, as texts, if they are known. A repository has none. */
  readonly values?: Readonly<Record<string, string>> | undefined;
  readonly key?: string | undefined;
  /** The certificate that the caller knew as the latest. */
  readonly previous?: string | undefined;
  readonly validityDays?: number | undefined;
}

/** One entry of an order's log. The first entry of an attempt is `sent`, `from-state` or `imported`. */
export type JournalEvent =
  | (Recorded & {
      readonly event: "sent";
      /** The process that waits for the answer, and until when. */
      readonly process: string;
      readonly deadline: string;
    })
  /** An attempt that only Terraform's state knew, in one event: a reader never sees half of it. */
  | (Recorded & {
      readonly event: "from-state";
      /** What its sender said. */
      readonly word: SenderWord;
      readonly certificate?: string | undefined;
      /** What a person stated about it. Null: the reissue did not happen. */
      readonly statement?: string | null | undefined;
      readonly issuedAt?: string | undefined;
      /** The attempt before this one; null: it comes first. The event's position in the log does not order it. */
      readonly follows: string | null;
    })
  /** A person stated that this certificate is the order's latest. */
  | (Recorded & {
      readonly event: "imported";
      readonly certificate: string;
      readonly issuedAt?: string | undefined;
      /** A person did not type this date. One that they typed before counts more. */
      readonly keepsDate?: boolean | undefined;
      /** A digest of the attempts that the person's program saw. If another one stands before this entry, it does not count. */
      readonly seen: string;
    })
  | (AttemptEvent & { readonly event: "done"; readonly certificate: string })
  /** `certificate`: named by an answer that did not say clearly whether the reissue happened. */
  | (AttemptEvent & { readonly event: Exclude<Outcome, "done">; readonly certificate?: string | undefined })
  /** A person looked the order up. Null: the reissue did not happen. */
  | (AttemptEvent & { readonly event: "resolved"; readonly certificate: string | null })
  /** A request with this idempotency key was answered with the attempt's certificate, and nothing was sent. */
  | (AttemptEvent & { readonly event: "key-answered"; readonly key: string })
  /** A person confirmed that an unreadable entry no longer counts. */
  | { readonly event: "set-aside"; readonly at: string; readonly entry: string }
  | ReceiverEvent
  | UnreadableEvent;

/** What receivers write, into logs of their own. No decision about a reissue reads it. */
export type ReceiverEvent =
  /** The service called back: it issued a certificate of the order. */
  | {
      readonly event: "issued";
      readonly at: string;
      readonly order: string;
      readonly certificate: string;
      readonly receiver: string;
      /** The attempts that the callback may be about: all that were sent before it, without those that made another certificate. */
      readonly attempts: readonly string[];
    }
  /** The receiver's program is about to deploy the certificate of this attempt, or has deployed it, or leaves it to others. */
  | {
      readonly event: DeploymentStep;
      readonly at: string;
      readonly order: string;
      readonly attempt: string;
      readonly certificate: string;
      readonly receiver: string;
    }
  /** A receiver is at work. */
  | {
      readonly event: "receiving";
      readonly at: string;
      readonly receiver: string;
      readonly process: string;
      /** It deploys certificates, and has recorded which ones it leaves to others. */
      readonly deploys: boolean;
    };

/** What a receiver that deploys certificates has recorded about one: it has begun, it has succeeded, or it leaves it out. */
export type DeploymentStep = "deploying" | "deployed" | "skipped";

/** What the sender of an attempt said about it. `sent`: it has recorded no outcome. */
export type SenderWord = "sent" | Outcome;

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

/** The order that a log is about, by its events. A file's name has only a part of the order's id. */
export function findOrder(events: readonly JournalEvent[]): string | undefined {
  return events.find((event) => "order" in event)?.order;
}
