import { setTimeout as sleep } from "node:timers/promises";
import { formatEvent, parseEvent, unreadable } from "../event-format.ts";
import type { JournalEvent } from "../events.ts";
import { isOrderLog } from "../log-names.ts";
import type { JournalStore, OrderLog, StoredLog, StoreRights } from "../store.ts";
import { ifItBlocks, unusable } from "../unavailable.ts";
import { retryDelaysMs } from "./server.ts";

/**
 * The operations of a server that keeps logs for many machines: create an entry if its position is free, read, list.
 * Entries are never overwritten or deleted, and there are no locks.
 */
export interface EntryStore {
  /** The entries of an order after a position, in any order. */
  read(orderId: string, after: number): Promise<readonly LogEntry[]>;
  /** `unclear`: the answer was lost. The entry may be stored, now or later. */
  create(orderId: string, entry: LogEntry): Promise<"created" | "taken" | "unclear">;
  /** The entries of all wanted orders, order by order. Reads many at once, and keeps few in memory. */
  readAll(isWanted: (orderId: string) => boolean): AsyncIterable<LogEntry & { readonly orderId: string }>;
  /**
   * Resolves when an entry that a read has shown is as durable as one whose creation was answered. A server with a
   * standby may show an entry that the standby does not have yet. Left out: what is shown is durable.
   */
  confirm?(): Promise<"confirmed" | "unclear">;
  /** The last position of each order's log. */
  lengths(): Promise<Map<string, number>>;
  /** Whether it has been created. Does not create it. */
  exists(): Promise<boolean>;
  /** Throws if entries cannot be added. Creates what it needs, unless `create` is false. */
  check(options: { readonly create: boolean }): Promise<void>;
  /** How far the server's clock is ahead of this machine's, by its last answer. */
  readonly clockSkewMs: number;
}

export interface LogEntry {
  /** Counted from 1, without gaps. */
  readonly position: number;
  readonly text: string;
  /** The name of an object that another program put beside the entries. */
  readonly object?: string | undefined;
}

/**
 * An entry with a larger position comes from another program. It counts as damage, and the next position ignores it:
 * otherwise the positions would soon run out.
 */
const lastPosition = 10_000_000;

/** A silent server takes up to 40 seconds for one try. A receiver, which answers 503 after a minute, has to hear of it before. */
const longestTryingMs = 15_000;

/** Logs whose events are numbered entries on a server. A writer whose number is taken reads on and tries the next one. */
export class NumberedStore implements JournalStore {
  readonly title: string;
  readonly isShared = true;
  readonly rights: StoreRights | undefined;
  readonly callbacks: NumberedStore | undefined;
  readonly #load: () => Promise<EntryStore>;
  /** Loaded with the first read: most processes never need it. */
  #loading: Promise<EntryStore> | undefined;
  #store: EntryStore | undefined;

  constructor(
    title: string,
    load: () => Promise<EntryStore>,
    beside: { readonly rights?: StoreRights; readonly callbacks?: NumberedStore } = {},
  ) {
    this.title = title;
    this.#load = load;
    this.rights = beside.rights;
    this.callbacks = beside.callbacks;
  }

  get clockSkewMs(): number {
    return this.#store?.clockSkewMs ?? 0;
  }

  log(orderId: string): OrderLog {
    return new NumberedLog(orderId, this.title, () => this.#opened());
  }

  async *readAll(): AsyncIterable<StoredLog> {
    let order: { readonly orderId: string; readonly entries: LogEntry[] } | undefined;
    const read = ({ orderId, entries }: NonNullable<typeof order>) => ({
      orderId,
      events: toEvents(readEntries(orderId, entries)),
    });
    for await (const entry of (await this.#opened()).readAll(isOrderLog)) {
      if (order && order.orderId !== entry.orderId) yield read(order);
      if (order?.orderId !== entry.orderId) order = { orderId: entry.orderId, entries: [] };
      order.entries.push(entry);
    }
    if (order) yield read(order);
  }

  async *findGrown(lengths: Map<string, number>): AsyncIterable<string> {
    for (const [orderId, length] of await (await this.#opened()).lengths()) {
      if (!isOrderLog(orderId) || lengths.get(orderId) === length) continue;
      lengths.set(orderId, length);
      yield orderId;
    }
  }

  async exists(): Promise<boolean> {
    return (await this.#opened()).exists();
  }

  async check(options: { readonly create: boolean }): Promise<void> {
    await (await this.#opened()).check(options);
  }

  async #opened(): Promise<EntryStore> {
    this.#loading ??= this.#load();
    try {
      this.#store = await this.#loading;
    } catch (error) {
      // The next call tries again: the driver or server may be there then.
      this.#loading = undefined;
      throw error;
    }
    return this.#store;
  }
}

class NumberedLog implements OrderLog {
  readonly orderId: string;
  readonly #title: string;
  readonly #opened: () => Promise<EntryStore>;
  /**
   * The entries read or written so far, by position. They never change, so only later entries are read again. An append
   * adds to this list, and a read replaces it.
   */
  #entries: ReadEntry[] = [];
  #isRead = false;

  constructor(orderId: string, title: string, opened: () => Promise<EntryStore>) {
    this.orderId = orderId;
    this.#title = title;
    this.#opened = opened;
  }

  async read(): Promise<readonly JournalEvent[]> {
    const last = this.#last;
    const found = readEntries(this.orderId, await (await this.#opened()).read(this.orderId, last));
    // Another call may have read or written meanwhile. Foreign entries are found with each read, and stand first.
    const known = this.#entries.filter(({ position }) => position <= last);
    this.#entries = [...found.filter(isForeign), ...known, ...found.filter((entry) => !isForeign(entry))];
    this.#isRead = true;
    return toEvents(this.#entries);
  }

  async append(event: JournalEvent): Promise<() => readonly JournalEvent[]> {
    const store = await this.#opened();
    const text = formatEvent(event);
    if (!this.#isRead) await this.read();
    const lastTryAt = performance.now() + longestTryingMs;
    for (let repetitions = 0; ; ) {
      // No other process writes this text. So an earlier try stored it, and its answer was lost.
      const stored = repetitions > 0 && this.#entries.find((entry) => entry.text === text);
      const position = stored ? stored.position : this.#last + 1;
      const result = stored ? "taken" : await this.#create(store, { position, text, event }, repetitions > 0);
      const entries = this.#entries;
      const own = entries.findLastIndex((entry) => entry.position === position);
      if (entries[own]?.text === text) {
        if (result === "created" || (await this.#isLasting(store, { position, text })))
          return () => toEvents(entries.slice(0, own + 1));
        // Another server may answer now, without this entry.
        this.#entries = [];
      } else if (own >= 0) continue;
      // The entry may still arrive or show, so this position is tried until it is taken.
      if (repetitions === retryDelaysMs.length || performance.now() > lastTryAt)
        throw result === "taken" && own < 0
          ? this.#unusable("a written entry does not show")
          : this.#unconfirmed(event);
      await sleep(retryDelaysMs[repetitions++]);
      if (this.#entries.length === 0) await this.#readOn("unclear");
    }
  }

  async #create(store: EntryStore, entry: ReadEntry, isRepeated: boolean) {
    const found = await store.create(this.orderId, entry).catch((error: unknown) => {
      // An unreachable server may have stored the entry in an earlier try.
      if (!isRepeated) throw error;
      return "unclear" as const;
    });
    if (found !== "created") await this.#readOn(found);
    else if (entry.position === this.#last + 1) this.#entries.push(entry);
    // Another call has begun to read from the start. If it has read further instead, the entry is there already.
    else if (entry.position > this.#last) await this.#readOn("unclear");
    return found;
  }

  get #last(): number {
    const last = this.#entries.at(-1);
    return last && !isForeign(last) ? last.position : 0;
  }

  async #readOn(found: "taken" | "unclear"): Promise<void> {
    if (found === "taken") await this.read();
    // The network problem that lost the answer may make this read fail too.
    else await this.read().catch(() => {});
  }

  /**
   * An entry whose commit was not answered may be lost in a failover. So a further commit has to succeed, and the
   * entry has to be there after it.
   */
  async #isLasting(store: EntryStore, { position, text }: LogEntry): Promise<boolean> {
    if (!store.confirm) return true;
    try {
      if ((await store.confirm()) === "unclear") return false;
      const entries = await store.read(this.orderId, position - 1);
      return entries.some((entry) => entry.position === position && entry.text === text);
    } catch {
      return false;
    }
  }

  #unusable(why: string): Error {
    return unusable(
      this.#title,
      why,
      "Let only certorder write to it. A user who may add entries has to be able to read all of them.",
    );
  }

  #unconfirmed(event: JournalEvent): Error {
    const left = event.event === "sent" ? ` ${ifItBlocks(event.attempt, event.deadline)}` : "";
    return unusable(
      this.#title,
      "its server does not say whether it has stored an entry",
      `Check that it can be reached, and run this again.${left}`,
    );
  }
}

interface ReadEntry extends LogEntry {
  readonly event: JournalEvent;
}

function isForeign({ position }: LogEntry): boolean {
  return position > lastPosition;
}

/** Reads entries in their order. Those of other programs come first, and count as unreadable. */
function readEntries(orderId: string, entries: readonly LogEntry[]): ReadEntry[] {
  const order = (entry: LogEntry) => (isForeign(entry) ? 0 : entry.position);
  return entries
    .toSorted((one, other) => order(one) - order(other))
    .map((entry) => {
      const { position, text, object } = entry;
      const event = isForeign(entry)
        ? { ...unreadable(`foreign ${text}`, position), object }
        : parseEvent(text, position, orderId);
      return { position, text, event };
    });
}

/** Another program has removed entries that are missing. One may have recorded a sent request, so each gap counts as an unreadable entry. */
function toEvents(entries: readonly ReadEntry[]): JournalEvent[] {
  let next = 1;
  return entries.flatMap((entry) => {
    if (isForeign(entry)) return entry.event;
    const first = next;
    next = entry.position + 1;
    if (entry.position <= first) return entry.event;
    return [unreadable(`missing until ${entry.position}`, first, "missing"), entry.event];
  });
}
