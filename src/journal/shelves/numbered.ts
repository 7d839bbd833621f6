import { setTimeout as sleep } from "node:timers/promises";
import { serviceMayTake, words } from "../../contract/index.ts";
import type { Line } from "../attempt.ts";
import { formatLine, parseLine } from "../line.ts";
import { unusable } from "../refusal.ts";
import type { History, Shelf } from "../shelf.ts";
import { patienceMs } from "./server.ts";

/**
 * What a server has to be able to do to keep histories for many machines: create an entry where there is none, read, list.
 * Nothing is ever overwritten or deleted, and there are no locks.
 */
export interface Store {
  /** The entries of an order behind a position. */
  read(orderId: string, after: number): Promise<readonly Entry[]>;
  /** `unclear`: the answer was lost, and the entry may or may not be there, now or later. */
  create(orderId: string, entry: Entry): Promise<"created" | "taken" | "unclear">;
  orders(): Promise<readonly string[]>;
  /** Whether it has been made. Nothing is made by asking. */
  isThere(): Promise<boolean>;
  /** Fails when nothing could be added. */
  check(): Promise<void>;
  /** How far the server's clock is ahead of this machine's, by its last answer. */
  readonly aheadMs: number;
}

export interface Entry {
  /** Counted from 1, without gaps. */
  readonly position: number;
  readonly text: string;
}

/** What is written to try a shelf out is no order's. */
const trial = "certorder trial ";

export function trialOrder(name: string): string {
  return trial + name;
}

/** Histories whose lines are numbered entries on a server. Who comes second to a number reads on and takes the next. */
export class NumberedShelf implements Shelf {
  readonly title: string;
  readonly isShared = true;
  readonly rights: string | undefined;
  readonly #load: () => Promise<Store>;
  /** Read and loaded only when the first history is: most processes never get there. */
  #loading: Promise<Store> | undefined;
  #store: Store | undefined;

  constructor(title: string, load: () => Promise<Store>, rights?: string) {
    this.title = title;
    this.#load = load;
    this.rights = rights;
  }

  get aheadMs(): number {
    return this.#store?.aheadMs ?? 0;
  }

  history(orderId: string): History {
    return new NumberedHistory(orderId, this.title, () => this.#opened());
  }

  async histories(): Promise<readonly History[]> {
    const orders = await (await this.#opened()).orders();
    return orders.filter((orderId) => !orderId.startsWith(trial)).map((orderId) => this.history(orderId));
  }

  async isThere(): Promise<boolean> {
    return (await this.#opened()).isThere();
  }

  async check(): Promise<void> {
    await (await this.#opened()).check();
  }

  async #opened(): Promise<Store> {
    this.#loading ??= this.#load();
    try {
      this.#store = await this.#loading;
    } catch (error) {
      // What was not there may be the next time.
      this.#loading = undefined;
      throw error;
    }
    return this.#store;
  }
}

class NumberedHistory implements History {
  readonly orderId: string;
  readonly #title: string;
  readonly #opened: () => Promise<Store>;
  /** What was read or written so far. It cannot change any more, so only what came later is ever read again. */
  readonly #texts: string[] = [];
  #isRead = false;

  constructor(orderId: string, title: string, opened: () => Promise<Store>) {
    this.orderId = orderId;
    this.#title = title;
    this.#opened = opened;
  }

  async read(): Promise<readonly Line[]> {
    const entries = await (await this.#opened()).read(this.orderId, this.#texts.length);
    for (const { position, text } of entries) this.#texts[position - 1] = text;
    this.#isRead = true;
    return this.#lines(this.#texts.length);
  }

  async append(line: Line): Promise<readonly Line[]> {
    const store = await this.#opened();
    const text = formatLine(line);
    if (!this.#isRead) await this.read();
    for (let unclear = 0; ; ) {
      const position = this.#texts.length + 1;
      const found = await store.create(this.orderId, { position, text }).catch((error: unknown) => {
        // A server that cannot be reached now may have taken the line before.
        if (unclear === 0) throw error;
        return "unclear" as const;
      });
      if (found === "created") this.#texts[position - 1] = text;
      else await this.#readOn(found);
      // Also where the answer to an earlier try was lost: nobody else writes this text.
      if (this.#texts[position - 1] === text) return this.#lines(position);
      const isFree = this.#texts.length < position;
      // It may still arrive, or show, so that this position is tried until somebody is seen to have it.
      if (isFree && unclear === patienceMs.length)
        throw found === "taken"
          ? this.#unusable("what is written there does not show")
          : this.#unsettled(line);
      if (isFree) await sleep(patienceMs[unclear++]);
    }
  }

  async #readOn(found: "taken" | "unclear"): Promise<void> {
    if (found === "taken") await this.read();
    // Whatever keeps the answers away may keep this one away too.
    else await this.read().catch(() => {});
  }

  /** A number without an entry was taken away by somebody: what stood there may have said that something was sent. */
  #lines(count: number): Line[] {
    return Array.from({ length: count }, (_, index) =>
      parseLine(this.#texts[index] ?? `line ${index + 1} is missing`),
    );
  }

  #unusable(why: string): Error {
    return unusable(
      this.#title,
      why,
      "Let nobody but certorder write to it, and let those who may add to it read all of it.",
    );
  }

  #unsettled(line: Line): Error {
    const { attempt: attemptId } = line;
    const resolve = { of: "resolve", attemptId, orderId: this.orderId, certificateId: null } as const;
    const left =
      line.event === "sent"
        ? words` If attempt ${attemptId} holds its order back later: it was not sent. Wait until ${serviceMayTake.inWords} after ${line.until}, then ${resolve}.`
        : "";
    return unusable(
      this.#title,
      "it does not say whether it has taken a line",
      words`See that it can be reached, and run this again.${left}`,
    );
  }
}
