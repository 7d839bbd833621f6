import type { JournalEvent } from "./events.ts";

/**
 * The place of a journal. A store keeps the events of each order in the order of their appends, and loses none that
 * it has accepted. The rules do not depend on it.
 */
export interface JournalStore {
  /** The place, as the subject of a sentence: `The journal in /var/lib/certorder`. */
  readonly title: string;
  /** Lists may lag behind writes, and writes are slow. The client claims before it connects. */
  readonly isEventuallyConsistent?: boolean | undefined;
  /** Other machines share it, and it outlives this one. */
  readonly isShared?: boolean | undefined;
  /** How far the store's clock is ahead of this machine's. Default: 0. */
  readonly clockSkewMs?: number | undefined;
  /** It is the journal of this sandbox, whose clock can be moved. It takes no order of another service. */
  readonly onlyService?: string | undefined;
  /** What to do if it cannot be used. */
  readonly remedy?: string | undefined;
  /** The rights that other users need, if a server keeps it. */
  readonly rights?: StoreRights | undefined;
  /**
   * Another store of the same kind, beside this one: what receivers write. A receiver may read this store, and write only there.
   * Left out: there are no receivers.
   */
  readonly callbacks?: JournalStore | undefined;
  /** What its logs may have in the place of a name: a hash. Left out: they have the name. */
  hideName?(name: string): string;
  log(orderId: string): OrderLog;
  /** The logs of all orders, one by one. A log that cannot be read counts as one unreadable entry. */
  readAll(): AsyncIterable<StoredLog>;
  /** The orders whose logs have grown since the last call with the same map, which remembers their lengths. Left out: all orders. */
  findGrown?(lengths: Map<string, number>): AsyncIterable<string>;
  /** Whether it has been created. Does not create it. Left out: it always exists. */
  exists?(): Promise<boolean>;
  /** Throws if events cannot be appended. `create`: creates what the store needs. Nothing else creates it. */
  check(options: { readonly create: boolean }): Promise<void>;
  /** The name of the process that waits for an answer. Others check with it whether it still runs. Left out: this process. */
  thisProcess?(): string;
  /** Whether that process runs. Undefined if this machine cannot tell. */
  isRunning?(process: string): Promise<boolean | undefined>;
}

/** Who needs which rights, ready to paste. */
export interface StoreRights {
  readonly reissuers: string;
  readonly receivers: string;
}

/** The events of one order, read with those of all others. */
export interface StoredLog {
  /** The order's id. */
  readonly orderId: string;
  /** No entry names the order, and `orderId` is only the part of it that a file's name has. */
  readonly isPartial?: boolean | undefined;
  readonly events: readonly JournalEvent[];
}

/** The log of one order. */
export interface OrderLog {
  /** The order's id. */
  readonly orderId: string;
  /** The place of the log, for messages about unreadable entries. Default: the store's title. */
  readonly title?: string | undefined;
  /** All events, oldest first. */
  read(): Promise<readonly JournalEvent[]>;
  /**
   * Appends an event to a store that exists. Resolves when the event is stored durably. Returns a function that lists all events up to this
   * one, if the store knows them without another read.
   */
  append(event: JournalEvent): Promise<(() => readonly JournalEvent[]) | undefined>;
}

/** How far a server's clock is ahead of this machine's, by the date of its answer. A difference below `blurMs` counts as none. */
export function clockSkew(date: string | undefined, blurMs: number): number {
  const skewMs = Date.parse(date ?? "") - Date.now();
  return Math.abs(skewMs) > blurMs ? skewMs : 0;
}
