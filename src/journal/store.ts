import type { JournalEvent } from "./attempt.ts";

/**
 * Where a journal lies. A store keeps the events of each order in the order in which they were appended, keeps all of them, and
 * loses none that it has accepted. The rules know nothing of it.
 */
export interface JournalStore {
  /** Where it is, as the subject of a sentence: `The journal in /var/lib/certorder`. */
  readonly title: string;
  /** Lists may lag behind writes, and writing is slow: claim before connecting. */
  readonly eventuallyConsistent?: boolean | undefined;
  /** Other machines use it too, and it outlives this one. */
  readonly isShared?: boolean | undefined;
  /** How far the store's clock is ahead of this machine's. Default: 0. */
  readonly clockSkewMs?: number | undefined;
  /** What other users have to be granted, if a server keeps it. */
  readonly rights?: string | undefined;
  log(orderId: string): OrderLog;
  /** The logs of all orders. */
  logs(): Promise<readonly OrderLog[]>;
  /** Whether it has been created. Asking creates nothing. Left out: it always exists. */
  exists?(): Promise<boolean>;
  /** Fails if nothing could be appended. Creates what the store needs, unless `create` is false. */
  check(options?: { readonly create: boolean }): Promise<void>;
  /** Names the process that waits for an answer, so that others can ask whether it still runs. Left out: this process. */
  thisProcess?(): string;
  /** Whether that process runs. Undefined if it cannot be told from here. */
  isRunning?(process: string): Promise<boolean | undefined>;
}

/** All events of one order. */
export interface OrderLog {
  /** The order's id, or what is left of it if no entry can be read. */
  readonly orderId: string;
  /** Where it is, for messages about unreadable entries. Default: the store's title. */
  readonly title?: string | undefined;
  /** All events, oldest first. */
  read(): Promise<readonly JournalEvent[]>;
  /**
   * Appends an event. Returns only when it is certain to be found again; with all events up to this one, if the store knows
   * them without another read.
   */
  append(event: JournalEvent): Promise<readonly JournalEvent[] | undefined>;
}

/** How far a server's clock is ahead of this machine's, by the date of its answer. Less than the blur is no difference. */
export function clockSkew(date: string | undefined, blurMs: number): number {
  const skewMs = Date.parse(date ?? "") - Date.now();
  return Math.abs(skewMs) > blurMs ? skewMs : 0;
}
