import { type JournalEvent, MemoryStore, type OrderLog, type StoredLog } from "../../../src/journal/index.ts";

/** A store in memory on which something happens around an append or a read. A hook that throws makes the call fail. */
export class HookedStore extends MemoryStore {
  beforeRead: () => unknown = () => {};
  beforeAppend: (event: JournalEvent) => unknown = () => {};
  afterAppend: (event: JournalEvent) => unknown = () => {};
  isEventuallyConsistent = false;
  readonly #kept: MemoryStore;

  /** `kept`: the same events without the hooks, for other processes. */
  constructor(kept: MemoryStore = new MemoryStore(), hooks: Partial<HookedStore> = {}) {
    super(false);
    this.#kept = kept;
    Object.assign(this, hooks);
    if (kept.callbacks)
      this.callbacks = new HookedStore(kept.callbacks, {
        beforeRead: () => this.beforeRead(),
        beforeAppend: (event) => this.beforeAppend(event),
        afterAppend: (event) => this.afterAppend(event),
      });
  }

  override log(orderId: string): OrderLog {
    const { read, append } = this.#kept.log(orderId);
    return {
      orderId,
      read: async () => {
        await this.beforeRead();
        return read();
      },
      append: async (event) => {
        await this.beforeAppend(event);
        await append(event);
        await this.afterAppend(event);
        return undefined;
      },
    };
  }

  override async *readAll(): AsyncIterable<StoredLog> {
    for await (const { orderId } of this.#kept.readAll())
      yield { orderId, events: await this.log(orderId).read() };
  }
}
