import { setTimeout as sleep } from "node:timers/promises";
import { serviceMayTake } from "../../contract/index.ts";
import type { JournalEvent } from "../attempt.ts";
import { formatEvent, parseEvent } from "../event-format.ts";
import type { JournalStore, OrderLog } from "../store.ts";
import { unusable } from "../unavailable.ts";
import { patienceMs } from "./server.ts";

/**
 * The operations of a server that keeps logs for many machines: create an entry if its position is free, read, list.
 * Entries are never overwritten or deleted, and there are no locks.
 */
export interface LogStore {
  /** The entries of an order after a position. */
  read(orderId: string, after: number): Promise<readonly Entry[]>;
  /** `unclear`: the answer was lost. The entry may be stored, now or later. */
  create(orderId: string, entry: Entry): Promise<"created" | "taken" | "unclear">;
  orders(): Promise<readonly string[]>;
  /** Whether it has been created. Does not create it. */
  exists(): Promise<boolean>;
  /** Throws if entries cannot be added. Creates what it needs, unless `create` is false. */
  check(options?: { readonly create: boolean }): Promise<void>;
  /** How far the server's clock is ahead of this machine's, by its last answer. */
  readonly clockSkewMs: number;
}

export interface Entry {
  /** Counted from 1, without gaps. */
  readonly position: number;
  readonly text: string;
}

/** Logs with this prefix belong to `journal check`, not to orders. */
const trial = "certorder trial ";

export function trialOrder(name: string): string {
  return trial + name;
}

/** Logs whose events are numbered entries on a server. A writer whose number is taken reads on and tries the next one. */
export class NumberedStore implements JournalStore {
  readonly title: string;
  readonly isShared = true;
  readonly rights: string | undefined;
  readonly #load: () => Promise<LogStore>;
  /** Loaded with the first read: most processes never need it. */
  #loading: Promise<LogStore> | undefined;
  #store: LogStore | undefined;

  constructor(title: string, load: () => Promise<LogStore>, rights?: string) {
    this.title = title;
    this.#load = load;
    this.rights = rights;
  }

  get clockSkewMs(): number {
    return this.#store?.clockSkewMs ?? 0;
  }

  log(orderId: string): OrderLog {
    return new NumberedLog(orderId, this.title, () => this.#opened());
  }

  async logs(): Promise<readonly OrderLog[]> {
    const orders = await (await this.#opened()).orders();
    return orders.filter((orderId) => !orderId.startsWith(trial)).map((orderId) => this.log(orderId));
  }

  async exists(): Promise<boolean> {
    return (await this.#opened()).exists();
  }

  async check(options?: { readonly create: boolean }): Promise<void> {
    await (await this.#opened()).check(options);
  }

  async #opened(): Promise<LogStore> {
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
  readonly #opened: () => Promise<LogStore>;
  /** The entries read or written so far. They never change, so only later entries are read again. */
  readonly #texts: string[] = [];
  #isRead = false;

  constructor(orderId: string, title: string, opened: () => Promise<LogStore>) {
    this.orderId = orderId;
    this.#title = title;
    this.#opened = opened;
  }

  async read(): Promise<readonly JournalEvent[]> {
    const entries = await (await this.#opened()).read(this.orderId, this.#texts.length);
    for (const { position, text } of entries) this.#texts[position - 1] = text;
    this.#isRead = true;
    return this.#events(this.#texts.length);
  }

  async append(event: JournalEvent): Promise<readonly JournalEvent[]> {
    const store = await this.#opened();
    const text = formatEvent(event);
    if (!this.#isRead) await this.read();
    for (let unclear = 0; ; ) {
      const position = this.#texts.length + 1;
      const found = await store.create(this.orderId, { position, text }).catch((error: unknown) => {
        // An unreachable server may have stored the entry in an earlier try.
        if (unclear === 0) throw error;
        return "unclear" as const;
      });
      if (found === "created") this.#texts[position - 1] = text;
      else await this.#readOn(found);
      // This includes an earlier try whose answer was lost: no other process writes this text.
      if (this.#texts[position - 1] === text) return this.#events(position);
      const isFree = this.#texts.length < position;
      // The entry may still arrive or show, so this position is tried until it is taken.
      if (isFree && unclear === patienceMs.length)
        throw found === "taken" ? this.#unusable("a written entry does not show") : this.#unsettled(event);
      if (isFree) await sleep(patienceMs[unclear++]);
    }
  }

  async #readOn(found: "taken" | "unclear"): Promise<void> {
    if (found === "taken") await this.read();
    // The network problem that lost the answer may make this read fail too.
    else await this.read().catch(() => {});
  }

  /** Another program removed a missing entry. It may have recorded a sent request, so it counts as unreadable. */
  #events(count: number): JournalEvent[] {
    return Array.from({ length: count }, (_, index) =>
      parseEvent(this.#texts[index] ?? "missing", index + 1),
    );
  }

  #unusable(why: string): Error {
    return unusable(
      this.#title,
      why,
      "Let only certorder write to it. A user who may add entries has to be able to read all of them.",
    );
  }

  #unsettled(event: JournalEvent): Error {
    const left =
      event.event === "sent"
        ? ` If attempt ${event.attempt} blocks the order later, it was not sent: resolve it as not-happened, ${serviceMayTake.inWords} after ${event.deadline}.`
        : "";
    return unusable(
      this.#title,
      "its server does not say whether it has stored an entry",
      `Check that it can be reached, and run this again.${left}`,
    );
  }
}
